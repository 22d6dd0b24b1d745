import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { statusNames } from '#contract/messages/staff.ts'
import type { StaffMe } from '#contract/schemas/staff-access.ts'
import type { RecordDetail, RecordStatus } from '#contract/schemas/staff-records.ts'
import { keyWords } from '#web/features/staff/keys/words.ts'
import { type NamedRecord, useRecord } from '#web/features/staff/records.ts'
import { queryClient, Self } from '#web/features/staff/session.ts'
import { conflictWords, recordWords } from './words.ts'
import { WorkFields } from './work-fields.tsx'

const self = { id: 'asha', name: 'Asha', role: 'recruiter' } as StaffMe
const ravi = { id: 'ravi', name: 'Ravi' }
const named = { kind: 'applications', reference: 'AP-7K3M9Q' } as const
/** The record on the server. */
let record: RecordDetail

/** Changes the record as somebody does. */
function setStatus(by: { id: string; name: string }, status: RecordStatus): void {
  const text = `${record.status} to ${status}`
  const changed = { at: `2026-11-28T06:00:0${record.version}.000Z`, kind: 'status' as const, by, text }
  record = { ...record, status, version: record.version + 1, timeline: [changed, ...record.timeline] }
}

/** The versions with which changes were requested. */
let asked: number[]
/** Holds back the answer to a reading, if there is one. */
let held: Promise<unknown> | undefined

function answer(url: string, init?: RequestInit): Response {
  if (url.includes('colleagues')) return Response.json({ people: [self, ravi] })
  if (init?.method !== 'PATCH') return Response.json(record)
  const { version, status } = JSON.parse(String(init.body)) as { version: number; status: RecordStatus }
  asked.push(version)
  const refused = { message: 'Somebody else was first.', code: 'changed_meanwhile', record }
  if (version !== record.version) return Response.json(refused, { status: 409 })
  setStatus(self, status)
  return Response.json(record)
}

function Shown() {
  const { data } = useRecord(named)
  return data && <WorkFields record={{ ...data, ...named } as NamedRecord} />
}

beforeEach(async () => {
  queryClient.clear()
  asked = []
  held = undefined
  record = { ...named, status: 'new', assignedTo: null, version: 1, timeline: [] as unknown } as RecordDetail
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const answered = answer(url, init)
    const late = init?.method !== 'PATCH' && url.endsWith(named.reference) ? held : undefined
    if (late) held = undefined
    await late
    return answered
  })
  render(
    <QueryClientProvider client={queryClient}>
      <Self value={self}>
        <Shown />
      </Self>
    </QueryClientProvider>,
  )
  await screen.findByLabelText(recordWords.status)
})

function choose(status: RecordStatus): void {
  fireEvent.change(screen.getByLabelText(recordWords.status), { target: { value: status } })
}
function press(name: string): void {
  fireEvent.click(screen.getByRole('button', { name }))
}
function conflict() {
  return screen.queryByText(conflictWords.title)
}

test("a person's own other press, here or in another tab, is no change by somebody else", async () => {
  choose('shortlisted')
  press(keyWords.toInterview)
  await waitFor(() => expect(record.status).toBe('interview'))
  setStatus(self, 'new')
  press(recordWords.save)
  await screen.findByText(recordWords.saved)
  expect([record.status, asked, conflict()]).toEqual(['shortlisted', [1, 2, 3], null])
})

test('the second person to save is told what the first one changed, and their choice stays', async () => {
  choose('shortlisted')
  setStatus(ravi, 'interview')
  // When the record is read again, another person's change does not interrupt a choice.
  await act(() => queryClient.invalidateQueries({ queryKey: ['records.read'] }))
  expect(conflict()).toBeNull()
  press(recordWords.save)
  await screen.findByText(conflictWords.title)
  screen.getByText(conflictWords.changedField(recordWords.status, statusNames.new, statusNames.interview))
  expect([record.status, asked]).toEqual(['interview', [1]])

  press(conflictWords.mine(statusNames.shortlisted))
  await screen.findByText(recordWords.saved)
  expect([record.status, asked, conflict()]).toEqual(['shortlisted', [1, 2], null])
})

test("discards a choice in favour of the first person's change", async () => {
  choose('shortlisted')
  setStatus(ravi, 'offered')
  press(recordWords.save)
  await screen.findByText(conflictWords.title)
  press(conflictWords.theirs)
  expect(conflict()).toBeNull()
  expect(screen.getByLabelText<HTMLSelectElement>(recordWords.status).value).toBe('offered')
  // A later choice is based on their change.
  choose('placed')
  press(recordWords.save)
  await screen.findByText(recordWords.saved)
  expect(asked).toEqual([1, 2])
})

test('a reading that was under way before a change was saved does not undo it on the screen', async () => {
  const gate = Promise.withResolvers<void>()
  held = gate.promise
  const before = queryClient.invalidateQueries({ queryKey: ['records.read'] })
  await waitFor(() => expect(held).toBeUndefined())
  choose('shortlisted')
  press(recordWords.save)
  await screen.findByText(recordWords.saved)
  gate.resolve()
  await before
  expect(queryClient.getQueryData(['records.read', { params: named }])).toMatchObject({
    status: 'shortlisted',
  })
})
