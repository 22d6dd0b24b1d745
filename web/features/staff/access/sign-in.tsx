import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessWords } from '#contract/messages/staff-access.ts'
import { staffApi, staffPages } from '#contract/paths.ts'
import { firstOwnerOffer } from '#contract/schemas/staff-access.ts'
import { moveTo } from '#web/features/staff/router.tsx'
import { getJson } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { becomeFirstOwner, signIn } from './ceremonies.ts'
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
  const url = `${staffApi}/first-owner`
  const { data } = useQuery({
    queryKey: ['first-owner'],
    queryFn: () => getJson({ url, schema: firstOwnerOffer, fallback: accessWords.failed }),
  })
  const [problem, setProblem] = useState('')
  if (!data?.ok || !data.body.offered) return null
  async function become() {
    const answer = await becomeFirstOwner()
    if (answer.ok) moveTo(`${staffPages.enrol}#${answer.body.token}`)
    else setProblem(answer.message)
  }
  return (
    <>
      <hr />
      <p className="text-small text-quiet">{accessWords.tryText}</p>
      <ActionButton onClick={() => void become()}>{accessWords.tryDesk}</ActionButton>
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
    </>
  )
}
