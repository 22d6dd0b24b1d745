import { accessWords } from './words.ts'
import { staffPages } from '#contract/paths.ts'
import { useCall, useSend, call, useSending } from '#web/features/staff/calls.ts'
import { moveTo } from '#web/features/staff/router.tsx'
import { Problem, Loaded, Heading, SkipLink } from '#web/features/staff/screen.tsx'
import { BrandMark } from '#web/ui/brand-mark.tsx'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { signIn, enrol } from './ceremonies.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { deskWords } from '#web/features/staff/words.ts'
import { beginSession, CallError } from '#web/features/staff/session.ts'
import { forget, readStored, store } from '#web/lib/tab-storage.ts'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { ErrorLine, Form } from '#web/ui/field.tsx'

/** Shown at every address of the desk without a session. */
export function SignIn() {
  return (
    <SignedOutLayout title={accessWords.title}>
      <p>{accessWords.signInText}</p>
      <Ceremony button={accessWords.signIn} run={signIn} />
      <FirstOwner />
    </SignedOutLayout>
  )
}

/** Only if the server offers it: in the sandbox, on the machine itself, before anybody has enrolled. */
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

/** Returns whose link a token is, and the options for the browser, or why not; a refused link is forgotten. */
async function openLink(token: string) {
  return call('access.enrolOptions', { body: { token } }).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (!mayPass(error)) forget(KEY)
    return error
  })
}

/** Milliseconds between two attempts to open a link while the network is away. */
const AGAIN_MS = 5000
const KEY = 'enrol-link'
const text = z.string()

/** Moves the link's token from the address and the history into this tab's storage, until it is used. */
function takeToken(): string {
  const token = location.hash.slice(1)
  if (!token) return readStored(KEY, text) ?? ''
  store(KEY, token)
  history.replaceState(null, '', location.pathname)
  return token
}

/** Returns whether the link may still be valid: the desk has not refused it. */
function mayPass({ failure: { cause } }: CallError): boolean {
  const { reason, status = 0 } = cause
  return reason !== 'refused' || status >= 500 || status === 429
}

/** `/staff/enrol#<token>`: creates the first passkey of an invited person. */
export function Enrol() {
  const [token] = useState(takeToken)
  return token ? <Link token={token} /> : <Over message={accessWords.noLink} />
}

function Link({ token }: { token: string }) {
  // Read once: the options are requested again when the button is pressed.
  const query = useQuery({
    queryKey: ['enrol', token],
    queryFn: () => openLink(token),
    staleTime: Infinity,
    // Without a network it is asked for until an answer comes.
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

interface SignedOutProps {
  title: string
  children: ReactNode
}

/** The frame of the screens without a session. */
function SignedOutLayout({ title, children }: SignedOutProps) {
  return (
    <>
      <SkipLink />
      <main
        id="content"
        tabIndex={-1}
        className="grid flex-1 grid-cols-[min(26rem,100%)] place-content-center px-4 py-6"
      >
        <div className="panel gap-4 rounded-[14px] p-[min(2rem,8vw)] [&_.button]:w-full">
          <BrandMark size={40} />
          <Heading title={title} />
          {children}
        </div>
      </main>
    </>
  )
}

interface CeremonyProps {
  button: string
  run(): Promise<unknown>
}

/** The button of a ceremony, with the reason if it failed. */
function Ceremony({ button, run }: CeremonyProps) {
  const { busy, problem, send } = useSending(run)
  if (!browserSupportsWebAuthn()) return <ErrorLine>{accessWords.noPasskeys}</ErrorLine>
  return (
    <Form submit={() => send()}>
      <SubmitButton busy={busy}>{button}</SubmitButton>
      <Problem>{problem}</Problem>
    </Form>
  )
}
