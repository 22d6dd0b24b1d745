import { accessWords } from '#contract/messages/staff-access.ts'
import { staffPages } from '#contract/paths.ts'
import { firstOwnerAnswer, firstOwnerOffer } from '#contract/schemas/staff-access.ts'
import { send, useAction, useRead } from '#web/features/staff/calls.ts'
import { moveTo } from '#web/features/staff/router.tsx'
import { Problem } from '#web/features/staff/screen.tsx'
import { ActionButton } from '#web/ui/button.tsx'
import { signIn } from './ceremonies.ts'
import { Ceremony, Door } from './door.tsx'

/** What stands at every address of the desk for somebody without a session. */
export function SignIn() {
  return (
    <Door title={accessWords.title}>
      <p>{accessWords.signInText}</p>
      <Ceremony button={accessWords.signIn} run={signIn} />
      <FirstOwner />
    </Door>
  )
}

/** Only where the server offers it: in the sandbox, on the machine itself, before anybody has enrolled. */
function FirstOwner() {
  const { data } = useRead({ key: ['first-owner'], path: 'first-owner', schema: firstOwnerOffer })
  const action = useAction()
  if (!data?.offered) return null
  return (
    <>
      <hr className="border-line" />
      <p className="text-small text-quiet">{accessWords.tryText}</p>
      <ActionButton
        {...action.press(
          'become',
          () => send({ path: 'first-owner', schema: firstOwnerAnswer }),
          ({ token }) => moveTo(`${staffPages.enrol}#${token}`),
        )}
      >
        {accessWords.tryDesk}
      </ActionButton>
      <Problem>{action.problem}</Problem>
    </>
  )
}
