import {
  focusManager,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type InfiniteData,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { deskWords } from './words.ts'
import { pollHeader } from '#contract/paths.ts'
import { routeOf, type StaffCallName, type StaffCalls } from '#contract/calls/staff-calls.ts'
import type { RecordDetail } from '#contract/schemas/staff-records.ts'
import type { VacancyDetail } from '#contract/schemas/vacancies.ts'
import { oneAtATime } from '#web/lib/async.ts'
import { getJson, sendForJson, type Failure } from '#web/lib/api.ts'
import { CallError, queryClient, withPasskey } from './session.ts'
import { answersAs, makesStale } from './stale.ts'

type Taken<Name extends StaffCallName, Key extends 'params' | 'query' | 'body'> =
  StaffCalls[Name] extends Record<Key, infer Schema extends z.ZodMiniType>
    ? Record<Key, z.input<Schema>>
    : unknown

/** The input of a call, from its row in the table. */
export type Given<Name extends StaffCallName> = Taken<Name, 'params'> &
  Taken<Name, 'query'> &
  Taken<Name, 'body'>
/** The answer of a call. */
type Answered<Name extends StaffCallName> = z.output<StaffCalls[Name]['answer']>

interface Manner {
  /** A poll of the screen, which does not count as a use of the session. */
  isPoll?: boolean
  timeoutMs?: number
  /** Shown if the desk did not answer, or not in our words. */
  fallback?: string
}

/** Values by the names of the parameters or of the query; undefined ones are not sent. */
type Values = Record<string, string | number | null | undefined>

/** Returns the address of a call with its parameters and its query. */
export function addressOf(name: StaffCallName, given: { params?: Values; query?: Values }): string {
  const { params = {}, query = {} } = given
  const path = routeOf(name).url.replaceAll(/:(\w+)/g, (_, part: string) =>
    encodeURIComponent(String(params[part])),
  )
  const sent = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(sent.map(([key, value]) => [key, String(value)])).toString()
  return search ? `${path}?${search}` : path
}

/** The server validates answers by their schemas; a proxy's page in place of one is no object. */
const anObject = z.looseObject({})

/** Makes a call of the desk; asks for the passkey if one is required. Throws `CallError`. */
export async function call<Name extends StaffCallName>(
  name: Name,
  given: Given<Name>,
  { isPoll = false, timeoutMs, fallback = deskWords.failed }: Manner = {},
): Promise<Answered<Name>> {
  const { method } = routeOf(name)
  const { body, ...place } = given as { params?: Values; query?: Values; body?: unknown }
  const asked = {
    ...{ url: addressOf(name, place), schema: anObject, fallback },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
  const headers: Record<string, string> = isPoll ? { [pollHeader]: '1' } : {}
  const answer = await withPasskey(() =>
    method === 'GET' ? getJson({ ...asked, headers }) : sendForJson({ ...asked, method, body }),
  )
  const now = answer.ok ? (answer.body as unknown as Detail) : nowOf(answer)
  if (answersAs[name] && now) show(answersAs[name], now)
  if (answersAs[name] && now && answer.ok) made.add(versionOf(now))
  if (answer.ok || answer.cause.reason === 'refused') readAnew(makesStale[name])
  if (answer.ok) return answer.body as Answered<Name>
  throw new CallError(answer)
}

type Detail = RecordDetail | VacancyDetail

/** Returns the current record or vacancy that a refusal contains because somebody else changed it. */
function nowOf({ details }: Failure): Detail | undefined {
  const { record, vacancy } = (details ?? {}) as { record?: RecordDetail; vacancy?: VacancyDetail }
  return record ?? vacancy
}

/** Returns the current record or vacancy if a change was refused because another came before it. */
export function conflictOf<Now extends Detail>(error: unknown): Now | undefined {
  return error instanceof CallError ? (nowOf(error.failure) as Now | undefined) : undefined
}

/** Shows the record or vacancy of an answer without reading it again. */
function show(name: StaffCallName, now: Detail): void {
  const { kind, reference } = now as Partial<RecordDetail>
  const asked = { queryKey: [name, { params: { kind, reference } }], exact: true }
  const isBeingRead = queryClient.isFetching(asked) > 0
  queryClient.setQueryData(asked.queryKey, now)
  // A reading in progress may return an older version, so it starts again.
  if (isBeingRead) void queryClient.invalidateQueries(asked)
}

/** The versions that calls of this tab made. */
const made = new Set<string>()

function versionOf({ reference, version }: Detail): string {
  return `${reference} ${version}`
}

/** Returns whether calls of this tab made all changes between two versions. */
export function isMadeHere(before: Detail, now: Detail): boolean {
  for (let version = before.version + 1; version <= now.version; version++)
    if (!made.has(versionOf({ ...now, version }))) return false
  return true
}

interface Keeping<Data> {
  staleTime?: number
  gcTime?: number
  /** Milliseconds until the next automatic read while the screen is seen; undefined for none. */
  pollAfter?(data: Data | undefined): number | undefined
}

/** Reads by a call and caches the answer under its name and input. */
export function useCall<Name extends StaffCallName>(
  name: Name,
  given: Given<Name>,
  { pollAfter, ...keeping }: Keeping<Answered<Name>> = {},
) {
  const isPoll = useRef(false)
  const query = useQuery({
    queryKey: [name, given],
    queryFn: () => call(name, given, { isPoll: isPoll.current }),
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

/** A person who returns from a record finds the list as long as it was, and so at the same place. */
const LIST_KEPT_MS = 30 * 60_000

type Page = Record<string, unknown> & { next: string | number | null }
type Rows<Name extends StaffCallName, List> = List extends keyof Answered<Name>
  ? Extract<Answered<Name>[List], readonly unknown[]>
  : never

interface Paged<List> {
  list: List
  /** The parameter, or the field of the body, that continues after a page. */
  cursor: 'after' | 'before'
}

function pagesOf<Name extends StaffCallName>(name: Name, given: Given<Name>, cursor: 'after' | 'before') {
  return {
    queryKey: [name, given],
    queryFn: ({ pageParam }: { pageParam: string }) =>
      call(name, goingOn(given, pageParam && { [cursor]: pageParam })),
    initialPageParam: '',
    gcTime: LIST_KEPT_MS,
    getNextPageParam: (page: Answered<Name>) => {
      const { next } = page as Page
      return next === null ? undefined : String(next)
    },
  }
}

/** Reads a list page by page; its data are the rows of all pages that were read. */
export function usePages<Name extends StaffCallName, List extends keyof Answered<Name> & string>(
  name: Name,
  given: Given<Name>,
  { list, cursor }: Paged<List>,
) {
  return useInfiniteQuery({
    ...pagesOf(name, given, cursor),
    select: useCallback(
      ({ pages }: InfiniteData<Answered<Name>>) =>
        pages.flatMap((page) => (page as Page)[list]) as unknown as Rows<Name, List>,
      [list],
    ),
  })
}

/** Begins to read before a screen is rendered; the screen reads again if that failed. */
export function beginCall<Name extends StaffCallName>(name: Name, given: Given<Name>): void {
  void queryClient.prefetchQuery({ queryKey: [name, given], queryFn: () => call(name, given) })
}

/** Begins to read a list. */
export function beginPages<Name extends StaffCallName>(
  name: Name,
  given: Given<Name>,
  { cursor }: Paged<string>,
): void {
  void queryClient.prefetchInfiniteQuery(pagesOf(name, given, cursor))
}

/** Returns the input of a call with its cursor: in the body if it has one. */
function goingOn<Asked>(given: Asked, cursor: object | ''): Asked {
  const { body, query } = given as { body?: object; query?: object }
  return body ? { ...given, body: { ...body, ...cursor } } : { ...given, query: { ...query, ...cursor } }
}

function readAnew(names: readonly StaffCallName[] = []): void {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] })
}

/** Reads again what a call answered, unless that is in progress; resolves once what is shown of it is current. */
export function reread(name: StaffCallName): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [name] }, { cancelRefetch: false })
}

