import { conflictWords, recordWords } from '#contract/messages/staff-record.ts'
import { statusNames } from '#contract/messages/staff.ts'
import type { RecordChange, RecordDetail } from '#contract/schemas/staff-records.ts'

type Work = Pick<RecordDetail, 'status' | 'assignedTo'>

function shown({ status, assignedTo }: Work): [label: string, words: string][] {
  return [
    [recordWords.status, statusNames[status]],
    [recordWords.assigned, assignedTo?.name ?? recordWords.nobody],
  ]
}

/** What another person changed between two readings of a record, a sentence each. */
export function changesBetween(before: Work, now: Work): string[] {
  const then = new Map(shown(before))
  return shown(now)
    .filter(([label, words]) => then.get(label) !== words)
    .map(([label, words]) => conflictWords.changedField(label, then.get(label) ?? '', words))
}

/** What a change sets, in words. */
export function wantedWords(
  { status, assignedTo }: Omit<RecordChange, 'version'>,
  colleagues: { id: string; name: string }[],
): { label: string; words: string } {
  const person = colleagues.find(({ id }) => id === assignedTo)
  const set = [
    ...(status ? [[recordWords.status, statusNames[status]]] : []),
    ...(assignedTo === undefined ? [] : [[recordWords.assigned, person?.name ?? recordWords.nobody]]),
  ]
  const [labels, words] = [0, 1].map((part) => set.map((one) => one[part]).join(', '))
  return { label: labels ?? '', words: words ?? '' }
}
