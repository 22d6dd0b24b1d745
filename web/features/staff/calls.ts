import { focusManager, useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { deskWords } from '#contract/messages/staff.ts'
import { pollHeader, staffApi } from '#contract/paths.ts'
import { getJson, sendForJson, type AnswerWith, type Failure } from '#web/lib/api.ts'
import { call, CallError, queryClient } from './session.ts'

interface Ask<Body> {
  /** Below the desk's part of the API. */
  path: string
  /** The shape of the answer. */
  schema: z.ZodMiniType<Body>
}

interface Asking<Body> extends Ask<Body> {
  /** The screen asks by itself, which is no use of the session. */
  isPoll?: boolean
}

/** Where nothing is read of an answer but that it came. */
export const anything = z.unknown()

export interface Sending<Body> extends Ask<Body> {
  method?: 'POST' | 'PATCH' | 'DELETE'
  body?: unknown
  timeoutMs?: number
  fallback?: string
}

/** Sends what is to be done or changed; asks for the passkey where one is wanted. */
export function send<Body>({ path, ...sent }: Sending<Body>): Promise<AnswerWith<Body>> {
  return call(() => sendForJson({ url: `${staffApi}/${path}`, fallback: deskWords.failed, ...sent }))
}

/** Asks for what a path has to say. */
export function ask<Body>({ path, schema, isPoll = false }: Asking<Body>): Promise<AnswerWith<Body>> {
  const headers: Record<string, string> = isPoll ? { [pollHeader]: '1' } : {}
  return call(() => getJson({ url: `${staffApi}/${path}`, schema, fallback: deskWords.failed, headers }))
}

/** The same for the query client, of a path or of what is sent to it: throws `CallError`. */
async function read<Body>(asked: Asking<Body> & { body?: object }): Promise<Body> {
  const answer = await (asked.body ? send(asked) : ask(asked))
  if (answer.ok) return answer.body
  throw new CallError(answer)
}

interface Reading<Body> extends Ask<Body> {
  /** What the answer is kept under, and read anew by. */
  key: string[]
}
interface Keeping<Body> {
  staleTime?: number
  gcTime?: number
  /** Milliseconds after which it is read again by itself while the screen is seen; undefined: not. */
  pollAfter?(data: Body | undefined): number | undefined
}

/** Reads a path and keeps what it answered. */
export function useRead<Body>({ key, path, schema, pollAfter, ...keeping }: Reading<Body> & Keeping<Body>) {
  const isPoll = useRef(false)
  const query = useQuery({
    queryKey: key,
    queryFn: () => read({ path, schema, isPoll: isPoll.current }),
    ...keeping,
  })
  const { data, dataUpdatedAt, errorUpdatedAt, refetch } = query
  const after = pollAfter?.(data)
  useEffect(() => {
    if (after === undefined) return
    async function poll() {
      if (!focusManager.isFocused()) return
      isPoll.current = true
      await refetch({ cancelRefetch: false })
      isPoll.current = false
    }
    const timer = setInterval(() => void poll(), after)
    return () => clearInterval(timer)
  }, [after, dataUpdatedAt, errorUpdatedAt, refetch])
  return query
}

/** Who comes back from a record finds the list as long as it was left, and so at its place. */
const LIST_KEPT_MS = 30 * 60_000

interface ReadingPages<Page, List extends keyof Page> extends Reading<Page> {
  /** What is asked, where that may stand in no address. */
  body?: object
  /** The parameter, or the field of the body, that goes on where a page ended. */
  cursor: 'after' | 'before'
  /** The rows of a page. */
  list: List
}

/** Reads a list page by page; its data are the rows of all pages that were read. */
export function usePages<
  List extends string,
  Page extends { next: string | number | null } & Record<List, readonly unknown[]>,
>({ key, path, schema, body, cursor, list }: ReadingPages<Page, List>) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => {
      if (!pageParam) return read({ path, schema, body })
      if (body) return read({ path, schema, body: { ...body, [cursor]: pageParam } })
      return read({ path: withParameter(path, cursor, pageParam), schema })
    },
    initialPageParam: '',
    gcTime: LIST_KEPT_MS,
    getNextPageParam: ({ next }) => (next === null ? undefined : String(next)),
    select: useCallback(
      ({ pages }: InfiniteData<Page>) => pages.flatMap((page): readonly Page[List][number][] => page[list]),
      [list],
    ),
  })
}

function withParameter(path: string, name: string, value: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
}

/** Has everything read again that is kept under one of these words. */
export function readAnew(...words: string[]): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => words.includes(String(queryKey[0])) })
}

/** What a part of a screen sends: which calls are under way, and why the last one failed. */
export function useAction() {
  // A button is disabled only with the next rendering; this holds from the first press.
  const underWay = useRef(new Set<string>())
  const [busy, setBusy] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<Failure>()
  /** Makes a call, unless one of that name is under way; `then` gets what it answered. */
  async function run<Body>(
    name: string,
    begin: () => Promise<AnswerWith<Body>>,
    then?: (body: Body) => void,
  ) {
    if (underWay.current.has(name)) return false
    setBusy([...underWay.current.add(name)])
    const answer = await begin()
    underWay.current.delete(name)
    setBusy([...underWay.current])
    setFailure(answer.ok ? undefined : answer)
    if (answer.ok) then?.(answer.body)
    return answer.ok
  }
  const isBusy = (name: string) => busy.includes(name)
  /** For a button: it makes the call, and shows that it is under way. */
  function press<Body>(name: string, begin: () => Promise<AnswerWith<Body>>, then?: (body: Body) => void) {
    return { busy: isBusy(name), onClick: () => void run(name, begin, then) }
  }
  const errorOf = (field: string) => failure?.errors.find((error) => error.field === field)?.message
  return { isBusy, press, problem: failure?.message ?? '', errorOf, run }
}

export type Action = ReturnType<typeof useAction>
