import { join } from 'node:path'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { timelineEntry } from '#contract/schemas/staff-records.ts'
import { describe, expect, it } from 'vitest'
import { todayInIndia } from '#contract/dates.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { primaryKeys, tableNames } from '#server/platform/db/tables.ts'
import { insertApplication } from '#server/features/careers/store.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { handle, type JobOutcome } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { createWorker } from '#server/platform/jobs/worker.ts'
import { addRecordEvent, noteContact } from '#server/features/records/timeline-store.ts'
import { newId } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { createDiskFiles } from '#server/providers/files/disk.ts'
import { goodApplication } from '#tests/support/application.ts'
import { engines, withoutTable } from '#tests/support/place.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import {
  lasting,
  type Period,
  periods,
  recordsDue,
  runRetention,
  countAllExpired,
} from './retention-store.ts'

const START = Date.parse('2026-11-20T06:30:00Z')
const DAY_MS = 24 * 60 * 60_000
/** So late that rows of this time are never past their period in a test. */
const LATE = START + 100 * 366 * DAY_MS

type Values = Record<string, string | number | null>

/** Returns a value for a column: a late time, a small number or a text. */
function fillerOf(dataType: string): number | string {
  if (/bigint|int8/i.test(dataType)) return LATE
  return /int/i.test(dataType) ? 1 : newId()
}

/** The tables whose rows refer to one of another table. */
const parents: Record<string, { column: string; table: Period['table'] }> = {
  one_time_codes: { column: 'session_id', table: 'sessions' },
  staff_sessions: { column: 'staff_id', table: 'staff' },
  staff_invitations: { column: 'staff_id', table: 'staff' },
  mandate_events: { column: 'mandate_id', table: 'mandates' },
}

/** Each time that by itself ends a row's period. */
const times = periods
  .filter(({ way }) => way === undefined)
  .flatMap((period) => Object.keys(period.after).map((column) => ({ name: period.name, column, period })))

