import { expect, it } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { planOf } from '#tests/support/query-plan.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { activeBeside, openAttempts } from './store.ts'

const server = sharedServer()

it.each<[string, (db: Db) => Promise<unknown>]>([
  ['several are active', (db) => activeBeside(db, 'person')],
  ['another began before', (db) => openAttempts(db, { holderIndex: 'index', retryOf: 'person' })],
])('whether of one person’s mandates %s is found without reading everybody’s', async (_, query) => {
  const plan = await planOf(server.deps.db, query)
  expect(plan).toContain('mandates_executive_id')
  expect(plan).not.toMatch(/SCAN mandates|mandates_status|mandates_created/)
})