/** A mutation that a second press does not start again while it is in progress; `then` gets its result. */
export function useSending<Asked = void, Got = unknown>(
  send: (asked: Asked) => Promise<Got>,
  then?: (got: Got, asked: Asked) => void,
) {
  // A button is disabled only by the next rendering; this counts from the first press.
  const running = useRef(false)
  const mutation = useMutation<Got, CallError, Asked>({
    mutationFn: send,
    onSuccess: (got, asked) => then?.(got, asked),
  })
  const failure: Failure | undefined = mutation.error?.failure
  return {
    busy: mutation.isPending,
    problem: failure?.message ?? '',
    errorOf: (field: string) => failure?.errors.find((error) => error.field === field)?.message,
    submittedAt: mutation.submittedAt,
    send(asked: Asked) {
      // The mutation keeps the error.
      const settled = async () => void (await mutation.mutateAsync(asked).catch(() => undefined))
      void oneAtATime(running, settled)
    },
  }
}

/** The same for one call of the table. */
export function useSend<Name extends StaffCallName>(
  name: Name,
  then?: (got: Answered<Name>, given: Given<Name>) => void,
  manner?: Manner,
) {
  return useSending((given: Given<Name>) => call(name, given, manner), then)
}

/** Makes calls for a form, which shows itself why they are refused. */
export async function refusalOf(run: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    if (error instanceof CallError) return error.failure
    throw error
  }
}

/** Returns why the latest of these failed, if it did. */
export function problemOf(...sent: { problem: string; submittedAt: number }[]): string {
  return [...sent].sort((one, other) => other.submittedAt - one.submittedAt)[0]?.problem ?? ''
}
