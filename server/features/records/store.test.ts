import { expect, it } from 'vitest'
import { goodApplication } from '#tests/support/application.ts'
import { newHead } from '#tests/support/enquiry.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { atDesk, recordLines } from '#server/platform/mail-text.ts'
import { findRecord, insertRecords } from './store.ts'

const server = sharedServer()

it('a record that is older than a field of its form has that field empty, and its mail does not mention it', async () => {
  const { db, cipher } = server.deps
  const kind = 'applications'
  const stored = { ...goodApplication, ...newHead(kind) }
  await insertRecords(db, cipher, { kind, records: [stored] })
  const { role: _, ...older } = goodApplication
  const personal = cipher.encrypt(
    { table: 'records', column: 'personal', row: stored.id },
    JSON.stringify(older),
  )
  await db.updateTable('records').set({ personal }).where('id', '=', stored.id).execute()
  const read = await findRecord(db, cipher, { kind, id: stored.id })
  expect(read).toMatchObject({ ...older, role: '' })
  expect(recordLines(read ?? stored, atDesk('', kind, stored)).join()).not.toContain('Role')
})
