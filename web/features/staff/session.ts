import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { deskWords } from './words.ts'
import { staffMe, type StaffMe } from '#contract/schemas/staff-access.ts'
import { mayDo, routeOf, type StaffCallName } from '#contract/calls/staff-calls.ts'
import { getJson, type Answer, type Failure } from '#web/lib/api.ts'

/** A failed call, in the form that the query client needs. */
export class CallError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Returns whether the same call may succeed a moment later. */
export function isPassing(error: Error): boolean {
  if (!(error instanceof CallError)) return false
  const { reason, status = 0 } = error.failure.cause
  return reason === 'unreachable' || reason === 'timeout' || status >= 500
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 2 && isPassing(error),
    },
    // Without a network they fail at once, in words, instead of waiting invisibly.
    mutations: { networkMode: 'always' },
  },
})

const meKey = ['me']

/** Reads who is signed in; null without a session. */
async function readMe(): Promise<StaffMe | null> {
  const answer = await getJson({ url: routeOf('me.read').url, schema: staffMe, fallback: deskWords.failed })
  if (answer.ok) return answer.body
  if (answer.cause.status === 401) return null
  throw new CallError(answer)
}

const meQuery = queryOptions({ queryKey: meKey, queryFn: readMe, staleTime: 60_000 })

/** Begins to read who is signed in, before anything is rendered. */
export function beginMe(): void {
  void queryClient.prefetchQuery(meQuery)
}

export function useMe() {
  return useQuery(meQuery)
}

/**
 * The signed-in person, for screens that exist only then. They do not read the query, since one of them may be
 * rendered again after the session ended and before the sign-in replaces it.
 */
export const Self = createContext<StaffMe | null>(null)

export function useSelf(): StaffMe {
  const self = useContext(Self)
  if (!self) throw new Error('Nobody is signed in')
  return self
}

export function useMay(operation: StaffCallName): boolean {
  return mayDo(useSelf().role, operation)
}

/** Reads everything again after a sign-in or with another role. */
export function beginSession(): Promise<void> {
  return queryClient.resetQueries({ queryKey: meKey })
}

/** Ends the session: all personal data are removed, and the sign-in replaces the screen. */
export function endSession(): void {
  // Other calls of the session are refused too, some of them after the sign-in has read its data.
  if (queryClient.getQueryData(meKey) === null) return
  // An earlier answer that still arrives must not open the desk again.
  void queryClient.cancelQueries({ queryKey: meKey })
  queryClient.setQueryData(meKey, null)
  queryClient.getMutationCache().clear()
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
}

type AskForPasskey = () => Promise<boolean>
let askForPasskey: AskForPasskey = () => Promise.resolve(false)

/** Sets the dialog that asks for the passkey; returns a function that removes it. */
export function onStepUp(ask: AskForPasskey): () => void {
  askForPasskey = ask
  return () => {
    askForPasskey = () => Promise.resolve(false)
  }
}

/** Runs a call of the desk: asks to sign in without a session, and for a required passkey before a second attempt. */
export async function withPasskey<Got extends Answer>(run: () => Promise<Got>): Promise<Got> {
  const answer = await run()
  if (answer.ok) return answer
  if (answer.cause.code === 'signed_out') endSession()
  if (answer.cause.code === 'step_up' && (await askForPasskey())) return run()
  return answer
}
