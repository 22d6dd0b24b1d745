import { expect, it } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { planOf } from '#tests/support/query-plan.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { activeBeside, openAttempts, unclaimed, unclaimedSince } from './store.ts'

const server = sharedServer()
const first = { before: 1, count: 1 }

it.each<[string, (db: Db) => Promise<unknown>]>([
  ['several are active', (db) => activeBeside(db, 'person')],
  ['another began before', (db) => openAttempts(db, { holderIndex: 'index', retryOf: 'person' })],
])('whether of one person’s mandates %s is found without reading everybody’s', async (_, query) => {
  const plan = await planOf(server.deps.db, query)
  expect(plan).toContain('mandates_executive_id')
  expect(plan).not.toMatch(/SCAN mandates|mandates_status|mandates_created/)
})

it.each<[string, (db: Db) => Promise<unknown>]>([
  [
    'of which staff were not told',
    (db) => unclaimed(db, server.deps.cipher, { ...first, unreadable: () => undefined }),
  ],
  ['that Today lists', (db) => unclaimedSince(db, first)],
])('live mandates that no registration names, %s, are found without reading all', async (_, query) => {
  expect(await planOf(server.deps.db, query)).toContain('mandates_unclaimed')
})
