import { beforeAll, describe, expect, it } from 'vitest'
import {
  ABOUT_MAX,
  applicationStatuses,
  type RecordList,
  type RecordRow,
} from '#contract/schemas/staff-records.ts'
import { freshApplication, freshEnquiry, sharedDesk } from '#tests/support/desk-records.ts'
import { addExecutive, mandateIdOf } from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { addStaff } from '#tests/support/staff.ts'
import { joinVacancy } from '#server/features/vacancies/service.ts'
import { publishVacancy } from '#tests/support/published-vacancy.ts'
import { setStatus } from '#server/features/onboarding/mandate/store.ts'

const HOUR_MS = 3_600_000

/** The filtered values of an application, as the test knows them. */
interface Known {
  reference: string
  status: (typeof applicationStatuses)[number]
  assigned: string
  day: string
  place: string
  documents: string[]
  sector: string
}

describe.each(engines)('the lists of the desk on %s', (engine) => {
  let me: string
  const clock = movingClock()
  const known: Known[] = []
  const places = ['Surat', 'राजकोट', 'અમદાવાદ']
  const server = sharedServer({ engine, clock })
  beforeAll(async () => {
    const { deps } = server
    me = await addStaff(deps, 'viewer')
    const other = await addStaff(deps, 'recruiter', 'Kiran Shah')
    for (let at = 0; at < 120; at += 1) {
      await add({
        place: places[at % 3] ?? '',
        sector: ['', 'finance', 'healthcare'][(at >> 2) % 3] ?? '',
        documents: ['resume', ...(at % 2 ? ['pan_card'] : []), ...(at % 5 ? [] : ['aadhar_card'])],
        createdAt: clock.now() - (at % 40) * 6 * HOUR_MS,
        status: applicationStatuses[(at * 3) % 7] ?? 'new',
        assigned: ['', me, other][(at >> 1) % 3] ?? '',
      })
    }
  })

  const desk = sharedDesk(server, 'viewer', () => ({ staffId: me }))

  /** Stores an application and remembers it. */
  async function add({ createdAt, ...change }: Partial<Known> & { createdAt: number }): Promise<void> {
    const usual = { status: 'new' as const, assigned: '', place: '', sector: '', documents: ['resume'] }
    const facts = { ...usual, ...change }
    const { status, assigned, place, sector, documents: fields } = facts
    const address = `${known.length} Ring Road, Old ${place}, Gujarat 395002`
    const { id, reference } = await freshApplication(server.deps, { fields, createdAt, address, sector })
    const row = server.deps.db.updateTable('records').where('id', '=', id)
    await row.set({ status, assigned_to: assigned }).execute()
    const day = new Date(createdAt + 5.5 * HOUR_MS).toISOString().slice(0, 10)
    known.push({ ...facts, reference, day })
  }

  /** Returns the rows of every page of a list. */
  async function all(path: string): Promise<RecordRow[]> {
    const rows: RecordRow[] = []
    let after = ''
    do {
      const page = await desk<RecordList>(`records/${path}${after}`)
      expect([page.status, page.headers.get('cache-control')], page.text).toEqual([200, 'no-store'])
      rows.push(...page.body.rows)
      after = page.body.next ? `${path.includes('?') ? '&' : '?'}after=${page.body.next}` : ''
    } while (after)
    return rows
  }

  const filters: [query: string, holds: (one: Known) => boolean][] = [
    ['status=interview', ({ status }) => status === 'interview'],
    ['assigned=me', ({ assigned }) => assigned === me],
    ['assigned=nobody', ({ assigned }) => assigned === ''],
    ['from=2026-11-16', ({ day }) => day >= '2026-11-16'],
    ['to=2026-11-15', ({ day }) => day <= '2026-11-15'],
    [`place=${encodeURIComponent('old राजकोट')}`, ({ place }) => place === 'राजकोट'],
    ['place=surat', ({ place }) => place === 'Surat'],
    ['document=pan_card', ({ documents }) => documents.includes('pan_card')],
    ['document=resume', () => true],
    ['sector=finance', ({ sector }) => sector === 'finance'],
  ]
  const none: (typeof filters)[number] = ['', () => true]
  const pairs = filters.flatMap((one, at) =>
    [none, ...filters.slice(at + 1)]
      .filter(([other]) => !other.startsWith(one[0].slice(0, 4)))
      .map((other) => [one, other] as const),
  )

  it.each(pairs)(
    'show exactly the records that match two filters: %j and %j',
    async ([one, isOne], [other, isOther]) => {
      const rows = await all(`applications?${one}&${other}`)
      const wanted = known.filter((row) => isOne(row) && isOther(row)).map(({ reference }) => reference)
      expect(rows.map(({ reference }) => reference).toSorted()).toEqual(wanted.toSorted())
      const times = rows.map(({ receivedAt }) => receivedAt)
      expect(times).toEqual(times.toSorted().toReversed())
    },
  )

  it('show no contacts, and show who works on a record', async () => {
    const [row] = await all('applications?assigned=me&status=interview')
    for (const kept of ['email', 'phone']) expect(row).not.toHaveProperty(kept)
    const assignedTo = { id: me, name: 'Asha Mehta' }
    expect(row).toMatchObject({ name: 'Asha Mehta', assignedTo, status: 'interview', unreadable: false })
  })

  it('show and filter by the work that an applicant looks for and the vacancies where they are a candidate', async () => {
    const vacancy = await publishVacancy(server.deps, { title: 'Store keeper' })
    const wish = { role: 'Accountant', experience: '3 years', sector: 'finance' }
    const { id, reference } = await freshApplication(server.deps, wish)
    const { db, cipher } = server.deps
    const joined = { reference: vacancy, applicationId: id, now: clock.now() }
    await db.transaction().execute((trx) => joinVacancy(trx, cipher, joined))
    const vacancies = [{ reference: vacancy, title: 'Store keeper' }]
    const said = { reference, sector: 'finance', about: 'Accountant', experience: '3 years', vacancies }
    expect(await all(`applications?vacancy=${vacancy}`)).toMatchObject([said])
    expect(await all('applications?vacancy=VA-000000')).toEqual([])
    await db.deleteFrom('records').where('id', '=', id).execute()
  })

  it('have the requested order, page by page, and a record shows its neighbours in that order', async () => {
    const rank = ({ status }: RecordRow) => applicationStatuses.findIndex((one) => one === status)
    const newest = (one: RecordRow, other: RecordRow) => one.receivedAt >= other.receivedAt
    const changed = (one: RecordRow, other: RecordRow) => one.changedAt >= other.changedAt
    const byRank = (one: RecordRow, other: RecordRow) =>
      rank(one) < rank(other) || (rank(one) === rank(other) && newest(one, other))
    const orders: [sort: string, isInOrder: (one: RecordRow, other: RecordRow) => boolean][] = [
      ['newest', newest],
      ['oldest', (one, other) => newest(other, one)],
      ['changed', changed],
      ['unchanged', (one, other) => changed(other, one)],
      ['status', byRank],
    ]
    const references = (rows: RecordRow[]) => rows.map(({ reference }) => reference).toSorted()
    for (const filter of ['', 'assigned=me']) {
      const usual = references(await all(`applications?${filter}`))
      for (const [sort, isInOrder] of orders) {
        const rows = await all(`applications?sort=${sort}&${filter}`)
        const broken = rows.flatMap((row, at) => (rows[at + 1] && !isInOrder(row, rows[at + 1]!) ? [at] : []))
        expect([broken, references(rows)], sort + filter).toEqual([[], usual])
        if (!filter) continue
        const names = rows.map(({ reference }) => reference)
        for (const at of [0, 1, rows.length >> 1, rows.length - 1]) {
          const { body } = await desk(`records/applications/${names[at]}/neighbours?sort=${sort}&${filter}`)
          expect(body).toEqual({ previous: names[at - 1] ?? null, next: names[at + 1] ?? null })
        }
      }
    }
    expect((await desk('records/applications/AP-000000/neighbours')).status).toBe(404)
  })

  it('are counted by status within the filters', async () => {
    const countsOf = async (query: string) =>
      (await desk(`records/applications/counts?${query}`)).body['counts']
    const wanted = (rows: Known[]) =>
      Object.fromEntries(
        applicationStatuses.map((one) => [one, rows.filter(({ status }) => status === one).length]),
      )
    const mine = known.filter(({ assigned, sector }) => assigned === me && sector === 'finance')
    expect(await countsOf('')).toEqual(wanted(known))
    expect(await countsOf('assigned=me&sector=finance')).toEqual(wanted(mine))
  })

  it('show the beginning of an enquiry, without the numbers and addresses in it', async () => {
    const words = 'Two welders,\nplease. Call +91 98765-43210, write to hr@works.example. PIN 395002. '
    await freshEnquiry(server.deps, { name: 'About Test', enquiry: words + 'x'.repeat(300) })
    const row = (await all('enquiries')).find(({ name }) => name === 'About Test')
    const shown = 'Two welders, please. Call +********3210, write to h***@w***.example. PIN 395002. x'
    expect([row?.about.startsWith(shown), row?.about.at(-1)]).toEqual([true, '…'])
    expect(row?.about.length).toBe(ABOUT_MAX + 1)
    await server.deps.db.deleteFrom('records').where('kind', '=', 'enquiries').execute()
  })

  it.each([
    ...['enquiries?document=resume', 'enquiries?place=surat', 'enquiries?mandate=active'],
    ...['enquiries?status=interview', 'enquiries?sector=finance', 'executives?status=new'],
  ])('are empty if no record can match: %s', async (path) => {
    expect(await all(path)).toEqual([])
  })

  it.each([
    ...['from=2026-02-30', 'status=odd', 'after=odd', 'document=odd', 'mandate=odd', 'sector=odd'],
    ...['vacancy=odd', 'assigned=%00', 'sort=odd'],
  ])('refuse %s', async (query) => {
    expect(await desk(`records/applications?${query}`)).toMatchObject({ status: 422 })
  })

  it('neither repeat nor omit a row while others arrive', async () => {
    const before = known.map(({ reference }) => reference)
    const first = await desk<RecordList>('records/applications')
    for (let at = 0; at < 3; at += 1) await add({ createdAt: clock.now() + HOUR_MS })
    const second = await desk<RecordList>(`records/applications?after=${first.body.next}`)
    await add({ createdAt: clock.now() + HOUR_MS })
    const third = await desk<RecordList>(`records/applications?after=${second.body.next}`)
    const rows = [first, second, third].flatMap(({ body }) => body.rows)
    expect(rows.map(({ reference }) => reference).toSorted()).toEqual(before.toSorted())
    expect([first.body.rows.length, third.body.next]).toEqual([50, null])
  })

  it('mark a row that cannot be decrypted, between the others', async () => {
    const { deps } = server
    await freshEnquiry(deps)
    const altered = deps.db.updateTable('records').where('id', '=', (await freshEnquiry(deps)).id)
    await altered.set({ personal: 'v1.x.y.z' }).execute()
    await freshEnquiry(deps)
    const rows = await all('enquiries')
    expect(rows.map(({ unreadable }) => unreadable).toSorted()).toEqual([false, false, true])
    expect(rows.find(({ unreadable }) => unreadable)).toMatchObject({ name: '', about: '' })
  })

  it('reflect the mandate and the agreement of a registered person', async () => {
    const { deps } = server
    const { id, reference } = await addExecutive(deps)
    const own = async (query: string) => (await all(`executives?${query}`)).map((row) => row.reference)
    expect(await own('status=registered&mandate=initiated')).toContain(reference)
    const mandateId = await mandateIdOf(deps, id)
    const event = { mandateId, at: clock.now(), source: 'asked', status: 'failed' } as const
    await setStatus(deps.db, event, { isNew: true })
    expect(await own('status=mandate_failed&mandate=failed&assigned=nobody')).toContain(reference)
    expect(await own('status=registered')).not.toContain(reference)
  })
})
