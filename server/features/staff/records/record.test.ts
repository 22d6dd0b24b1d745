import { beforeAll, describe, expect, it } from 'vitest'
import type { BulkAnswer, RecordDetail, SavedView, TodayAnswer } from '#contract/schemas/staff-records.ts'
import { erasePerson, wouldErase } from '#server/features/privacy/erasure.ts'
import { personOf } from '#server/features/privacy/person.ts'
import { exportSubject } from '#server/features/privacy/subject-export.ts'
import { encryptBytes } from '#server/platform/crypto/file-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import { picture } from '#tests/support/bad-files/pictures.ts'
import { addApplication, addEnquiry, deskOf, lastAudit, referenceOf } from '#tests/support/desk-records.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { sharedServer } from '#tests/support/server.ts'
import { addStaff, signedIn } from '#tests/support/staff.ts'
import { readFileSync } from 'node:fs'

const docx = readFileSync(new URL('../../../../tests/support/documents/abiword.docx', import.meta.url))

describe.each(engines)('a record at the desk on %s', (engine) => {
  let desk: ReturnType<typeof deskOf>
  let owner: ReturnType<typeof deskOf>
  let me: string
  let other: string
  const server = sharedServer({ engine })
  beforeAll(async () => {
    me = await addStaff(server.deps, 'recruiter', 'Kiran Shah')
    other = await addStaff(server.deps, 'recruiter', 'Ravi Rao')
    desk = deskOf(server, await signedIn(server, 'recruiter', { staffId: me }))
    owner = deskOf(server, await signedIn(server, 'owner', { steppedUp: true }))
  })

  async function freshApplication(change = {}) {
    const id = await addApplication(server.deps, change)
    return { id, path: `records/applications/${await referenceOf(server.deps, 'applications', id)}` }
  }
  it('is shown masked, and its contact to whoever asks, which is noted twice', async () => {
    const { path } = await freshApplication({ email: 'asha@example.in', address: '7 Lal Darwaja' })
    const masked = await desk<RecordDetail>(path)
    expect(masked.body.timeline.map(({ kind }) => kind)).toEqual(['received'])
    expect(masked.text).not.toMatch(/asha@example|1998-02-28/)
    const shown = await desk(`${path}/contact`, {})
    expect(shown.body).toMatchObject({ email: 'asha@example.in' })
    expect(shown.text).toContain('1998-02-28')
    const reference = path.slice(-9)
    expect(await lastAudit(server)).toMatchObject({ action: 'reveal', actor: `staff:${me}`, reference })
    const { timeline } = (await desk<RecordDetail>(path)).body
    expect(timeline[0]).toMatchObject({ kind: 'looked', by: { id: me, name: 'Kiran Shah' } })
  })

  it.each([
    ['en', 'English'],
    ['hi', 'Hindi'],
    ['gu', 'Gujarati'],
  ] as const)('says which language the person reads: %s', async (language, value) => {
    const { path } = await freshApplication({ language })
    expect((await desk<RecordDetail>(path)).body.facts).toContainEqual({ label: 'Reads', value })
  })

  it.each([
    ['7 Lal Darwaja', ''],
    ['7 Lal Darwaja\nNear the tower, Surat - 395001', 'Surat'],
    ['B-12 Sea View, Ring Road, Rajkot, 360001.', 'Rajkot'],
    ['12/A, Ring Road 4', 'Ring Road'],
  ])('shows of the address «%s» no more than «%s» until its contact is shown', async (address, place) => {
    const { path } = await freshApplication({ address })
    const reference = path.slice(-9)
    const detail = await desk<RecordDetail>(path)
    expect(detail.body.place).toBe(place)
    const conflict = await desk(path, { version: 99, status: 'rejected' }, 'PATCH')
    expect(conflict.status).toBe(409)
    const masked = [detail, conflict, await desk(`search?q=${reference}`), await desk('records/applications')]
    for (const { text } of masked) {
      expect(text).toContain(reference)
      expect(text).not.toContain(address.split(/[,\n]/)[0])
    }
    expect((await desk(`${path}/contact`, {})).text).toContain(JSON.stringify(address).slice(1, -1))
  })

  it.each(['EN-000000', 'AP-ZZZZZZ', 'odd'])('that is none is answered as unknown: %s', async (name) => {
    for (const [path, body] of [
      [''],
      ['/contact', {}],
      ['/notes', { id: 'n'.repeat(16), text: 'x' }],
    ] as const) {
      const { status } = await desk(`records/enquiries/${name}${path ?? ''}`, body)
      expect(status).toBe(name === 'odd' ? 422 : 404)
    }
  })

  it('takes one of 100 changes at once, and tells the others what it is now', async () => {
    const { id, path } = await freshApplication()
    const changes = Array.from({ length: 100 }, (_, at) => ({
      version: 1,
      status: ['shortlisted', 'interview', 'rejected'][at % 3],
      assignedTo: [me, other][at % 2],
    }))
    const answers = await Promise.all(changes.map((change) => desk(path, change, 'PATCH')))
    const won = answers.filter(({ status }) => status === 200)
    expect([won.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 99])
    const refused = answers.find(({ status }) => status === 409)
    const { status, assignedTo } = won[0]?.body as unknown as RecordDetail
    expect(refused?.body).toMatchObject({
      code: 'changed_meanwhile',
      record: { status, assignedTo, version: 2 },
    })
    const events = server.deps.db.selectFrom('record_events').select('kind').where('record_id', '=', id)
    expect((await events.orderBy('kind').execute()).map(({ kind }) => kind)).toEqual(['assigned', 'status'])
  })

  it.each([
    ['applications', { status: 'won' }],
    ['applications', { assignedTo: 'nobody-there' }],
    ['executives', { status: 'active' }],
  ] as const)('refuses what cannot be set: %s %j', async (kind, change) => {
    const { reference } = await addExecutive(server.deps)
    const path = kind === 'executives' ? `records/executives/${reference}` : (await freshApplication()).path
    expect(await desk(path, { version: 1, ...change }, 'PATCH')).toMatchObject({ status: 422 })
  })

  it('says in its timeline what happened in the words of the desk', async () => {
    const { path } = await freshApplication({ fields: ['edu_certificate'] })
    await desk(path, { version: 1, status: 'interview' }, 'PATCH')
    await desk(`documents/${path.slice(-9)}-edu_certificate`)
    const { timeline } = (await desk<RecordDetail>(path)).body
    const texts = timeline.map(({ text }) => text)
    expect(texts).toContain('Status: New → Interview')
    expect(texts).toContain('Document opened: Education certificate')
  })

  it('keeps a note once, however often it is sent, and apart from another person’s', async () => {
    const { path } = await freshApplication()
    const note = { id: 'a'.repeat(20), text: 'Called, <b>calls</b> back' }
    await Promise.all([desk(`${path}/notes`, note), desk(`${path}/notes`, note)])
    const { timeline } = (await owner<RecordDetail>(`${path}/notes`, note)).body
    const notes = timeline.filter(({ kind }) => kind === 'note')
    expect(notes.map(({ text }) => text)).toEqual([note.text, note.text])
    expect(new Set(notes.map(({ by }) => by?.name)).size).toBe(2)
  })

  it('is changed with many others, each for itself', async () => {
    const names = (await Promise.all([freshApplication(), freshApplication()])).map(({ path }) =>
      path.slice(-9),
    )
    const records = [...names, 'AP-000000'].map((reference) => ({ reference, version: 1 }))
    const change = { records, status: 'interview', assignedTo: me }
    expect((await desk('records/applications/changes', change)).body).toEqual({
      ...{ changed: expect.arrayContaining(names), left: [], refused: ['AP-000000'] },
    })
    const { body } = await desk<RecordDetail>(`records/applications/${names[1]}`)
    expect(body).toMatchObject({ status: 'interview', version: 2, assignedTo: { name: 'Kiran Shah' } })
  })

  it('is left as a colleague changed it when many are changed that were seen before', async () => {
    const [one, other] = [await freshApplication(), await freshApplication()]
    const [mine, theirs] = [one.path.slice(-9), other.path.slice(-9)]
    const seen = { version: 1 }
    await owner(other.path, { ...seen, status: 'rejected' }, 'PATCH')
    const records = [mine, theirs].map((reference) => ({ reference, ...seen }))
    const { body } = await desk('records/applications/changes', { records, status: 'shortlisted' })
    expect(body).toEqual({ changed: [mine], left: [theirs], refused: [] })
    expect((await desk<RecordDetail>(other.path)).body).toMatchObject({ status: 'rejected', version: 2 })
    const events = server.deps.db.selectFrom('record_events').select('kind')
    expect(await events.where('record_id', '=', other.id).execute()).toHaveLength(1)
  })

  it('is changed by one of two who change the same many at once', async () => {
    const { path } = await freshApplication()
    const records = [{ reference: path.slice(-9), version: 1 }]
    const answers = await Promise.all(
      ['interview', 'rejected'].map((status) =>
        desk<BulkAnswer>('records/applications/changes', { records, status }),
      ),
    )
    const [changed, left] = [
      answers.flatMap(({ body }) => body.changed),
      answers.flatMap(({ body }) => body.left),
    ]
    expect([changed, left]).toEqual([[path.slice(-9)], [path.slice(-9)]])
  })

  it('names others with the same e-mail or phone', async () => {
    const person = await addExecutive(server.deps)
    const enquiry = await addEnquiry(server.deps, { email: person.email.toUpperCase() })
    const application = await addApplication(server.deps, { phone: person.phone })
    const { body } = await desk<RecordDetail>(`records/executives/${person.reference}`)
    expect(body.also.toSorted()).toEqual([
      await referenceOf(server.deps, 'applications', application),
      await referenceOf(server.deps, 'enquiries', enquiry),
    ])
    expect(body.timeline.map(({ kind }) => kind)).toContain('received')
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
    const { path } = await freshApplication({ documents })
    const reference = path.slice(-9)
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
    expect(text.body.text.length).toBeGreaterThan(20)
    for (const name of ['pan_card/text', 'edu_certificate', 'x', '../resume'])
      expect((await desk(`documents/${reference}-${name}`)).status).toBe(404)
    const person = await addExecutive(server.deps)
    expect((await desk(`documents/${person.reference}-photo`)).headers.get('content-type')).toBe('image/jpeg')
  })

  it('goes with everything that staff noted when its person is erased, who is told of it before', async () => {
    const { id, path } = await freshApplication({ email: 'gone@example.in' })
    await desk(`${path}/notes`, { id: 'b'.repeat(20), text: 'A good typist' })
    const person = (await personOf(server.deps, { email: 'gone@example.in' }))!
    expect(JSON.stringify(await exportSubject(server.deps, person))).toContain('A good typist')
    const { counts } = await erasePerson(server.deps, person, 'system')
    expect(counts).toMatchObject({ applications: 1, record_events: 1 })
    for (const table of ['record_events', 'search_tokens'] as const)
      expect(
        await server.deps.db.selectFrom(table).selectAll().where('record_id', '=', id).execute(),
      ).toEqual([])
  })

  it('takes with it the saved filters that name its person, once that person is erased', async () => {
    const { db } = server.deps
    await freshApplication({ full_name: 'Meera Ben Desai', email: 'meera@example.in', phone: '9812345678' })
    const save = async (name: string, query = '') =>
      (await desk<SavedView>('views', { kind: 'applications', name, query })).body.id
    const naming = [
      await save('DESAI, Meera Ben – offers'),
      await save('Meera@Example.in'),
      await save('call +91 98123-45678'),
      await save('At home', 'place=Meera+Ben+Desai+House'),
    ]
    const others = [await save('Meera Shah'), await save('Ready', 'status=offered&place=Surat')]
    const person = (await personOf(server.deps, { email: 'meera@example.in' }))!
    expect(await wouldErase(server.deps, person)).toMatchObject({ staff_views: 4 })
    await erasePerson(server.deps, person, 'system')
    const left = await db
      .selectFrom('staff_views')
      .select('id')
      .where('id', 'in', [...naming, ...others])
      .execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual(others.toSorted())
    for (const id of others) await desk(`views/${id}`, undefined, 'DELETE')
  })

  it.each(['q=Meera', 'status=offered&email=meera%40example.in', 'status=Meera', 'from=yesterday', 'Meera'])(
    'is not searched for by saved filters: «%s» is refused',
    async (query) => {
      const refused = await desk('views', { kind: 'applications', name: 'Mine', query })
      expect(refused.status).toBe(422)
    },
  )

  it('is kept in saved filters of one’s own', async () => {
    const view = { kind: 'applications', name: 'Mine', query: 'assigned=me' }
    const saved = await desk<SavedView>('views', view)
    expect([saved.status, saved.body]).toMatchObject([201, view])
    expect((await owner('views')).body).toEqual({ views: [] })
    await owner(`views/${saved.body.id}`, undefined, 'DELETE')
    expect((await desk('views')).body).toEqual({ views: [saved.body] })
    expect((await desk(`views/${saved.body.id}`, undefined, 'DELETE')).body).toEqual({ views: [] })
  })

  it('counts in what waits today, beside the funnel and the providers', async () => {
    const before = (await desk<TodayAnswer>('today')).body
    await addEnquiry(server.deps)
    const { db } = server.deps
    await db.updateTable('jobs').set({ status: 'dead', finished_at: 1, last_failure: 'mail: x' }).execute()
    const { body } = await desk<TodayAnswer>('today')
    expect(body.waiting.enquiries).toBe(before.waiting.enquiries + 1)
    expect(body.days).toHaveLength(30)
    expect(body.days[29]?.enquiries).toBe((before.days[29]?.enquiries ?? 0) + 1)
    expect(body.funnel.map(({ step }) => step).join(' ')).toBe(
      'started aadhaar phone bank registered signed active',
    )
    expect(body.providers).toContainEqual({ name: 'gateway', state: 'closed', sandbox: true })
    const [job] = body.waiting.jobs
    expect((await desk(`jobs/${job?.id}/retry`, {})).status).toBe(200)
    expect((await desk(`jobs/${job?.id}/retry`, {})).status).toBe(404)
    const entries = db.selectFrom('audit_log').selectAll().where('action', '=', 'retry_job')
    expect(await entries.execute()).toMatchObject([
      { reference: job?.id, actor: `staff:${me}`, detail: JSON.stringify({ kind: job?.kind }) },
    ])
  })
})
