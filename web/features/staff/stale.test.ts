import { beforeEach, expect, it, vi } from 'vitest'
import { call } from './calls.ts'
import { queryClient } from './session.ts'

beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData(['today.read', {}], {})
  queryClient.setQueryData(['staff.list', {}], {})
})

it.each([
  ['an answer', async () => Response.json({}), true],
  ['a refusal', async () => Response.json({ message: 'No.' }, { status: 409 }), true],
  [
    'no answer',
    async () => {
      throw new TypeError('Failed to fetch')
    },
    false,
  ],
])('after %s, what a call makes out of date is read again or not', async (_, fetch, isStale) => {
  vi.stubGlobal('fetch', fetch)
  await call('jobs.retry', { params: { id: 'j1' } }).catch(() => undefined)
  expect(queryClient.getQueryState(['today.read', {}])?.isInvalidated).toBe(isStale)
  expect(queryClient.getQueryState(['staff.list', {}])?.isInvalidated).toBe(false)
})
