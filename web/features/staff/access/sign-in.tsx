import { accessWords } from '#contract/messages/staff-access.ts'
import { staffPages } from '#contract/paths.ts'
import { useCall, useSend } from '#web/features/staff/calls.ts'
import { moveTo } from '#web/features/staff/router.tsx'
import { Problem } from '#web/features/staff/screen.tsx'
import { ActionButton } from '#web/ui/button.tsx'
import { signIn } from './ceremonies.ts'
import { Ceremony, SignedOutLayout } from './signed-out-layout.tsx'

/** What stands at every address of the desk for somebody without a session. */
export function SignIn() {
  return (
    <SignedOutLayout title={accessWords.title}>
      <p>{accessWords.signInText}</p>
      <Ceremony button={accessWords.signIn} run={signIn} />
      <FirstOwner />
    </SignedOutLayout>
  )
}

/** Only where the server offers it: in the sandbox, on the machine itself, before anybody has enrolled. */
function FirstOwner() {
  const { data } = useCall('access.firstOwnerOffer', {})
  const become = useSend('access.firstOwner', ({ token }) => moveTo(`${staffPages.enrol}#${token}`))
  if (!data?.offered) return null
  return (
    <>
      <hr className="border-line" />
      <p className="text-small text-quiet">{accessWords.tryText}</p>
      <ActionButton busy={become.busy} onClick={() => become.send({})}>
        {accessWords.tryDesk}
      </ActionButton>
      <Problem>{become.problem}</Problem>
    </>
  )
}
