import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { deskWords } from './words.ts'
import { staffMe, type StaffMe } from '#contract/schemas/staff-access.ts'
import { mayDo, routeOf, type StaffCallName } from '#contract/calls/staff-calls.ts'
import { getJson, type Answer, type Failure } from '#web/lib/api.ts'

/** A call that failed, as the query client takes it. */
export class CallError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Whether the same call may succeed a moment later. */
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
    // Without a line they fail at once, in words, instead of waiting for one unseen.
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

/** Begins to ask who is signed in, before anything is drawn. */
export function beginMe(): void {
  void queryClient.prefetchQuery(meQuery)
}

export function useMe() {
  return useQuery(meQuery)
}

/**
 * Who is signed in, for screens that stand only for somebody who is. They do not read it of the query: once the session is
 * over, one of them may be drawn anew before the sign-in takes its place.
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

/** After a sign-in or with another role: everything is read anew. */
export function beginSession(): Promise<void> {
  return queryClient.resetQueries({ queryKey: meKey })
}

/** The session is over: nothing that was read of a person stays, and the sign-in takes the screen's place. */
export function endSession(): void {
  // Other calls of the same session are refused as well, some of them only after the sign-in has read what it shows.
  if (queryClient.getQueryData(meKey) === null) return
  // An answer of before, which is still on its way, is not to open the desk again.
  void queryClient.cancelQueries({ queryKey: meKey })
  queryClient.setQueryData(meKey, null)
  queryClient.getMutationCache().clear()
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
}

type AskForPasskey = () => Promise<boolean>
let askForPasskey: AskForPasskey = () => Promise.resolve(false)

/** Names the dialog that asks for the passkey; answers how to take it back. */
export function onStepUp(ask: AskForPasskey): () => void {
  askForPasskey = ask
  return () => {
    askForPasskey = () => Promise.resolve(false)
  }
}

/**
 * Runs a call of the desk: without a session the sign-in comes, and where the passkey is wanted it is asked for and the
 * call repeated.
 */
export async function withPasskey<Got extends Answer>(run: () => Promise<Got>): Promise<Got> {
  const answer = await run()
  if (answer.ok) return answer
  if (answer.cause.code === 'signed_out') endSession()
  if (answer.cause.code === 'step_up' && (await askForPasskey())) return run()
  return answer
}
