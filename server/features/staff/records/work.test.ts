import { beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { rejectionNames } from '#contract/messages/staff-vacancies.ts'
import type {
  BulkAnswer,
  RecordDetail,
  RecordList,
  RecordStatus,
  SavedView,
} from '#contract/schemas/staff-records.ts'
import { type TodayAnswer, type WorkList, workLists, type workPage } from '#contract/schemas/staff-today.ts'
import { erasePerson, wouldErase } from '#server/features/privacy/erasure-store.ts'
import { freshApplication, freshEnquiry, lastAudit, sharedDesk } from '#tests/support/desk-records.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { reminderJobs } from '#server/features/reminders/jobs.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { personOf } from '#tests/support/person.ts'
import { rewriteBooks } from '#tests/support/gateway-store.ts'
import { engines } from '#tests/support/place.ts'
import { mandated, verifiedVisitor } from '#tests/support/registration.ts'
import { movingClock, type TestServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { addStaff } from '#tests/support/staff.ts'
import { encryptBytes } from '#server/platform/crypto/file-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import { picture } from '#tests/support/bad-files/pictures.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { buildDocx } from '#tests/support/bad-files/zip.ts'
import { statusesOf, thenOf } from '#tests/support/repeat.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'

/** Returns a recruiter and an owner at the desk of a server, with applications. */
function staffAt(server: TestServer) {
  const me = { id: '', name: 'Kiran Shah' }
  beforeAll(async () => {
    me.id = await addStaff(server.deps, 'recruiter', me.name)
  })
  const desk = sharedDesk(server, 'recruiter', () => ({ staffId: me.id }))
  const fresh = (change = {}) => freshApplication(server.deps, change)
  return { me, desk, owner: sharedDesk(server, 'owner'), fresh }
}

describe.each(engines)('the work of staff on %s', (engine) => {
  const server = sharedServer({ engine, clock: movingClock() })
  const { me, desk, owner, fresh } = staffAt(server)
  const today = async () => (await desk<TodayAnswer>('today')).body
  const eventsOf = (id: string) =>
    server.deps.db.selectFrom('record_events').select('kind').where('record_id', '=', id).execute()

  it('accepts one of twenty changes at once, and tells the others the record’s current state', async () => {
    const other = await addStaff(server.deps, 'recruiter')
    const { id, path } = await fresh()
    const changes = Array.from({ length: 20 }, (_, at) => ({
      version: 1,
      status: ['shortlisted', 'interview', 'rejected'][at % 3],
      assignedTo: [me.id, other][at % 2],
    }))
    const answers = await Promise.all(changes.map((change) => desk<RecordDetail>(path, change, 'PATCH')))
    const [won, ...refused] = answers.toSorted((one, another) => one.status - another.status)
    expect([won?.status, ...refused.map(({ status }) => status)]).toEqual(thenOf(1, 200, 19, 409))
    const record = { status: won?.body.status, assignedTo: won?.body.assignedTo, version: 2 }
    expect(refused[0]?.body).toMatchObject({ code: 'changed_meanwhile', record })
    expect((await eventsOf(id)).map(({ kind }) => kind).toSorted()).toEqual(['assigned', 'status'])
  })

  it.each([
    ['applications', { status: 'won' }],
    ['applications', { assignedTo: 'nobody-there' }],
    ['executives', { status: 'active' }],
    ['applications', { status: 'placed', reason: 'pay' }],
    ['applications', { reason: 'pay' }],
  ] as const)('refuses impossible changes: %s %j', async (kind, change) => {
    const { reference } = await (kind === 'executives' ? addExecutive(server.deps) : fresh())
    const { status } = await desk(`records/${kind}/${reference}`, { version: 1, ...change }, 'PATCH')
    expect(status).toBe(422)
  })

  it('stores a note once, however often it is sent, and apart from another person’s', async () => {
    const { path } = await fresh()
    const note = { id: 'a'.repeat(20), text: 'Called, <b>calls</b> back' }
    await Promise.all([desk(`${path}/notes`, note), desk(`${path}/notes`, note)])
    const { timeline } = (await owner<RecordDetail>(`${path}/notes`, note)).body
    const notes = timeline.filter(({ kind }) => kind === 'note')
    expect(notes.map(({ text }) => text)).toEqual([note.text, note.text])
    expect(new Set(notes.map(({ by }) => by?.name)).size).toBe(2)
  })

  it('changes many records one by one, except those that a colleague changed meanwhile', async () => {
    const [one, two, theirs] = [await fresh(), await fresh(), await fresh()]
    await owner(theirs.path, { version: 1, status: 'rejected' }, 'PATCH')
    const mine = [one.reference, two.reference]
    const names = [...mine, theirs.reference, 'AP-000000']
    const records = names.map((reference) => ({ reference, version: 1 }))
    const change = { records, status: 'interview', assignedTo: me.id }
    const { body } = await desk<BulkAnswer>('records/applications/changes', change)
    const changedMine = { changed: expect.arrayContaining(mine), left: [theirs.reference] }
    expect(body).toEqual({ ...changedMine, several: [], refused: ['AP-000000'] })
    const changed = (await desk(two.path)).body
    expect(changed).toMatchObject({ status: 'interview', version: 2, assignedTo: me })
    expect((await desk(theirs.path)).body).toMatchObject({ status: 'rejected', version: 2 })
    expect(await eventsOf(theirs.id)).toHaveLength(1)
  })

  it('rejects many for a reason, which the timeline shows, and sets them back to their earlier status', async () => {
    const [one, other] = [await fresh(), await fresh()]
    const change = (version: number, wanted: object) =>
      desk<BulkAnswer>('records/applications/changes', {
        records: [one, other].map(({ reference }) => ({ reference, version })),
        ...wanted,
      })
    await change(1, { status: 'rejected', reason: 'pay' })
    const { timeline } = (await desk<RecordDetail>(one.path)).body
    expect(timeline.map(({ text }) => text)).toContain(`Status: New → Rejected (${rejectionNames.pay})`)
    await desk(other.path, { version: 2, status: 'offered' }, 'PATCH')
    const { body } = await change(2, { status: 'new', assignedTo: null })
    expect(body).toEqual({ changed: [one.reference], left: [other.reference], several: [], refused: [] })
  })

  it('keeps no saved filter that names an erased person', async () => {
    const meera = { full_name: 'Meera Ben Desai', email: 'meera@example.in', phone: '9812345678' }
    const { reference } = await fresh(meera)
    const save = async (name: string, query = '') =>
      (await desk<SavedView>('views', { kind: 'applications', name, query })).body.id
    for (const name of ['DESAI, Meera Ben – offers', 'Meera@Example.in', 'call +91 98123-45678'])
      await save(name)
    await save('At home', 'place=Meera+Ben+Desai+House')
    const others = [await save('Meera Shah'), await save('Ready', 'status=offered&place=Surat')]
    const person = await personOf(server.deps, reference)
    expect(await wouldErase(server.deps, person)).toMatchObject({ staff_views: 4 })
    await erasePerson(server.deps, person, 'system')
    const left = await server.deps.db.selectFrom('staff_views').select('id').execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual(others.toSorted())
    for (const id of others) await desk(`views/${id}`, undefined, 'DELETE')
  })

  it('saves a person’s own filters, and no search for a person', async () => {
    const view = { kind: 'applications', name: 'Mine', query: 'assigned=me' }
    const others = ['q=Meera', 'status=new&email=m%40example.in', 'status=Meera', 'from=yesterday', 'Meera']
    for (const query of others) expect((await desk('views', { ...view, query })).status, query).toBe(422)
    const saved = await desk<SavedView>('views', view)
    expect([saved.status, saved.body]).toMatchObject([201, view])
    expect((await owner('views')).body).toEqual({ views: [] })
    await owner(`views/${saved.body.id}`, undefined, 'DELETE')
    expect((await desk('views')).body).toEqual({ views: [saved.body] })
    expect((await desk(`views/${saved.body.id}`, undefined, 'DELETE')).body).toEqual({ views: [] })
  })

  it('starts with what waits today, beside the funnel and the providers', async () => {
    const before = await today()
    await freshEnquiry(server.deps)
    await addExecutive(server.deps)
    const { db } = server.deps
    await db.deleteFrom('jobs').execute()
    const nisha = await fresh({ full_name: 'Nisha Rao' })
    const payload = { recordId: nisha.id, subject: 'document', subjectId: 'x', number: '1' }
    await enqueue(db, reminderJobs.document, [{ payload, now: 1 }])
    const dead = { status: 'dead', attempts: 30, finished_at: 1, last_failure: 'mail: x' } as const
    await db.updateTable('jobs').set(dead).execute()
    const { waiting, days, funnel, providers } = await today()
    expect(waiting.enquiries).toBe(before.waiting.enquiries + 1)
    // A person who registered just now is not late.
    expect(waiting.unsigned).toBe(before.waiting.unsigned)
    expect(days).toHaveLength(30)
    expect(days[29]?.enquiries).toBe((before.days[29]?.enquiries ?? 0) + 1)
    const steps = 'started aadhaar phone bank registered signed active'
    expect(funnel.map(({ step }) => step).join(' ')).toBe(steps)
    // The person registered through the public calls, without the steps of the page, so the funnel does not grow.
    const people = funnel.map(({ count }) => count)
    expect(people).toEqual(people.toSorted((one, other) => other - one))
    expect(people[0]).toBeGreaterThan(0)
    expect(providers).toContainEqual({ name: 'gateway', state: 'closed', sandbox: true })
    // No step of the funnel is larger than the one before: people registered here without counted steps or a mandate.
    const counts = funnel.map(({ count }) => count)
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    expect(counts[0]).toBeGreaterThan(0)
    const [{ id, kind, record } = { id: '', kind: '' }] = waiting.jobs
    expect(record).toEqual({ reference: nisha.reference, name: 'Nisha Rao' })
    expect(waiting.waitingJobs).toEqual([])
    expect(await statusesOf(2, () => desk(`jobs/${id}/retry`, {}))).toEqual([200, 404])
    const entry = { action: 'retry_job', reference: id, actor: `staff:${me.id}` }
    expect(await lastAudit(server)).toMatchObject({ ...entry, detail: JSON.stringify({ kind }) })
    // The job has all its attempts again.
    const retried = db.selectFrom('jobs').select('attempts').where('id', '=', id)
    expect(await retried.executeTakeFirst()).toEqual({ attempts: 0 })
    expect((await today()).waiting.waitingJobs).toMatchObject([{ id, kind, failure: 'mail: x' }])
  })

  describe('lists of work over all kinds', () => {
    const DAY_MS = 86_400_000
    type Page = z.output<typeof workPage>
    /** Returns all entries of a list, page by page. */
    async function all(of: WorkList, by = desk): Promise<string[]> {
      const found: string[] = []
      let after = ''
      do {
        const { status, body, text } = await by<Page>(`today/${of}${after}`)
        expect(status, text).toBe(200)
        found.push(...body.rows.map(({ reference }) => reference))
        after = body.next ? `?after=${body.next}` : ''
      } while (after)
      return found
    }
    const set = (id: string, work: { status?: RecordStatus; assigned_to?: string; created_at?: number }) =>
      server.deps.db.updateTable('records').set(work).where('id', '=', id).execute()
    const ago = (days: number) => server.deps.clock.now() - days * DAY_MS

    it('start with the person who waits longest, and contain each record once', async () => {
      const references: string[] = []
      for (let at = 0; at < 30; at += 1) {
        const createdAt = ago(20) + at
        const both = [await freshEnquiry(server.deps, { createdAt }), await fresh({ createdAt })]
        references.push(...both.map(({ reference }) => reference))
      }
      const { id, reference } = await addExecutive(server.deps)
      await set(id, { created_at: ago(30) })
      const late = await all('late')
      expect(late[0]).toBe(reference)
      expect(late.filter((one) => references.includes(one)).toSorted()).toEqual(references.toSorted())
      expect(new Set(late).size).toBe(late.length)
      expect((await desk('today/late?after=odd')).status).toBe(422)
      const { counts, waiting } = (await today()).work
      expect(counts.late).toBe(late.length)
      expect(counts.waiting).toBe((await all('waiting')).length)
      expect(waiting.map((row) => row.reference)).toEqual(late.slice(0, 6))
    })

    it('start with the oldest enquiry too if six applications wait longer', async () => {
      for (let at = 0; at < 6; at += 1) await fresh({ createdAt: ago(60) + at })
      const [oldest] = (await all('waiting')).filter((reference) => reference.startsWith('EN-'))
      const shown = (await today()).work.waiting.map((row) => row.reference)
      expect(shown).toEqual([...(await all('waiting')).slice(0, 5), oldest])
    })

    it.each<[what: string, work: { days: number; status?: RecordStatus }, lists: WorkList[]]>([
      ['new, for four days', { days: 4 }, ['waiting', 'late']],
      ['new, for two days', { days: 2 }, ['waiting']],
      ['shortlisted, for four days', { days: 4, status: 'shortlisted' }, []],
      ['rejected', { days: 4, status: 'rejected' }, []],
    ])('contain an application that is %s where it belongs', async (_, { days, ...work }, lists) => {
      const { id, reference } = await fresh()
      await set(id, { ...work, created_at: ago(days) })
      const holding = async () => {
        const rows = await Promise.all(workLists.map((of) => all(of)))
        return workLists.filter((_, at) => rows[at]?.includes(reference))
      }
      expect(await holding()).toEqual(lists)
      // A record assigned to oneself is one’s own until its final status, and is no longer offered to others.
      await set(id, { assigned_to: me.id })
      const own = work.status === 'rejected' ? [] : ['mine' as const]
      expect(await holding()).toEqual([...own, ...lists.filter((of) => of === 'late')])
      expect(await all('mine', owner)).not.toContain(reference)
    })
  })

  it('contain live mandates that no registration names, which can be checked with the bank', async () => {
    const { db, clock } = server.deps
    const { fields } = await mandated(await verifiedVisitor(server, { now: clock.now() }), '0398')
    const transactionId = fields['transactionId'] ?? ''
    const mandate = db.updateTable('mandates').where('transaction_id', '=', transactionId)
    const listed = async () => (await today()).waiting.unclaimedMandates
    const ask = () => desk(`mandates/${transactionId}`, {})
    // Its state is unknown: nobody has asked, and the bank has not reported.
    expect(await listed()).toEqual([])
    expect((await ask()).body).toEqual({ status: 'initiated' })
    expect(await listed()).toEqual([])
    const begun = clock.now() - 3 * 3_600_000
    await mandate.set({ created_at: begun }).execute()
    const at = new Date(begun).toISOString()
    expect(await listed()).toEqual([{ transactionId, status: 'initiated', at }])
    await rewriteBooks(server, transactionId, { status: '0300' })
    expect((await ask()).body).toEqual({ status: 'active' })
    const entry = { action: 'refresh', reference: transactionId, actor: `staff:${me.id}` }
    expect(await lastAudit(server)).toMatchObject(entry)
    expect(await listed()).toEqual([{ transactionId, status: 'active', at }])
    // A mandate with a registration is checked from its record.
    const { id } = await addExecutive(server.deps)
    await mandate.set({ executive_id: id }).execute()
    expect(await listed()).toEqual([])
    expect((await ask()).status).toBe(404)
  })
})

describe.each(enginesInTurn)('a record at the desk on %s', (engine) => {
  const server = sharedServer({ engine })
  const { me, desk, owner, fresh } = staffAt(server)

  it('is shown masked, and its contact to whoever asks, which is recorded twice', async () => {
    const { path, reference } = await fresh({ email: 'asha@example.in', language: 'gu' })
    const masked = await desk<RecordDetail>(path)
    expect(masked.body.facts).toContainEqual({ label: 'Reads', value: 'Gujarati' })
    expect(masked.body.timeline.map(({ kind }) => kind)).toEqual(['received'])
    expect(masked.text).not.toMatch(/asha@example|1998/)
    expect(masked.body).toMatchObject({ email: 'a***@e***.in', phone: expect.stringMatching(/^\*{6}\d{4}$/) })
    const shown = await desk(`${path}/contact`, {})
    expect(shown.body).toMatchObject({ email: 'asha@example.in' })
    expect(shown.text).toContain('28 Feb 1998')
    expect(await lastAudit(server)).toMatchObject({ action: 'reveal', actor: `staff:${me.id}`, reference })
    const { timeline } = (await desk<RecordDetail>(path)).body
    expect(timeline[0]).toMatchObject({ kind: 'looked', by: me })
  })

  it.each([
    ['7 Lal Darwaja', ''],
    ['7 Lal Darwaja\nNear the tower, Surat - 395001', 'Surat'],
    ['B-12 Sea View, Ring Road, Rajkot, 360001.', 'Rajkot'],
    ['12/A, Ring Road 4', 'Ring Road'],
  ])('shows of the address «%s» only «%s» until its contact is shown', async (address, place) => {
    const { path, reference } = await fresh({ address })
    const detail = await desk<RecordDetail>(path)
    expect(detail.body.place).toBe(place)
    const conflict = await desk(path, { version: 99, status: 'rejected' }, 'PATCH')
    expect(conflict.status).toBe(409)
    const lists = [await desk('search', { q: reference }), await desk('records/applications')]
    for (const { text } of [detail, conflict, ...lists]) {
      expect(text).toContain(reference)
      expect(text).not.toContain(address.split(/[,\n]/)[0])
    }
    expect((await desk(`${path}/contact`, {})).text).toContain(JSON.stringify(address).slice(1, -1))
  })

  it('shows where an applicant wants to work before where they live, and is found by either', async () => {
    const { path, reference } = await fresh({ address: '7 Lal Darwaja, Bhuj', work_place: 'Anand or Nadiad' })
    expect((await desk(path)).body).toMatchObject({ place: 'Anand or Nadiad', placeWished: true })
    const at = async (place: string) =>
      (await desk<RecordList>(`records/applications?place=${place}`)).body.rows.map((row) => row.reference)
    expect([await at('nadiad'), await at('bhuj')]).toEqual([[reference], [reference]])
    const home = await fresh({ address: '7 Lal Darwaja, Bhuj' })
    expect((await desk(home.path)).body).toMatchObject({ place: 'Bhuj', placeWished: false })
  })

  it.each([
    ['Surat', ['surat', 'सूरत', 'સુરત', 'Gujarat', 'ગુજરાત']],
    ['सूरत', ['surat', 'सूरत', 'સુરત']],
    ['સુરત', ['surat', 'सूरत', 'સુરત']],
    ['नई दिल्ली', ['new delhi', 'Delhi', 'નવી દિલ્હી']],
    ['Bangalore', ['bengaluru', 'bangalore', 'बेंगलुरु', 'બેંગ્લોર']],
    ['Kosamba', ['kosamba']],
  ])('is found by its place in any script: %s', async (place, filters) => {
    const { reference } = await fresh({ address: `7 Station Road, ${place}, Gujarat 395 002` })
    for (const filter of filters) {
      const { rows } = (await desk<RecordList>(`records/applications?place=${encodeURIComponent(filter)}`))
        .body
      expect(
        rows.map((row) => row.reference),
        filter,
      ).toContain(reference)
    }
    const { rows } = (await desk<RecordList>('records/applications?place=nagpur')).body
    expect(rows).toEqual([])
  })

  it('names other records with the same e-mail or phone', async () => {
    const person = await addExecutive(server.deps)
    const enquiry = await freshEnquiry(server.deps, { email: person.email.toUpperCase() })
    const application = await fresh({ phone: person.phone })
    const { body } = await desk<RecordDetail>(`records/executives/${person.reference}`)
    expect(body.also).toEqual([
      { reference: enquiry.reference, same: ['email'], verified: false },
      { reference: application.reference, same: ['phone'], verified: false },
    ])
    const other = await desk<RecordDetail>(application.path)
    expect(other.body.also).toEqual([{ reference: person.reference, same: ['phone'], verified: true }])
    expect(body.timeline.map(({ kind }) => kind)).toContain('received')
    expect(body.facts).toContainEqual({ label: 'Gender', value: 'Female' })
    // Files that the site made itself were not scanned, and have no upload size.
    expect(body.files).toMatchObject([{ field: 'photo', bytes: null, scan: null }])
  })

  it('shows bank details only to an owner, and sends the link or asks the gateway again', async () => {
    const { reference } = await addExecutive(server.deps)
    const path = `records/executives/${reference}`
    expect((await desk(`${path}/bank`, {})).status).toBe(403)
    const { facts } = (await owner<RecordDetail>(`${path}/bank`, {})).body
    const values = facts.map(({ value }) => value)
    expect(values).toContain('123456789012')
    for (const shown of [/^₹[\d,]+$/, /^\d{1,2} [A-Z][a-z]+ 20\d\d$/])
      expect(values).toContainEqual(expect.stringMatching(shown))
    expect(values.filter((value) => /^\d{4}-/.test(value))).toEqual([])
    expect((await owner(path)).text).not.toContain('123456789012')
    const linked = await desk<RecordDetail>(`executives/${reference}/link`, {})
    expect(linked.body.timeline.some(({ kind, by }) => kind === 'link' && by?.id === me.id)).toBe(true)
    expect(await lastAudit(server)).toMatchObject({ action: 'replace_link', actor: `staff:${me.id}` })
    const asked = await desk<RecordDetail>(`executives/${reference}/mandate`, {})
    expect([asked.status, asked.body.timeline.some(({ kind }) => kind === 'mandate')]).toEqual([200, true])
    expect(await lastAudit(server)).toMatchObject({ action: 'refresh', actor: `staff:${me.id}` })
  })

  it('shows copies of documents: pictures without EXIF, a Word file as text, a PDF as pictures', async () => {
    const { cipher, files } = server.deps
    const pictured = picture(30, 40).withExif({ IFD0: { Copyright: 'secret place' } })
    const photo = await pictured.jpeg().toBuffer()
    const script = buildPdf({ more: ['<< /S /JavaScript /JS (app.alert) >>'] })
    const stored = {
      resume: ['docx', buildDocx()],
      pan_card: ['jpg', photo],
      edu_certificate: ['pdf', script],
    } as const
    const documents = []
    for (const [field, [kind, bytes]] of Object.entries(stored)) {
      const id = newId()
      await files.put(id, await encryptBytes(cipher, id, bytes))
      const findings = { marks: kind === 'pdf' ? (['script'] as const) : [], text: `text of ${field}` }
      const rest = { size: bytes.length, scan: 'off' as const, ...findings }
      documents.push({ id, field, name: 'm\r\ny.pdf', kind, ...rest })
    }
    const { path, reference } = await fresh({ documents })
    const opened = await desk(`documents/${reference}-pan_card`)
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${reference}-pan_card.jpg"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect([photo.includes('secret place'), opened.text.includes('secret place')]).toEqual([true, false])
    const entry = { action: 'files', reference, detail: '{"field":"pan_card"}' }
    expect(await lastAudit(server)).toMatchObject(entry)
    const { timeline } = (await desk<RecordDetail>(path, { version: 1, status: 'interview' }, 'PATCH')).body
    const texts = timeline.map((one) => one.text)
    expect(texts).toEqual(expect.arrayContaining(['Document opened: PAN card', 'Status: New → Interview']))
    const text = await desk(`documents/${reference}-resume`)
    expect([text.text, text.headers.get('content-type')]).toEqual([
      'text of resume',
      'text/plain; charset=utf-8',
    ])
    const drawn = await desk(`documents/${reference}-edu_certificate`)
    expect([drawn.text.slice(0, 5), drawn.text.includes('JavaScript')]).toEqual(['%PDF-', false])
    expect(drawn.text).toContain('/DCTDecode')
    for (const name of ['aadhar_card', 'x', '../resume', 'x/original'])
      expect((await desk(`documents/${reference}-${name}`)).status).toBe(404)
    const person = await addExecutive(server.deps)
    expect((await desk(`documents/${person.reference}-photo`)).headers.get('content-type')).toBe('image/jpeg')
    expect((await desk(`documents/${person.reference}-photo/original`)).status).toBe(404)

    // The record says what was found in the original, and who saved it.
    const original = await desk(`documents/${reference}-edu_certificate/original`)
    expect(original.text).toContain('JavaScript')
    expect(original.headers.get('content-disposition')).toBe(
      `attachment; filename="${reference}-edu_certificate.pdf"`,
    )
    expect(original.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    const detail = '{"field":"edu_certificate","original":"yes"}'
    expect(await lastAudit(server)).toMatchObject({ action: 'files', reference, detail })
    const read = (await desk<RecordDetail>(path)).body
    expect(read.files.map(({ field, marks }) => [field, marks])).toEqual([
      ['edu_certificate', ['script']],
      ['pan_card', []],
      ['resume', []],
    ])
    expect(read.timeline.map((one) => one.text)).toContain(
      'Original of a document saved: Education certificate',
    )
  })
})
