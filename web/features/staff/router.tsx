import { useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react'
import * as z from 'zod/mini'
import { staffPages } from '#contract/paths.ts'
import { kindOfReference, reference, recordKind, type RecordKind } from '#contract/schemas/staff-records.ts'
import { workLists, type WorkList } from '#contract/schemas/staff-today.ts'
import { vacancyReference } from '#contract/schemas/vacancy-named.ts'

/** What an address below `/staff` shows. */
export type Place =
  | { is: 'list'; kind: RecordKind }
  | { is: 'record'; kind: RecordKind; reference: string }
  /** A list of work over all kinds. */
  | { is: 'work'; of: WorkList }
  /** Without a reference: a new one. */
  | { is: 'vacancy'; reference?: string }
  | { is: 'vacancyBoard'; reference: string }
  | { is: 'today' | 'vacancies' | 'board' | 'search' | 'unknown' | OtherScreen }

/** Screens with one address each. */
const otherScreens = ['enrol', 'privacy', 'people', 'webhooks', 'account'] as const
type OtherScreen = (typeof otherScreens)[number]

export const deskPaths = { board: `${staffPages.applications}/board`, search: `${staffPages.home}/search` }

/** Reads a path; letter case and a slash at the end do not matter. */
export function placeAt(path: string): Place {
  const [first = '', second, ...more] = path.toLowerCase().split('/').filter(Boolean).slice(1)
  if (first === 'vacancies') return placeOfVacancy(second, more)
  if (more.length > 0) return { is: 'unknown' }
  const kind = recordKind.safeParse(first)
  if (kind.success) return placeInList(kind.data, second)
  if (second !== undefined) return { is: 'unknown' }
  if (first === '') return { is: 'today' }
  if (first === 'search') return { is: 'search' }
  const of = workLists.find((list) => list === first)
  if (of) return { is: 'work', of }
  return { is: otherScreens.find((screen) => screen === first) ?? 'unknown' }
}

function placeInList(kind: RecordKind, second: string | undefined): Place {
  if (second === undefined) return { is: 'list', kind }
  if (kind === 'applications' && second === 'board') return { is: 'board' }
  const named = reference.safeParse(second.toUpperCase())
  if (!named.success || kindOfReference(named.data) !== kind) return { is: 'unknown' }
  return { is: 'record', kind, reference: named.data }
}

function placeOfVacancy(second: string | undefined, [part, ...more]: string[]): Place {
  if (second === undefined) return { is: 'vacancies' }
  if (second === 'new' && part === undefined) return { is: 'vacancy' }
  const { data } = vacancyReference.safeParse(second.toUpperCase())
  if (data === undefined || more.length > 0) return { is: 'unknown' }
  if (part === undefined) return { is: 'vacancy', reference: data }
  return part === 'board' ? { is: 'vacancyBoard', reference: data } : { is: 'unknown' }
}

export function vacancyPath(reference: string): string {
  return `${staffPages.vacancies}/${reference}`
}

export function vacancyBoardPath(reference: string): string {
  return `${vacancyPath(reference)}/board`
}

export function workPath(of: WorkList): string {
  return `${staffPages.home}/${of}`
}

/** Returns the address of one record, the same in every list, mail and webhook. */
export function recordPath(name: string): string {
  return `${staffPages[kindOfReference(name) ?? 'enquiries']}/${name}`
}

const moved = 'desk-moved'
let shown = ''
let arrival: { left: string } | undefined

/** Stores which path was left for which. */
function noteArrival(isBack: boolean): void {
  if (location.pathname === shown) return
  const { is } = placeAt(shown)
  arrival = { left: isBack && (is === 'record' || is === 'vacancy') ? shown : '' }
  shown = location.pathname
}

/** Returns how the screen was reached, if by a link at the desk or the browser's Back; `left` is the record before it. */
export function cameByLink(): { left: string } | undefined {
  return arrival
}

/** The list, board or results from which a record was opened; kept in the history's state. */
const origin = z.object({
  address: z.string(),
  /** How many entries of the browser's history it is before the record. */
  back: z.number(),
})

const origins: Place['is'][] = ['list', 'board', 'vacancyBoard', 'search', 'today', 'work']

/** Returns the origin of a record that is opened now; one opened from another record gets that one's origin. */
function originFor(address: string): unknown {
  if (placeAt(new URL(address, location.href).pathname).is !== 'record') return null
  const { is } = placeAt(location.pathname)
  if (origins.includes(is)) return { address: location.pathname + location.search, back: 1 }
  const before = origin.safeParse(history.state)
  return is === 'record' && before.success ? { ...before.data, back: before.data.back + 1 } : null
}

/** Returns where the present record was opened; undefined if its address was opened directly. */
export function useOrigin() {
  return origin.safeParse(useMoveState()).data
}

interface Move {
  /** Replaces the current address, for example while filters are set. */
  replace?: boolean
  /** What an address must not contain, such as a searched name. */
  state?: unknown
}

/** Goes to another address of the desk. */
export function moveTo(address: string, { replace = false, state = originFor(address) }: Move = {}): void {
  const isOther = new URL(address, location.href).pathname !== location.pathname
  history[replace ? 'replaceState' : 'pushState'](state, '', address)
  if (isOther) scrollTo(0, 0)
  dispatchEvent(new Event(moved))
}

/** Listens to events of the window; returns a function that stops it. */
export function listenTo(names: string[], run: (event: Event) => void): () => void {
  for (const name of names) addEventListener(name, run)
  return () => {
    for (const name of names) removeEventListener(name, run)
  }
}

function listen(changed: () => void): () => void {
  shown ||= location.pathname
  return listenTo([moved, 'popstate'], ({ type }) => {
    noteArrival(type === 'popstate')
    changed()
  })
}

export function usePath(): string {
  return useSyncExternalStore(listen, () => location.pathname)
}
/** Returns the part of the address after `?`. */
export function useQueryText(): string {
  return useSyncExternalStore(listen, () => location.search.slice(1))
}
/** Returns the state that `moveTo` was given. */
export function useMoveState(): unknown {
  return useSyncExternalStore(listen, () => history.state as unknown)
}

interface LinkProps extends ComponentProps<'a'> {
  href: string
  /** How many history entries back its address is; going back restores it and its scroll position. */
  back?: number | undefined
}

/** A link within the desk; with a modifier key it opens like any other link. */
export function Link({ href, back, ...rest }: LinkProps) {
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (back) history.go(-back)
    else moveTo(href)
  }
  return <a href={href} onClick={follow} {...rest} />
}

/** A link to a record by its reference. */
export function RecordLink({ reference }: { reference: string }) {
  return (
    <Link href={recordPath(reference)} className="link font-semibold whitespace-nowrap digits">
      {reference}
    </Link>
  )
}
