import { afterEach, expect, it, vi } from 'vitest'
import { draftOf, keepDraft, onDraftChange, sendWaiting } from './note-outbox.ts'

afterEach(() => vi.unstubAllGlobals())

it('sends what waits once, also what begins to wait meanwhile and where the browser stores nothing', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  const wait = (reference: string) =>
    keepDraft('asha', reference, { id: crypto.randomUUID(), text: 'Rings back.', waits: true })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    if (asked.push(url) === 1) wait('AP-7K3M9R')
    throw new TypeError('Failed to fetch')
  })
  const told: string[] = []
  for (const reference of ['AP-7K3M9Q', 'AP-7K3M9R']) onDraftChange(reference, () => told.push(reference))
  wait('AP-7K3M9Q')
  await Promise.all([sendWaiting('asha'), sendWaiting('asha')])
  expect(asked).toEqual([
    expect.stringContaining('/applications/AP-7K3M9Q/notes'),
    expect.stringContaining('/applications/AP-7K3M9R/notes'),
  ])
  expect(told).toEqual(['AP-7K3M9Q', 'AP-7K3M9R'])
  expect(draftOf('asha', 'AP-7K3M9Q')).toMatchObject({ text: 'Rings back.', waits: true })
  expect(draftOf('ravi', 'AP-7K3M9Q')).toMatchObject({ text: '', waits: false })
})

it('gives a note back after three faults of the desk, to be changed, withdrawn or sent again', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  const body = JSON.stringify({ message: 'Something went wrong on our side.', code: 'internal' })
  const fetch = vi.fn(async () => new Response(body, { status: 500 }))
  vi.stubGlobal('fetch', fetch)
  keepDraft('mira', 'AP-7K3M9Q', { id: crypto.randomUUID(), text: 'Rings back.', waits: true })
  for (const waits of [true, true, false]) {
    await sendWaiting('mira')
    expect(draftOf('mira', 'AP-7K3M9Q')).toMatchObject({ text: 'Rings back.', waits })
  }
  expect(draftOf('mira', 'AP-7K3M9Q').problem).toBe('Something went wrong on our side.')
  await sendWaiting('mira')
  expect(fetch).toHaveBeenCalledTimes(3)
})
