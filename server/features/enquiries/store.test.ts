import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { DecryptError } from '#server/platform/crypto/field-cipher.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { everythingKept, formsOf } from '#tests/support/stored-place.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { engines } from '#tests/support/place.ts'
import { startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { findEnquiry } from './store.ts'

describe.each(engines)('what is kept on %s', (engine) => {
  const server = sharedServer({ engine })

  it('shows no personal value in the data folder, the database, its log of changes or our log', async () => {
    const canary = () => randomBytes(9).toString('hex')
    const planted = {
      name: `Canary ${canary()}`,
      email: `canary-${canary()}@example.in`,
      phone: String(7_000_000_000 + (randomBytes(4).readUInt32BE() % 1_000_000_000)),
      enquiry: `A secret ${canary()}`,
    }
    const headers = { 'user-agent': `Browser ${canary()}`, 'x-forwarded-for': '203.0.113.77' }
    expect((await postEnquiry(server.url, planted, headers)).status).toBe(201)
    await postEnquiry(server.url, { ...planted, phone: `${planted.phone}x` }, headers)
    await postEnquiry(server.url, JSON.stringify(planted).slice(0, -1), headers)
    await fetch(`${server.url}${api.sendEnquiry}?email=${planted.email}`)
    await fetch(`${server.url}/${planted.name}`)
    await server.workOff()
    const shown = await fetch(`${server.url}/sandbox/messages`).then((response) => response.text())
    const kept = await everythingKept(server)
    expect(kept.length).toBeGreaterThan(1000)
    for (const value of [...Object.values(planted), headers['user-agent'], '203.0.113.77']) {
      for (const form of formsOf(value)) {
        expect([value, kept.includes(form)]).toEqual([value, false])
        expect([value, server.log().includes(form)]).toEqual([value, false])
      }
    }
    // The canaries were really there: the sandbox shows them, decrypted.
    expect(shown).toContain(planted.enquiry)
    expect(server.log()).toContain('"msg":"answered"')
  })

  it('does not open a value moved from another row or column', async () => {
    const { db, cipher } = server.deps
    await db.deleteFrom('enquiries').execute()
    await postEnquiry(server.url)
    await postEnquiry(server.url, { ...goodEnquiry, name: 'Someone Else' })
    const [one, two] = await db.selectFrom('enquiries').selectAll().execute()
    if (!one || !two) throw new Error('two enquiries were stored')
    await db.updateTable('enquiries').set({ name: two.name }).where('id', '=', one.id).execute()
    await expect(findEnquiry(db, cipher, one.id)).rejects.toThrow(DecryptError)
    await db.updateTable('enquiries').set({ name: one.email }).where('id', '=', one.id).execute()
    await expect(findEnquiry(db, cipher, one.id)).rejects.toThrow(DecryptError)
    expect(await findEnquiry(db, cipher, two.id)).toMatchObject({ enquiry: goodEnquiry.enquiry })
  })

  it('fails one mail and no other when one row was altered', async () => {
    const { db } = server.deps
    await db.deleteFrom('enquiries').execute()
    await db.deleteFrom('jobs').execute()
    await postEnquiry(server.url, { ...goodEnquiry, enquiry: 'altered' })
    await db
      .updateTable('enquiries')
      .set({ enquiry: sql`replace(enquiry, '.', '.A')` })
      .execute()
    await postEnquiry(server.url, { ...goodEnquiry, enquiry: 'whole' })
    await server.workOff()
    const jobs = await db.selectFrom('jobs').select(['status', 'last_failure']).orderBy('status').execute()
    expect(jobs).toEqual([
      { status: 'done', last_failure: null },
      { status: 'ready', last_failure: 'DecryptError' },
    ])
  })

  it('finds an enquiry again by e-mail and phone without holding either', async () => {
    const { db, cipher } = server.deps
    await db.deleteFrom('enquiries').execute()
    await postEnquiry(server.url, { ...goodEnquiry, email: 'Asha.Mehta@Example.IN' })
    const rows = await db.selectFrom('enquiries').select(['email_index', 'phone_index']).execute()
    expect(rows).toEqual([
      {
        email_index: cipher.index('enquiries.email', goodEnquiry.email),
        phone_index: cipher.index('enquiries.phone', goodEnquiry.phone),
      },
    ])
  })
})

describe('a mail server that quotes what it was given', () => {
  it('brings nothing of it into the log', async () => {
    await using mail = await startMailServer()
    await using server = await startServer({ settings: { MAIL_PROVIDER: 'smtp', SMTP_URL: mail.url } })
    for (const step of ['RCPT', 'message'] as const) {
      mail.replies = { [step]: '451 asha.mehta@example.in 9876543210 accountants in Surat' }
      await postEnquiry(server.url)
      await server.workOff()
    }
    expect(server.log()).toContain('a job failed and will be attempted again')
    expect(server.log()).not.toMatch(/asha|9876543210|accountants/i)
  })
})
