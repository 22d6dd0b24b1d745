import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessWords } from '#contract/messages/staff-access.ts'
import { staffPages } from '#contract/paths.ts'
import { enrolOptions } from '#contract/schemas/staff-access.ts'
import { send } from '#web/features/staff/calls.ts'
import { moveTo } from '#web/features/staff/router.tsx'
import { Loaded, Problem } from '#web/features/staff/screen.tsx'
import { beginSession } from '#web/features/staff/session.ts'
import { createPasskey } from './ceremonies.ts'
import { Ceremony, Door } from './door.tsx'

/** Whose link a token is, and what the browser is to be asked. */
function openLink(token: string) {
  return send({ path: 'enrol/options', body: { token }, schema: enrolOptions })
}

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
    const answer = await createPasskey('enrol', { token })
    if (answer.ok) {
      moveTo(staffPages.home, { replace: true })
      await beginSession()
    }
    return answer
  }
  return (
    <Loaded query={query}>
      {(opened) =>
        opened.ok ? (
          <Door title={accessWords.enrolTitle(opened.body.name)}>
            <p>{accessWords.enrolText(opened.body.replaces)}</p>
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
      <Problem>{message}</Problem>
      <a href={staffPages.home} className="link">
        {accessWords.toSignIn}
      </a>
    </Door>
  )
}
