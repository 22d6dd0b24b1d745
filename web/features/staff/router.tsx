import { useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react'
import { staffPages } from '#contract/paths.ts'
import { kindOfReference, reference, recordKind, type RecordKind } from '#contract/schemas/staff-records.ts'

/** What an address below `/staff` shows. */
export type Place =
  | { is: 'list'; kind: RecordKind }
  | { is: 'record'; kind: RecordKind; reference: string }
  | { is: 'today' | 'board' | 'search' | 'unknown' | OtherScreen }

/** Screens that are one address each. */
const otherScreens = ['enrol', 'privacy', 'people', 'webhooks', 'account'] as const
type OtherScreen = (typeof otherScreens)[number]

export const deskPaths = { board: `${staffPages.applications}/board`, search: `${staffPages.home}/search` }

/** Reads a path; letter case and a slash at the end do not matter. */
export function placeAt(path: string): Place {
  const [first = '', second, ...more] = path.toLowerCase().split('/').filter(Boolean).slice(1)
  if (more.length > 0) return { is: 'unknown' }
  const kind = recordKind.safeParse(first)
  if (kind.success) return placeInList(kind.data, second)
  if (second !== undefined) return { is: 'unknown' }
  if (first === '') return { is: 'today' }
  if (first === 'search') return { is: 'search' }
  return { is: otherScreens.find((screen) => screen === first) ?? 'unknown' }
}

function placeInList(kind: RecordKind, second: string | undefined): Place {
  if (second === undefined) return { is: 'list', kind }
  if (kind === 'applications' && second === 'board') return { is: 'board' }
  const named = reference.safeParse(second.toUpperCase())
  if (!named.success || kindOfReference(named.data) !== kind) return { is: 'unknown' }
  return { is: 'record', kind, reference: named.data }
}

/** The address of one record; every list, mail and webhook leads to the same. */
export function recordPath(name: string): string {
  return `${staffPages[kindOfReference(name) ?? 'enquiries']}/${name}`
}

const moved = 'desk-moved'
let hasMoved = false

/** Whether the screen came by a link at the desk, and so takes the focus. */
export function cameByLink(): boolean {
  return hasMoved
}

interface Move {
  /** In the place of the address that is left, as while filters are set. */
  replace?: boolean
  /** What may not stand in an address, such as a name that is searched for. */
  state?: unknown
}

/** The list, board or results from which a record was opened. */
export interface Origin {
  address: string
  /** What stood beside that address. */
  state: unknown
}

/** What a record keeps beside its address, which the browser holds with it; one opened from another keeps the other's. */
function originFor(address: string): unknown {
  if (placeAt(new URL(address, location.href).pathname).is !== 'record') return null
  const state: unknown = history.state
  const { is } = placeAt(location.pathname)
  if (is === 'record') return state
  const isOrigin = is === 'list' || is === 'board' || is === 'search'
  return isOrigin ? { address: location.pathname + location.search, state } : null
}

/** Reads back what a record keeps. */
export function originOf(kept: unknown): Origin | undefined {
  if (typeof kept !== 'object' || kept === null || !('address' in kept && 'state' in kept)) return undefined
  const { address, state } = kept
  return typeof address === 'string' ? { address, state } : undefined
}

/** Leads to another address of the desk. */
export function moveTo(address: string, { replace = false, state = originFor(address) }: Move = {}): void {
  const isOther = new URL(address, location.href).pathname !== location.pathname
  history[replace ? 'replaceState' : 'pushState'](state, '', address)
  hasMoved ||= isOther
  if (isOther) scrollTo(0, 0)
  dispatchEvent(new Event(moved))
}

/** Listens to events of the window; answers how to stop. */
export function listenTo(names: string[], run: (event: Event) => void): () => void {
  for (const name of names) addEventListener(name, run)
  return () => {
    for (const name of names) removeEventListener(name, run)
  }
}

function listen(changed: () => void): () => void {
  return listenTo([moved, 'popstate'], ({ type }) => {
    hasMoved ||= type === 'popstate'
    changed()
  })
}

export function usePath(): string {
  return useSyncExternalStore(listen, () => location.pathname)
}
/** The part after `?`, without it. */
export function useQueryText(): string {
  return useSyncExternalStore(listen, () => location.search.slice(1))
}
/** What `moveTo` was given beside the address. */
export function useMoveState(): unknown {
  return useSyncExternalStore(listen, () => history.state as unknown)
}

/** A link within the desk, with what stands beside its address; with a modifier key it opens as every other link. */
export function Link({ href, state, ...rest }: ComponentProps<'a'> & { href: string; state?: unknown }) {
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    moveTo(href, { state })
  }
  return <a href={href} onClick={follow} {...rest} />
}
