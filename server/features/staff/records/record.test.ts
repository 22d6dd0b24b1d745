import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordDetail } from '#contract/schemas/staff-records.ts'
import { encryptBytes } from '#server/platform/crypto/file-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import { picture } from '#tests/support/bad-files/pictures.ts'
import { buildDocx } from '#tests/support/bad-files/zip.ts'
import {
  addApplication,
  addEnquiry,
  type Desk,
  deskAs,
  freshApplication,
  lastAudit,
  referenceOf,
} from '#tests/support/desk-records.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { addStaff } from '#tests/support/staff.ts'

const docx = buildDocx()

describe.each(enginesInTurn)('a record at the desk on %s', (engine) => {
  const server = sharedServer({ engine })
  let desk: Desk
  let owner: Desk
  let me: string
  beforeAll(async () => {
    me = await addStaff(server.deps, 'recruiter', 'Kiran Shah')
    desk = await deskAs(server, 'recruiter', { staffId: me })
    owner = await deskAs(server, 'owner')
  })
  const fresh = (change = {}) => freshApplication(server.deps, change)

  it('is shown masked, and its contact to whoever asks, which is noted twice', async () => {
    const { path, reference } = await fresh({ email: 'asha@example.in', address: '7 Lal Darwaja' })
    const masked = await desk<RecordDetail>(path)
    expect(masked.body.timeline.map(({ kind }) => kind)).toEqual(['received'])
    expect(masked.text).not.toMatch(/asha@example|1998/)
    expect(masked.body).toMatchObject({ email: 'a***@e***.in', phone: expect.stringMatching(/^\*{6}\d{4}$/) })
    const shown = await desk(`${path}/contact`, {})
    expect(shown.body).toMatchObject({ email: 'asha@example.in' })
    expect(shown.text).toContain('28 Feb 1998')
    expect(await lastAudit(server)).toMatchObject({ action: 'reveal', actor: `staff:${me}`, reference })
    const { timeline } = (await desk<RecordDetail>(path)).body
    expect(timeline[0]).toMatchObject({ kind: 'looked', by: { id: me, name: 'Kiran Shah' } })
  })

  it('says which language the person reads', async () => {
    const { path } = await fresh({ language: 'gu' })
    expect((await desk<RecordDetail>(path)).body.facts).toContainEqual({ label: 'Reads', value: 'Gujarati' })
  })

  it.each([
    ['7 Lal Darwaja', ''],
    ['7 Lal Darwaja\nNear the tower, Surat - 395001', 'Surat'],
    ['B-12 Sea View, Ring Road, Rajkot, 360001.', 'Rajkot'],
    ['12/A, Ring Road 4', 'Ring Road'],
  ])('shows of the address «%s» no more than «%s» until its contact is shown', async (address, place) => {
    const { path, reference } = await fresh({ address })
    const detail = await desk<RecordDetail>(path)
    expect(detail.body.place).toBe(place)
    const conflict = await desk(path, { version: 99, status: 'rejected' }, 'PATCH')
    expect(conflict.status).toBe(409)
    const masked = [
      detail,
      conflict,
      await desk('search', { q: reference }),
      await desk('records/applications'),
    ]
    for (const { text } of masked) {
      expect(text).toContain(reference)
      expect(text).not.toContain(address.split(/[,\n]/)[0])
    }
    expect((await desk(`${path}/contact`, {})).text).toContain(JSON.stringify(address).slice(1, -1))
  })

  it('says in its timeline what happened in the words of the desk', async () => {
    const { path, reference } = await fresh({ fields: ['edu_certificate'] })
    await desk(path, { version: 1, status: 'interview' }, 'PATCH')
    await desk(`documents/${reference}-edu_certificate`)
    const { timeline } = (await desk<RecordDetail>(path)).body
    const texts = timeline.map(({ text }) => text)
    expect(texts).toContain('Status: New → Interview')
    expect(texts).toContain('Document opened: Education certificate')
  })

  it('names others with the same e-mail or phone', async () => {
    const person = await addExecutive(server.deps)
    const enquiry = await addEnquiry(server.deps, { email: person.email.toUpperCase() })
    const application = await addApplication(server.deps, { phone: person.phone })
    const { body } = await desk<RecordDetail>(`records/executives/${person.reference}`)
    const [byEmail, byPhone] = [
      await referenceOf(server.deps, 'enquiries', enquiry),
      await referenceOf(server.deps, 'applications', application),
    ]
    expect(body.also).toEqual([
      { reference: byEmail, same: ['email'], verified: false },
      { reference: byPhone, same: ['phone'], verified: false },
    ])
    const other = await desk<RecordDetail>(`records/applications/${byPhone}`)
    expect(other.body.also).toEqual([{ reference: person.reference, same: ['phone'], verified: true }])
    expect(body.timeline.map(({ kind }) => kind)).toContain('received')
    expect(body.facts).toContainEqual({ label: 'Gender', value: 'Female' })
    // What the site made itself was scanned by nobody, and is no upload of a size.
    expect(body.files).toMatchObject([{ field: 'photo', bytes: null, scan: null }])
  })

  it('shows bank details to an owner alone, and sends the link or asks the gateway again', async () => {
    const { reference } = await addExecutive(server.deps)
    const path = `records/executives/${reference}`
    expect((await desk(`${path}/bank`, {})).status).toBe(403)
    expect((await owner(`${path}/bank`, {})).text).toContain('123456789012')
    expect((await owner(path)).text).not.toContain('123456789012')
    const linked = await desk<RecordDetail>(`executives/${reference}/link`, {})
    expect(linked.body.timeline.some(({ kind, by }) => kind === 'link' && by?.id === me)).toBe(true)
    expect(await lastAudit(server)).toMatchObject({ action: 'replace_link', actor: `staff:${me}` })
    const asked = await desk<RecordDetail>(`executives/${reference}/mandate`, {})
    expect([asked.status, asked.body.timeline.some(({ kind }) => kind === 'mandate')]).toEqual([200, true])
    expect(await lastAudit(server)).toMatchObject({ action: 'refresh', actor: `staff:${me}` })
  })

  it('opens documents as files that run nothing, pictures without EXIF, and a DOCX as text', async () => {
    const { cipher, files } = server.deps
    const photo = await picture(30, 40)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    const stored = { resume: ['docx', docx], pan_card: ['jpg', photo] } as const
    const documents = []
    for (const [field, [kind, bytes]] of Object.entries(stored)) {
      const id = newId()
      await files.put(id, await encryptBytes(cipher, id, bytes))
      documents.push({ id, field, name: 'm\r\ny.pdf', kind, size: bytes.length, scan: 'off' as const })
    }
    const { reference } = await fresh({ documents })
    const opened = await desk(`documents/${reference}-pan_card`)
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${reference}-pan_card.jpg"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect([photo.includes('secret place'), opened.text.includes('secret place')]).toEqual([true, false])
    expect(await lastAudit(server)).toMatchObject({
      action: 'files',
      reference,
      detail: '{"field":"pan_card"}',
    })
    const text = await desk<{ text: string }>(`documents/${reference}-resume/text`)
    expect(text.body.text.trim()).toBe('Asha Mehta')
    for (const name of ['pan_card/text', 'edu_certificate', 'x', '../resume'])
      expect((await desk(`documents/${reference}-${name}`)).status).toBe(404)
    const person = await addExecutive(server.deps)
    expect((await desk(`documents/${person.reference}-photo`)).headers.get('content-type')).toBe('image/jpeg')
  })
})
