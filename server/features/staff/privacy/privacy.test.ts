import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { erasedNames } from '#contract/messages/staff-audit.ts'
import type { AuditList, DueList, ErasurePreview, PersonRecords } from '#contract/schemas/staff-privacy.ts'
import { deskAs, freshEnquiry, lastAudit, sharedDesk } from '#tests/support/desk-records.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { addStaff } from '#tests/support/staff.ts'
import { newVisitor } from '#tests/support/visitor.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { jumpClock } from '#tests/support/clock-jump.ts'
import { todayInIndia } from '#contract/dates.ts'
import { newId } from '#server/platform/ids.ts'

describe('people’s requests at the desk', () => {
  const server = sharedServer()
  const owner = sharedDesk(server, 'owner')
  /** Sends an enquiry with this contact and returns its reference. */
  const send = async (email: string, phone: string) =>
    (await freshEnquiry(server.deps, { email, phone })).reference
  const by = (value: string, added?: string[]) => ({ by: 'reference', value, ...(added && { added }) })
  const sessions = async () => {
    const rows = await server.deps.db.selectFrom('sessions').select('id').execute()
    return rows.map(({ id }) => id)
  }
  /** Begins a session in which somebody asks for a code, and returns its id. */
  async function begunSession(phone: string) {
    const before = await sessions()
    await newVisitor(server.url).post(api.generateMobileOtp, { phone })
    return (await sessions()).find((id) => !before.includes(id)) ?? ''
  }
  const preview = async (named: object) =>
    (await owner<ErasurePreview>('privacy/erasure/preview', named)).body
  const subject = (named: object) => owner<Record<string, unknown[]>>('privacy/subject', named)

  it('are answered with all stored data as one file, and the audit log names the records', async () => {
    const reference = await send('held@example.in', '9000000001')
    const answer = await subject(by(` ${reference.toLowerCase()}`))
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="subject.json"')
    const enquiries = [{ email: 'held@example.in', enquiry: 'Two accountants.' }]
    expect(answer.body).toMatchObject({ enquiries, registrations: [] })
    const detail = JSON.stringify({ by: 'id', records: reference, rows: 1 })
    expect(await lastAudit(server)).toMatchObject({ action: 'subject_export', detail })
  })

  it('include a related record only if an owner adds it by its reference, and the audit log says so', async () => {
    const one = await send('me@example.in', '9000000011')
    const other = await send('you@example.in', '9000000011')
    const named = { records: [one, other].toSorted().join(' ') }
    const found = await owner<PersonRecords>('privacy/records', by(one))
    const related = [{ reference: other, same: ['phone'], verified: false, canAdd: true }]
    expect(found.body).toMatchObject({ records: [one], related })
    const { people } = found.body
    expect(Object.keys(people).toSorted()).toEqual([one, other].toSorted())
    expect(people[one]).toMatchObject({ name: 'Meera Desai', receivedAt: expect.stringMatching(/^\d{4}-/) })
    expect((await subject(by(one))).text).not.toContain('you@example.in')
    expect((await preview(by(one))).counts).toMatchObject({ enquiries: 1 })
    const whole = by(one, [other])
    expect((await subject(whole)).body['enquiries']).toHaveLength(2)
    expect(JSON.parse((await lastAudit(server)).detail)).toMatchObject(named)
    const shown = (await preview(whole)).counts
    expect(shown).toMatchObject({ enquiries: 2 })
    expect(Object.keys(shown).filter((name) => !(name in erasedNames))).toEqual([])
    // An erasure may not delete more than its preview showed.
    const refused = await owner('privacy/erasure', { ...whole, shown: (await preview(by(one))).counts })
    expect(refused).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect((await owner('privacy/erasure', { ...whole, shown })).status).toBe(200)
    const erased = await lastAudit(server)
    expect(erased).toMatchObject({ action: 'erase', actor: expect.stringMatching(/^staff:/) })
    expect(JSON.parse(erased.detail)).toMatchObject(named)
    expect((await owner('privacy/records', by(other))).status).toBe(404)
  })

  it('end the sessions of one person or of everybody, and the audit log says whose', async () => {
    const [theirs, another] = [await begunSession('9876512346'), await begunSession('9876512347')]
    const ended = await owner('privacy/sessions/end', { by: 'phone', value: '9876512346' })
    expect([ended.status, ended.body]).toEqual([200, { ended: 1 }])
    expect(await lastAudit(server)).toMatchObject({ action: 'end_sessions', detail: '{"of":"person"}' })
    const left = await sessions()
    expect([left.includes(theirs), left.includes(another)]).toEqual([false, true])
    expect((await owner('privacy/sessions/end', by('EX-ZZZZZZ'))).status).toBe(404)
    expect((await owner('privacy/sessions/end-all', {})).status).toBe(200)
    expect(await lastAudit(server)).toMatchObject({ action: 'end_sessions', detail: '{"of":"all"}' })
    expect(await sessions()).toEqual([])
  })

  it('warn of a mandate at the bank, which an erasure does not cancel', async () => {
    const { reference } = await addExecutive(server.deps)
    const warned = { liveMandates: [expect.stringMatching(/^\d{13}$/)], agreements: 0 }
    expect(await preview({ by: 'reference', value: reference })).toMatchObject(warned)
  })

  it.each([
    [{ by: 'email', value: 'nobody' }, 422],
    [{ by: 'reference', value: 'EX-000000' }, 404],
    [{ by: 'email', value: 'nobody@example.in', added: ['EN-\u0000'] }, 422],
  ])('are refused if they name nobody: %j', async (named, status) => {
    for (const path of ['records', 'subject', 'erasure/preview'])
      expect((await owner(`privacy/${path}`, named)).status).toBe(status)
  })

  it('show what is past its period', async () => {
    await send('old@example.in', '9000000005')
    await server.deps.db.updateTable('records').set({ last_contact_at: 1 }).execute()
    const { body } = await owner<{ periods: { name: string; count: number }[] }>('privacy/retention')
    expect(body.periods.find(({ name }) => name === 'enquiries')?.count).toBeGreaterThan(0)
  })

  it('list what is deleted within thirty days, with the day, page by page', async () => {
    const { db, clock } = server.deps
    await send('soon@example.in', '9000000006')
    const days = (count: number) => count * 86_400_000
    const soon = clock.now() - days(366 - 10)
    const record = await db
      .selectFrom('records')
      .select(['id', 'reference'])
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    await db.updateTable('records').set({ last_contact_at: clock.now() }).execute()
    await db.updateTable('records').set({ last_contact_at: soon }).where('id', '=', record.id).execute()
    const { body } = await owner<DueList>('privacy/retention/due')
    const { reference } = record
    const due = todayInIndia(clock.now() + days(10))
    expect(body).toEqual({ records: [{ reference, name: expect.any(String), due }], next: null })
    expect(body.records[0]?.name).not.toBe('')
    expect((await (await deskAs(server, 'recruiter'))('privacy/retention/due')).status).toBe(403)
  })

  it('say why deletion is paused, until an owner confirms the clock', async () => {
    const { db, clock } = server.deps
    const pause = async () => (await owner<{ pause: unknown }>('privacy/retention')).body.pause
    expect(await pause()).toBeNull()
    const { from, to } = await jumpClock(db, clock.now())
    const iso = (at: number) => new Date(at).toISOString()
    expect(await pause()).toEqual({ from: iso(from), to: iso(to), until: iso(to + 48 * 3_600_000) })
    expect((await (await deskAs(server, 'recruiter'))('privacy/clock/confirm', {})).status).toBe(403)
    for (let times = 0; times < 2; times += 1)
      expect(await owner('privacy/clock/confirm', {})).toMatchObject({ status: 200, body: { ok: true } })
    expect(await pause()).toBeNull()
    const log = db.selectFrom('audit_log').select('detail').where('action', '=', 'confirm_clock')
    const entries = await log.execute()
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ detail: JSON.stringify({ from: iso(from), to: iso(to) }) })
  })

  it('show the audit log with the names of actors', async () => {
    const audit = async (query = '') => (await owner<AuditList>(`privacy/audit${query}`)).body.entries
    await subject(by(await send('audited@example.in', '9000000014')))
    const [newest, before] = await audit()
    expect(newest).toMatchObject({ action: 'subject_export', actor: 'Asha Mehta', detail: { rows: 1 } })
    expect((await audit(`?before=${newest?.seq}`))[0]?.seq).toBe(before?.seq)
    // An entry names its subject as the desk calls it, and by no id.
    const told = async (id: string) => {
      const entry = { action: 'seal', actor: 'system', reference: id } as const
      await appendAudit(server.deps.db, entry, server.deps.clock.now())
      return (await audit())[0]?.reference
    }
    const { id, reference } = await addExecutive(server.deps)
    const person = await addStaff(server.deps, 'viewer', 'Ravi Shah')
    expect([await told(id), await told(person)]).toEqual([reference, 'Ravi Shah'])
    expect([await told('VA-7K3M9Q'), await told(newId())]).toEqual(['VA-7K3M9Q', null])
  })
})