describe.each(engines)('the retention of rows on %s', (engine) => {
  const database = sharedDatabase(engine)
  const cipher = createFieldCipher(Buffer.alloc(32, 7))
  const deps = (now: number) => ({
    ...{ db: database.db, cipher, clock: { now: () => now } },
    files: createDiskFiles(join(database.place.dataDir, 'files')),
  })
  const run = (now: number) => runRetention(deps(now), { actor: 'system' })
  /** Inserts a row into any table; missing values are filled in, or null where that is allowed. */
  async function put(table: Period['table'], given: Values): Promise<Values> {
    const tables = await database.db.introspection.getTables()
    const columns = tables.find(({ name }) => name === table)?.columns ?? []
    const filled = columns
      // SQLite reports that a primary key may be null.
      .filter(({ isNullable, name }) => !isNullable || primaryKeys[table].some((column) => column === name))
      .filter(({ name }) => !(name in given))
      .map(({ name, dataType }) => [name, fillerOf(dataType)] as const)
    const values: Values = { ...Object.fromEntries(filled), ...given }
    const names = Object.keys(values)
    await sql`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(names.map((name) => values[name]))})`.execute(database.db)
    return values
  }
  const countOf = async (table: string, where: Values) => {
    const pairs = Object.entries(where).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.join(pairs, sql` and `)}`.execute(
      database.db,
    )
    return Number(rows[0]?.count)
  }
  /** Returns the values that refer to a parent row, which is not deleted. */
  async function parentsOf(table: string): Promise<Values> {
    const parent = parents[table]
    return parent ? { [parent.column]: (await put(parent.table, {}))['id'] ?? null } : {}
  }
  function valuesOf({ table, after, only }: Period, column: string): Values {
    const others = Object.keys(after).map((other) => [other, LATE] as const)
    return {
      ...(table === 'jobs' ? { status: 'dead' } : {}),
      ...(only ? { [only.column]: only.value } : {}),
      ...Object.fromEntries(others),
      [column]: START,
    }
  }

  it.each(times)(
    'deletes rows of $name after its $column, and not before',
    async ({ name, column, period }) => {
      const row = { ...(await parentsOf(period.table)), ...valuesOf(period, column) }
      const kept = await put(period.table, row)
      const end = START + (period.after[column] ?? 0)
      expect((await countAllExpired(deps(end - 1)))[name]).toBe(0)
      await run(end - 1)
      expect(await countOf(period.table, kept)).toBe(1)
      expect((await countAllExpired(deps(end)))[name]).toBe(1)
      expect((await run(end))[name]).toBe(1)
      expect(await countOf(period.table, kept)).toBe(0)
    },
  )

  const afterOf = (name: string, column: string) =>
    periods.find((period) => period.name === name)?.after[column] ?? 0

  it('deletes applications with their documents', async () => {
    const { db, files } = deps(START)
    const document = { id: newId(), field: 'resume', name: 'cv.pdf', kind: 'pdf', size: 6 }
    await files.put(document.id, Buffer.from('sealed'))
    const documents = [{ ...document, scan: 'off' as const, marks: [], text: '' }]
    const rest = { createdAt: START, notice: null, language: 'en' as const, documents }
    expect(await insertApplication(db, cipher, { ...goodApplication, ...rest, id: newId() })).toBe(true)
    const end = START + afterOf('applications', 'last_contact_at')
    expect((await run(end - 1))['applications']).toBe(0)
    expect(await files.get(document.id)).toBeDefined()
    expect((await run(end))['applications']).toBe(1)
    expect(await files.get(document.id)).toBeUndefined()
    for (const table of ['application_files', 'pending_files'])
      expect(await countOf(table, { id: document.id })).toBe(0)
  })

  /** Inserts a record, received one day before something else happened to it. */
  async function came(kind: 'enquiries' | 'applications'): Promise<string> {
    const id = newId()
    const at = START - DAY_MS
    await put('records', { id, kind, created_at: at, changed_at: at, last_contact_at: at, personal: '' })
    return id
  }
  const isThere = async (id: string) => (await countOf('records', { id })) === 1
  const end = START + 366 * DAY_MS

  const happenings = timelineEntry.shape.kind.options

  it.each(happenings)('counts the period of a record from what happened last: %s', async (kind) => {
    const id = await came('enquiries')
    const record = { kind: 'enquiries', id } as const
    await addRecordEvent(database.db, cipher, { record, at: START, staffId: null, kind, detail: {} })
    // Looking at a record is no contact.
    const isContact = kind !== 'looked'
    await run(end - 1)
    expect(await isThere(id)).toBe(isContact)
    await run(end)
    expect(await isThere(id)).toBe(false)
  })

  it.each(['enquiries', 'applications'] as const)(
    'counts the period of one of the %s from a mail that was sent',
    async (kind) => {
      const id = await came(kind)
      const mail = {
        name: 'test.mail',
        record: 'recordId',
        maxAttempts: 2,
        delaysMs: [0],
        payload: z.object({ recordId: z.string() }),
      } as const
      const { db } = database
      const worker = createWorker({
        db,
        engine,
        clock: { now: () => START },
        log: createLog('silent'),
        onDone: (job, at) => (job.record_id === null ? undefined : noteContact(db, job.record_id, at)),
      })
      const outcomes: JobOutcome[] = [{ done: false, failure: 'later' }, { done: true }]
      worker.register([handle(mail, async () => outcomes.shift() ?? { done: true })])
      await enqueue(db, mail, [{ payload: { recordId: id }, now: START }])
      const lastContact = db.selectFrom('records').select('last_contact_at').where('id', '=', id)
      await worker.round()
      expect(await lastContact.executeTakeFirst()).toEqual({ last_contact_at: START - DAY_MS })
      await worker.round()
      expect(await lastContact.executeTakeFirst()).toEqual({ last_contact_at: START })
      await run(end - 1)
      expect(await isThere(id)).toBe(true)
      await run(end)
      expect(await isThere(id)).toBe(false)
    },
  )

  /** Whether a vacancy holds a record for another year: the vacancy's state, the candidate's stage, the result. */
  const holds = [
    ['published', 'new', true],
    ['published', 'offered', true],
    ['published', 'rejected', false],
    ['published', 'withdrawn', false],
    ['closed', 'new', false],
  ] as const

  it.each(holds)(
    'of an applicant at a vacancy that is %s, in the stage %s: kept longer is %s',
    async (state, stage, stays) => {
      const id = await came('applications')
      const vacancy = await put('vacancies', { state, changed_at: START, enquiry_id: null })
      const stands = { vacancy_id: vacancy['id'] ?? null, application_id: id, stage }
      await put('vacancy_candidates', { ...stands, changed_at: START })
      await run(end - 1)
      expect(await isThere(id)).toBe(stage === 'new' || stays)
      await run(end)
      expect(await isThere(id)).toBe(stays)
      await database.db.updateTable('vacancies').set({ state: 'closed' }).execute()
      await run(end)
      expect(await isThere(id)).toBe(false)
    },
  )

  it.each(['draft', 'published', 'closed'])(
    'keeps an enquiry whose vacancy is %s, until a year after it closed',
    async (state) => {
      const id = await came('enquiries')
      await put('vacancies', { state, changed_at: START, enquiry_id: id })
      await run(end - 1)
      expect(await isThere(id)).toBe(true)
      await run(end)
      expect(await isThere(id)).toBe(state !== 'closed')
      await database.db
        .updateTable('vacancies')
        .set({ state: 'closed' })
        .where('enquiry_id', '=', id)
        .execute()
      await run(end)
      expect(await isThere(id)).toBe(false)
    },
  )

  it.each(['email_index', 'phone_index'])(
    'keeps a record whose person has another one, of any kind, that is held: by %s',
    async (column) => {
      const sent = ['enquiries', 'applications'] as const
      const held = await Promise.all(sent.map((kind) => came(kind)))
      const others = await Promise.all(sent.map((kind) => came(kind)))
      const contact = { [column]: newId() }
      const same = (ids: string[]) => database.db.updateTable('records').set(contact).where('id', 'in', ids)
      const executive = String((await put('records', { kind: 'executives', ...contact }))['id'])
      await same(held).execute()
      const due = async () =>
        (await recordsDue(deps(end), { after: undefined, count: 99 })).map((one) => one.record.id)
      expect((await due()).filter((id) => held.includes(id))).toEqual([])
      await run(end)
      expect(await Promise.all([...held, ...others].map(isThere))).toEqual([true, true, false, false])
      await database.db.deleteFrom('records').where('id', '=', executive).execute()
      const [enquiry = ''] = held
      await put('vacancies', { state: 'published', changed_at: START, enquiry_id: enquiry })
      await run(end)
      expect(await Promise.all(held.map(isThere))).toEqual([true, true])
      await database.db
        .updateTable('vacancies')
        .set({ state: 'closed' })
        .where('enquiry_id', '=', enquiry)
        .execute()
      expect(await due()).toEqual(expect.arrayContaining(held))
      await run(end)
      expect(await Promise.all(held.map(isThere))).toEqual([false, false])
    },
  )

  it('announces deletions thirty days before, page by page and without what a vacancy holds', async () => {
    await database.db.deleteFrom('records').execute()
    const ids = [await came('enquiries'), await came('applications'), await came('enquiries')]
    const [, , held = ''] = ids
    await put('vacancies', { state: 'published', changed_at: START, enquiry_id: held })
    const due = START + 365 * DAY_MS
    const dueAt = (now: number, after?: string, count = 9) => recordsDue(deps(now), { after, count })
    expect(await dueAt(due - 30 * DAY_MS - 1)).toEqual([])
    const all = await dueAt(due - 30 * DAY_MS)
    expect(all.map(({ record, dueAt: at }) => [record.id, at])).toEqual(
      ids
        .slice(0, 2)
        .toSorted()
        .map((id) => [id, due]),
    )
    const [first] = await dueAt(due, undefined, 1)
    expect(first).toEqual(all[0])
    expect(await dueAt(due, first?.cursor)).toEqual(all.slice(1))
  })

  it('deletes who agreed to a vacancy a year after it last changed, unless it is published', async () => {
    const agreed = cipher.encrypt({ table: 'vacancies', column: 'agreed_by', row: 'x' }, 'R. Shah')
    const vacancy = (state: string) =>
      put('vacancies', { state, changed_at: START, agreed_by: agreed, enquiry_id: null })
    const [closed, open] = [await vacancy('closed'), await vacancy('published')]
    const of = ({ id = '' }: Values) => countOf('vacancies', { id, agreed_by: agreed })
    const name = 'who agreed to vacancies'
    const end = START + afterOf(name, 'changed_at')
    await run(end - 1)
    expect(await of(closed)).toBe(1)
    expect((await countAllExpired(deps(end)))[name]).toBe(1)
    expect([(await run(end))[name], (await run(end))[name]]).toEqual([1, 0])
    expect([await of(closed), await of(open)]).toEqual([0, 1])
    expect(await countOf('vacancies', { id: closed['id'] ?? null })).toBe(1)
  })

  /** Inserts a mandate whose account can be decrypted. */
  async function mandate(values: Values): Promise<string> {
    const id = newId()
    const seal = (column: string) => cipher.encrypt({ table: 'mandates', column, row: id }, 'something')
    const columns = ['phone', 'account_name', 'account_no', 'ifsc_code']
    const sealed = columns.map((column) => [column, seal(column)])
    await put('mandates', { id, ...Object.fromEntries(sealed), ...values })
    return id
  }
  const found = (id: string) => findMandate(database.db, cipher, { id })

  it('deletes a mandate’s bank details a year after its end, and the rest after eight', async () => {
    const [account, books] = [afterOf('bank details', 'end'), afterOf('mandates', 'end')]
    const failed = await mandate({ created_at: START - DAY_MS, status: 'failed', umrn: 'HDFC7' })
    await put('mandate_events', { mandate_id: failed, at: START })
    const debit_end = todayInIndia(LATE - DAY_MS)
    const standing = await mandate({ created_at: START, status: 'active', debit_end })
    await run(START + account - 1)
    expect(await found(failed)).toMatchObject({ accountNo: 'something', phone: 'something' })
    const counts = await run(START + account)
    expect(counts).toMatchObject({ 'bank details': 1, mandates: 0 })
    const empty = { accountNo: '', accountName: '', ifscCode: '', phone: '', sessionId: '' }
    expect(await found(failed)).toMatchObject({ ...empty, umrn: 'HDFC7', holderIndex: null })
    expect(await found(standing)).toMatchObject({ accountNo: 'something' })
    expect((await run(START + account))['bank details']).toBe(0)

    await run(START - DAY_MS + books - 1)
    expect(await found(failed)).toBeDefined()
    await run(START + books)
    expect(await found(failed)).toBeUndefined()
    expect(await found(standing)).toMatchObject({ accountNo: 'something' })
    await run(LATE - DAY_MS + account)
    expect(await found(standing)).toMatchObject({ accountNo: '', status: 'active' })
  })

  it('keeps the mandate of a registered person', async () => {
    const id = await mandate({ created_at: START, status: 'failed' })
    const { id: person } = await put('records', { kind: 'executives', created_at: START })
    await put('executives', { id: person ?? null, mandate_id: id })
    await run(START + afterOf('mandates', 'end'))
    expect(await found(id)).toMatchObject({ accountNo: '' })
  })

  it('deletes the audit log from its oldest entry on', async () => {
    const { db } = database
    const later = LATE + 10 * 366 * DAY_MS
    await run(later)
    await appendAudit(db, { action: 'reveal', actor: 'system' }, later)
    const end = later + afterOf('audit log', 'at')
    await run(end - 1)
    expect(await countOf('audit_log', { at: later, action: 'reveal' })).toBe(1)
    expect((await run(end))['audit log']).toBeGreaterThan(0)
    expect(await countOf('audit_log', { at: later, action: 'reveal' })).toBe(0)
  })

  /** Inserts many numbered rows. */
  async function addDigests(): Promise<void> {
    await run(START)
    const rows = Array.from({ length: 240 }, (_, index) => ({ until_at: index }))
    await database.db.insertInto('digests').values(rows).execute()
  }

  it('deletes in commits of some rows, each with its audit entry', async () => {
    await addDigests()
    const last = database.db.selectFrom('audit_log').select((e) => e.fn.max('seq').as('seq'))
    const before = (await last.executeTakeFirst())?.seq ?? 0
    const told: unknown[] = []
    const progress = (...step: unknown[]) => void told.push(step)
    const noted = async () => {
      const entries = await database.db
        .selectFrom('audit_log')
        .select('detail')
        .where('action', '=', 'retention')
        .where('detail', 'like', '%digests%')
        .where('seq', '>', before)
        .orderBy('seq')
        .execute()
      return entries.map(({ detail }) => detail)
    }
    const entry = (count: number) => JSON.stringify({ digests: count })
    const daily = () => runRetention(deps(START), { actor: 'system', only: 'daily', progress })
    await daily()
    expect(told).toEqual([100, 200, 240].map((gone) => ['digests', gone]))
    expect(await noted()).toEqual([100, 100, 40].map(entry))
    await daily()
    expect([told.length, (await noted()).length]).toEqual([3, 3])
  })

  it('deletes nothing in a commit whose audit entry cannot be written', async () => {
    await addDigests()
    const { db } = database
    await expect(withoutTable(db, 'audit_log', () => run(START))).rejects.toThrow()
    expect(await countAllExpired(deps(START))).toMatchObject({ digests: 240 })
    // What is deleted daily fails, and short-lived rows are deleted nevertheless.
    await put('use_counts', { ends_at: START })
    await expect(withoutTable(db, 'audit_log', () => run(START))).rejects.toThrow()
    expect(await countAllExpired(deps(START))).toMatchObject({ digests: 240, 'counts of limits': 0 })
    expect(await run(START)).toMatchObject({ digests: 240 })
  })

  it('stops after the current commit if the process has to stop, and continues with the next run', async () => {
    await addDigests()
    const stopped = new AbortController()
    const progress = () => stopped.abort()
    const interrupted = await runRetention(deps(START), { actor: 'system', progress, signal: stopped.signal })
    expect(interrupted).toMatchObject({ digests: 100 })
    expect(await run(START)).toMatchObject({ digests: 140 })
  })
})

it('has a time, or a reason to keep rows, for every table', () => {
  const timed = periods.map(({ table }) => table)
  expect(tableNames.filter((table) => !timed.includes(table) && !(table in lasting))).toEqual([])
})
