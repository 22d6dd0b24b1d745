import { describe, expect, it } from 'vitest'
import { insertEnquiries, listEnquiries, newEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { listExecutives } from '#server/features/onboarding/registration/store.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { startServer } from '#tests/support/server.ts'

const CELLS = 1000
const WHOLE = 100

/** The same text with one character of it another, of which an encrypted one has the same alphabet. */
function bend(sealed: string, at: number): string {
  const place = at % sealed.length
  const other = sealed[place] === 'A' ? 'B' : 'A'
  return sealed.slice(0, place) + other + sealed.slice(place + 1)
}

describe('encrypted cells that were altered', () => {
  it('are each found, and hide no other record', async () => {
    await using server = await startServer()
    const { db, cipher } = server.deps
    const rows = Array.from({ length: CELLS + WHOLE }, (_, index) =>
      newEnquiry({ createdAt: Date.now() + index }),
    )
    for (let at = 0; at < rows.length; at += 100) await insertEnquiries(db, cipher, rows.slice(at, at + 100))
    const altered = rows.slice(0, CELLS).map(({ id }, index) => ({ id, index }))
    await db.transaction().execute(async (trx) => {
      for (const { id, index } of altered) {
        const row = await trx
          .selectFrom('records')
          .select('personal')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const bent = { personal: bend(row.personal, index * 7) }
        await trx.updateTable('records').set(bent).where('id', '=', id).execute()
      }
    })
    const found: string[] = []
    const listed = await Array.fromAsync(
      listEnquiries(db, cipher, { since: 0, unreadable: (id) => found.push(id) }),
    )
    expect(found.sort()).toEqual(altered.map(({ id }) => id).sort())
    expect(listed).toHaveLength(WHOLE)
  })

  it('of one record stop neither its neighbours nor the server', async () => {
    await using server = await startServer()
    const { db, cipher } = server.deps
    const [bad, good] = [await addExecutive(server.deps), await addExecutive(server.deps)]
    const sealed = await db
      .selectFrom('records')
      .select('personal')
      .where('id', '=', bad.id)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('records')
      .set({ personal: bend(sealed.personal, 40) })
      .where('id', '=', bad.id)
      .execute()
    const found: string[] = []
    const listed = await Array.fromAsync(
      listExecutives(db, cipher, { since: 0, unreadable: (id) => found.push(id) }),
    )
    expect([found, listed.map(({ id }) => id)]).toEqual([[bad.id], [good.id]])
    await server.workOff()
    expect((await postEnquiry(server.url)).status).toBe(201)
    await server.workOff()
    const jobs = await db
      .selectFrom('jobs')
      .select(['kind', 'status'])
      .where('kind', '=', 'enquiries.tell-agency')
      .execute()
    expect(jobs).toEqual([{ kind: 'enquiries.tell-agency', status: 'done' }])
  })
})
