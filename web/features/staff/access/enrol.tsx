import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessWords } from '#contract/messages/staff-access.ts'
import { staffPages } from '#contract/paths.ts'
import { moveTo } from '#web/features/staff/router.tsx'
import { Loaded } from '#web/features/staff/screen.tsx'
import { beginSession } from '#web/features/staff/session.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { enrol, openLink } from './ceremonies.ts'
import { Ceremony, Door } from './door.tsx'

/** The token of the link, which then stands in no address and no history any more. */
function takeToken(): string {
  const token = location.hash.slice(1)
  if (token) history.replaceState(null, '', location.pathname)
  return token
}

/** `/staff/enrol#<token>`: creates the first passkey of whoever was invited. */
export function Enrol() {
  const [token] = useState(takeToken)
  return token ? <Link token={token} /> : <Over message={accessWords.noLink} />
}

function Link({ token }: { token: string }) {
  // Read once: what is asked of the browser is asked for again when the button is pressed.
  const query = useQuery({ queryKey: ['enrol', token], queryFn: () => openLink(token), staleTime: Infinity })
  async function create() {
    const answer = await enrol(token)
    if (!answer.ok) return answer
    moveTo(staffPages.home, { replace: true })
    await beginSession()
    return answer
  }
  return (
    <Loaded query={query}>
      {(opened) =>
        opened.ok ? (
          <Door title={accessWords.enrolTitle(opened.body.name)}>
            <p>{accessWords.enrolText}</p>
            <Ceremony button={accessWords.enrol} run={create} />
          </Door>
        ) : (
          <Over message={opened.message} />
        )
      }
    </Loaded>
  )
}

function Over({ message }: { message: string }) {
  return (
    <Door title={accessWords.title}>
      <div role="alert">
        <ErrorLine>{message}</ErrorLine>
      </div>
      <a href={staffPages.home} className="link">
        {accessWords.toSignIn}
      </a>
    </Door>
  )
}
