import { afterEach, expect, it, vi } from 'vitest'
import { BULK_MAX, bulkChange } from '#contract/schemas/staff-records.ts'
import { changeAll } from './change-all.ts'

afterEach(() => vi.unstubAllGlobals())

const selected = Array.from({ length: 2 * BULK_MAX + 1 }, (_, version) => ({
  reference: `AP-${String(version).padStart(6, '0')}`,
  version,
}))
const [first, second, third] = [0, 1, 2].map((batch) =>
  selected.slice(batch * BULK_MAX, (batch + 1) * BULK_MAX),
)

function namesIn(batch = selected): string[] {
  return batch.map(({ reference }) => reference)
}

/** A desk that takes what its schema takes, and has the n-th call answered by `answers[n]` where that is there. */
function stubDesk(answers: Record<number, Response> = {}) {
  const taken: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { records, ...wanted } = bulkChange.parse(JSON.parse(body))
    taken.push({ records, ...wanted })
    const changed = records.map(({ reference }) => reference)
    return answers[taken.length] ?? Response.json({ changed, left: [], refused: [] })
  })
  return taken
}

it('changes more records than one call takes in calls of as many as it takes, and answers for all', async () => {
  const taken = stubDesk({ 2: Response.json({ changed: ['AP-7K3M9Q'], left: ['AP-7K3M9R'], refused: [] }) })
  const answer = await changeAll('applications', selected, { status: 'interview' })
  expect(taken).toEqual([first, second, third].map((records) => ({ records, status: 'interview' })))
  expect(answer).toEqual({
    all: { changed: [...namesIn(first), 'AP-7K3M9Q', ...namesIn(third)], left: ['AP-7K3M9R'], refused: [] },
  })
})

it('asks no further after a call that failed, and says what was changed before it', async () => {
  const body = { message: 'Something went wrong on our side.', code: 'internal' }
  const taken = stubDesk({ 2: Response.json(body, { status: 500 }) })
  const { all, failure } = await changeAll('applications', selected, { assignedTo: null })
  expect(failure).toMatchObject({ ok: false, message: 'Something went wrong on our side.' })
  expect(all).toEqual({ changed: namesIn(first), left: [], refused: [] })
  expect(taken).toHaveLength(2)
})
