import { useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { deskWords } from '#contract/messages/staff.ts'
import { staffApi } from '#contract/paths.ts'
import { getJson, sendForJson, type AnswerWith, type Failure } from '#web/lib/api.ts'
import { call, CallError, queryClient } from './session.ts'

interface Ask<Body> {
  /** Below the desk's part of the API. */
  path: string
  /** The shape of the answer. */
  schema: z.ZodMiniType<Body>
}

/** Where nothing is read of an answer but that it came. */
export const anything = z.unknown()

interface Sending<Body> extends Ask<Body> {
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
export function ask<Body>({ path, schema }: Ask<Body>): Promise<AnswerWith<Body>> {
  return call(() => getJson({ url: `${staffApi}/${path}`, schema, fallback: deskWords.failed }))
}

/** The same for the query client: throws `CallError`. */
async function read<Body>(asked: Ask<Body>): Promise<Body> {
  const answer = await ask(asked)
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
  refetchInterval?: number | ((query: { state: { data: Body | undefined } }) => number | false)
}

/** Reads a path and keeps what it answered. */
export function useRead<Body>({ key, path, schema, ...keeping }: Reading<Body> & Keeping<Body>) {
  return useQuery({ queryKey: key, queryFn: () => read({ path, schema }), ...keeping })
}

/** Who comes back from a record finds the list as long as it was left, and so at its place. */
const LIST_KEPT_MS = 30 * 60_000

interface ReadingPages<Page, List extends keyof Page> extends Reading<Page> {
  /** The parameter that goes on where a page ended. */
  cursor: 'after' | 'before'
  /** A function that stays the same, or the rows would be made anew each time. */
  rowsOf(page: NoInfer<Page>): Row[]
}

/** Reads a list page by page; its data are the rows of all pages that were read. */
export function usePages<Page extends { next: string | number | null }, Row>(asked: ReadingPages<Page, Row>) {
  const { key, path, schema, cursor, rowsOf } = asked
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) =>
      read({ path: pageParam ? withParameter(path, cursor, pageParam) : path, schema }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === null ? undefined : String(next)),
    select: useCallback(({ pages }: InfiniteData<Page>) => pages.flatMap(rowsOf), [rowsOf]),
    gcTime: LIST_KEPT_MS,
  })
}

function withParameter(path: string, name: string, value: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
}

/** Has everything read again that is kept under one of these words. */
export function readAnew(...words: string[]): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => words.includes(String(queryKey[0])) })
}

/** What a part of a screen sends: which call is under way, and why the last one failed. */
export function useAction() {
  const [busy, setBusy] = useState('')
  const [failure, setFailure] = useState<Failure>()
  /** Waits for a call under a name; `then` gets what it answered. */
  async function run<Body>(name: string, sent: Promise<AnswerWith<Body>>, then?: (body: Body) => void) {
    setBusy(name)
    const answer = await sent
    setBusy('')
    setFailure(answer.ok ? undefined : answer)
    if (answer.ok) then?.(answer.body)
    return answer.ok
  }
  const errorOf = (field: string) => failure?.errors.find((error) => error.field === field)?.message
  return { busy, problem: failure?.message ?? '', errorOf, run }
}
