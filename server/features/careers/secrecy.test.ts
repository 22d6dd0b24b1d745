import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DecryptError } from '#server/platform/crypto/field-cipher.ts'
import { goodApplication, documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { turnedPhoto } from '#tests/support/bad-files/good-files.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { engines } from '#tests/support/place.ts'
import { startServer } from '#tests/support/server.ts'
import { everythingKept, formsOf } from '#tests/support/stored-place.ts'
import { findApplication } from './store.ts'

describe.each(engines)('what is kept of an application on %s', (engine) => {
  it('shows no personal value and no content, wherever one looks', async () => {
    await using server = await startServer({ engine })
    const canary = () => `canary${randomBytes(9).toString('hex')}`
    const planted = {
      ...somebody(),
      full_name: canary(),
      email: `${canary()}@example.in`,
      address: canary(),
      date_of_birth: '1971-12-03',
    }
    const content = { resume: canary(), name: canary(), refused: canary() }
    const documents = [
      documentPart('resume', buildPdf({ content: `BT (${content.resume}) Tj ET` }), `${content.name}.pdf`),
      documentPart('pan_card', await turnedPhoto(), `${content.name}.jpg`),
    ]
    expect((await postApplication(server.url, planted, documents)).status).toBe(201)
    expect((await postApplication(server.url, planted, documents)).status).toBe(409)
    expect(
      (await postApplication(server.url, { ...planted, phone: `${planted.phone}x` }, documents)).status,
    ).toBe(422)
    expect(
      (
        await postApplication(server.url, somebody(), [
          documentPart('resume', Buffer.from(content.refused), `${content.name}.pdf`),
        ])
      ).status,
    ).toBe(415)
    await server.workOff()
    const shown = await fetch(`${server.url}/sandbox/messages`).then((response) => response.text())
    const everything = await everythingKept(server)
    for (const value of [...Object.values(planted), ...Object.values(content), 'Canary']) {
      for (const form of formsOf(value)) {
        expect([value, everything.includes(form)]).toEqual([value, false])
        expect([value, server.log().includes(form)]).toEqual([value, false])
      }
    }
    expect(everything.length).toBeGreaterThan(10_000)
    expect(shown).toContain(planted.full_name)
    expect(shown).not.toContain(content.resume)
    expect(shown).not.toContain(content.name)
  })

  it('does not open when it was moved or altered, and says nothing but that', async () => {
    await using server = await startServer({ engine })
    const { db, cipher } = server.deps
    await postApplication(server.url, goodApplication)
    const [row] = await db.selectFrom('applications').selectAll().execute()
    if (!row) throw new Error('one was stored')
    await db.updateTable('applications').set({ full_name: row.email }).execute()
    await expect(findApplication(db, cipher, row.id)).rejects.toThrow(DecryptError)
    await db.updateTable('applications').set({ full_name: row.full_name }).execute()
    const [file] = await db.selectFrom('application_files').selectAll().execute()
    await db
      .updateTable('application_files')
      .set({ name: row.full_name })
      .where('id', '=', file?.id ?? '')
      .execute()
    await expect(findApplication(db, cipher, row.id)).rejects.toThrow(DecryptError)
  })
})
