import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { accessWords } from '#contract/messages/staff-access.ts'
import { deskWords } from '#contract/messages/staff.ts'
import { staffPages } from '#contract/paths.ts'
import { call } from '#web/features/staff/calls.ts'
import { moveTo } from '#web/features/staff/router.tsx'
import { Loaded, Problem } from '#web/features/staff/screen.tsx'
import { beginSession, CallError } from '#web/features/staff/session.ts'
import { forget, readStored, store } from '#web/lib/tab-storage.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { enrol } from './ceremonies.ts'
import { Ceremony, SignedOutLayout } from './signed-out-layout.tsx'

/** Whose link a token is, and what the browser is to be asked, or why not; a link that is refused is kept no longer. */
async function openLink(token: string) {
  return call('access.enrolOptions', { body: { token } }).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (!mayPass(error)) forget(KEY)
    return error
  })
}

/** Milliseconds between two tries to open a link over a line that is lost. */
const AGAIN_MS = 5000
const KEY = 'enrol-link'
const text = z.string()

/** The token of the link, which then stands in no address and no history any more; this tab keeps it until it is used. */
function takeToken(): string {
  const token = location.hash.slice(1)
  if (!token) return readStored(KEY, text) ?? ''
  store(KEY, token)
  history.replaceState(null, '', location.pathname)
  return token
}

/** Whether the link may still be good: it was not refused in words of the desk. */
function mayPass({ failure: { cause } }: CallError): boolean {
  const { reason, status = 0 } = cause
  return reason !== 'refused' || status >= 500 || status === 429
}

/** `/staff/enrol#<token>`: creates the first passkey of whoever was invited. */
export function Enrol() {
  const [token] = useState(takeToken)
  return token ? <Link token={token} /> : <Over message={accessWords.noLink} />
}

function Link({ token }: { token: string }) {
  // Read once: what is asked of the browser is asked for again when the button is pressed.
  const query = useQuery({
    queryKey: ['enrol', token],
    queryFn: () => openLink(token),
    staleTime: Infinity,
    // Over a lost line it is asked for until an answer comes.
    refetchInterval: ({ state: { data } }) => data instanceof CallError && mayPass(data) && AGAIN_MS,
  })
  async function create() {
    await enrol(token)
    forget(KEY)
    moveTo(staffPages.home, { replace: true })
    await beginSession()
  }
  return (
    <Loaded query={query}>
      {(opened) =>
        opened instanceof CallError ? (
          <Over message={opened.message}>
            {mayPass(opened) && (
              <ActionButton busy={query.isFetching} onClick={() => void query.refetch()}>
                {deskWords.again}
              </ActionButton>
            )}
          </Over>
        ) : (
          <SignedOutLayout title={accessWords.enrolTitle(opened.name)}>
            <p>{accessWords.enrolText(opened.replaces)}</p>
            <Ceremony button={accessWords.enrol} run={create} />
          </SignedOutLayout>
        )
      }
    </Loaded>
  )
}

function Over({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <SignedOutLayout title={accessWords.title}>
      <Problem>{message}</Problem>
      {children}
      <a href={staffPages.home} className="link">
        {accessWords.toSignIn}
      </a>
    </SignedOutLayout>
  )
}
