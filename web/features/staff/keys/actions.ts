import { keyWords } from './words.ts'
import { statusNames } from '#contract/messages/staff.ts'
import type { StaffRole } from '#contract/schemas/staff-access.ts'
import { mayDo } from '#contract/calls/staff-calls.ts'
import {
  endedStatuses,
  kindOfReference,
  type RecordChange,
  type RecordDetail,
} from '#contract/schemas/staff-records.ts'
import { call } from '#web/features/staff/calls.ts'
import { moveTo, placeAt } from '#web/features/staff/router.tsx'
import { sentenceOf } from '#web/features/staff/screen.tsx'
import { queryClient } from '#web/features/staff/session.ts'
import { toast } from '#web/ui/toast.ts'
import { type Dialog, focus, type Key, type Subject } from './state.ts'

/** Does what a key does; returns the dialog that it opens, if any. */
export function act(key: Key, role: StaffRole): Dialog | undefined {
  if (key === '?') return { is: 'help' }
  if (key === 'j' || key === 'k') return void step(key === 'j' ? 1 : -1)
  if (key === 'o') return void openRow()
  if (key === 'd') return openDocument()
  const about = subjectNow()
  if (key === 'commands') return { is: 'commands', about, only: false }
  if (!about || !mayDo(role, 'records.change')) return undefined
  if (key === 'e') return { is: 'commands', about, only: true }
  if (mayMoveToInterview(about)) void change(about, { status: 'interview' })
  return undefined
}

/** Moves the focus to the next or previous row, or opens the next or previous record of the list. */
function step(by: -1 | 1): void {
  const other = document.querySelector<HTMLAnchorElement>(`main a[rel="${by > 0 ? 'next' : 'prev'}"]`)
  if (other) return other.click()
  const links = rowLinks()
  const at = currentRow(links)
  const link = links[at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]
  link?.focus()
  link?.scrollIntoView({ block: 'nearest' })
}

function openRow(): void {
  const links = rowLinks()
  const link = links[currentRow(links)]
  if (link) moveTo(link.pathname)
}

/** Closes the open document of the record and opens the next one, or opens the first. */
function openDocument(): undefined {
  const documents = [...document.querySelectorAll<HTMLElement>('main [data-document]')]
  const at = documents.findIndex((one) => one.dataset['document'] === 'open')
  for (const one of [documents[at], documents[(at + 1) % documents.length]])
    one?.querySelector('button')?.click()
  return undefined
}

function referenceIn(link: HTMLAnchorElement): string | undefined {
  const place = placeAt(link.pathname)
  return place.is === 'record' ? place.reference : undefined
}

/** Returns the links of the displayed rows, one for each row, in order. */
function rowLinks(): HTMLAnchorElement[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main :is(tr, li) a[href]')]
  const rows = new Map(links.filter(referenceIn).map((link) => [link.closest('tr, li'), link] as const))
  return [...rows.values()]
}

/** Returns the position of the row that had the focus last; -1 if there is none. */
function currentRow(links: readonly HTMLAnchorElement[]): number {
  const row = focus.last?.closest('tr, li')
  return links.findIndex((link) => row?.contains(link))
}

/** Returns the record of the screen, or of the row that had the focus last. */
function subjectNow(): Subject | undefined {
  const place = placeAt(location.pathname)
  if (place.is === 'record') return shownAs(place.reference)
  const links = rowLinks()
  const link = links[currentRow(links)]
  const reference = link && referenceIn(link)
  return reference === undefined ? undefined : shownAs(reference)
}

/** Returns a displayed record as it was last read by any call. */
function shownAs(reference: string): Subject | undefined {
  const queries = queryClient.getQueryCache().findAll({ type: 'active' })
  const newest = [...queries].sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  return newest.map(({ state }) => rowIn(state.data, reference)).find((found) => found !== undefined)
}

function rowIn(data: unknown, reference: string): Subject | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if ('reference' in data && data.reference === reference && 'version' in data) return data as Subject
  for (const part of Object.values(data)) {
    const found = rowIn(part, reference)
    if (found) return found
  }
  return undefined
}

/** The change of each record that is in progress. */
const changes = new Map<string, Promise<RecordDetail | undefined>>()

/**
 * Changes a record based on what was shown of it, and reports the result. A second press before the answer is based
 * on the first one's result, so it does not conflict with it.
 */
export async function change(subject: Subject, wanted: Wanted, assigned = ''): Promise<void> {
  const { reference, version } = subject
  const before = changes.get(reference)
  const made = (async () => {
    const mine = await before
    return changeNow({ ...subject, version: Math.max(version, mine?.version ?? 0) }, wanted, assigned)
  })()
  changes.set(reference, made)
  await made
  if (changes.get(reference) === made) changes.delete(reference)
}

type Wanted = Omit<RecordChange, 'version'>

/** Returns the changed record. */
async function changeNow(
  { reference, name, version }: Subject,
  wanted: Wanted,
  assigned: string,
): Promise<RecordDetail | undefined> {
  const kind = kindOfReference(reference)
  if (!kind) return undefined
  const who = name || reference
  try {
    const changed = await call('records.change', {
      params: { kind, reference },
      body: { version, ...wanted },
    })
    toast.success(
      wanted.status
        ? keyWords.nowStatus(who, statusNames[wanted.status])
        : keyWords.nowAssigned(who, assigned),
    )
    return changed
  } catch (error) {
    toast.error(`${who}: ${sentenceOf(error)}`)
    return undefined
  }
}

/** Returns whether one key moves it to interview; for rejected and withdrawn ones there is a command in words. */
export function mayMoveToInterview({ reference, status }: Pick<Subject, 'reference' | 'status'>): boolean {
  const isOver = endedStatuses.some((ended) => ended === status)
  return kindOfReference(reference) === 'applications' && status !== 'interview' && !isOver
}
