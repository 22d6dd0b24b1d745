import { beforeAll, describe, expect, it } from 'vitest'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { somebody, postApplication } from '#tests/support/application.ts'
import { planOf } from '#tests/support/query-plan.ts'
import { movingClock } from '#tests/support/server.ts'
import { mailsTo, newVisitor, provePhone } from '#tests/support/visitor.ts'
import { askForDigest, lastTimeAt, digestMail } from './jobs.ts'
import { tallyOf } from './store.ts'
import { sharedServer, startDatabase } from '#tests/support/shared.ts'

const HOUR_MS = 3_600_000
const EIGHT = 8 * 60
const inbox = 'desk@agency.example'
const nothing = {
  ...{ enquiries: 0, suspects: 0, applications: 0, registrations: 0, retried: 0 },
  ...{ failed: [], givenUp: [] },
}

function at(instant: string): number {
  return Date.parse(instant)
}

it.each([
  [EIGHT, '2026-11-21T08:00:00+05:30', '2026-11-21T08:00:00+05:30'],
  [EIGHT, '2026-11-21T07:59:59.999+05:30', '2026-11-20T08:00:00+05:30'],
  [EIGHT, '2026-03-01T04:00:00+05:30', '2026-02-28T08:00:00+05:30'],
  [0, '2026-11-21T00:10:00+05:30', '2026-11-21T00:00:00+05:30'],
  [1439, '2026-11-21T12:00:00+05:30', '2026-11-20T23:59:00+05:30'],
])('the digest of minute %i, asked for at %s, was last due at %s', (minutes, now, last) => {
  expect(lastTimeAt(minutes, at(now))).toBe(at(last))
})

it('the digest lists what needs attention, up to fifty of a kind, with addresses at the desk', () => {
  const span = { since: at('2026-11-20T08:00:00+05:30'), until: at('2026-11-21T08:00:00+05:30') }
  const facts = { codes: { used: 12, points: 2000 }, publicUrl: 'https://www.agency.example' }
  const failed = Array.from({ length: 52 }, (_, each) => `EX-0000${10 + each}`)
  const givenUp = [{ kind: 'careers.notify-agency', failure: 'mail: refused' }]
  const mailOf = (change: object) => digestMail(span, { counters: { ...nothing, ...change }, ...facts })
  expect(mailOf({}).subject).toBe('Daily digest 2026-11-21')
  expect(mailOf({}).text).toContain('\n    https://www.agency.example/staff/enquiries\n')
  const { subject, text } = mailOf({ failed, givenUp })
  expect(subject).toBe('Daily digest 2026-11-21: something needs a look')
  expect(text).toContain('EX-000059: https://www.agency.example/staff/executives/EX-000059')
  expect(text).not.toContain('EX-000060')
  expect(text).toContain('    and 2 more')
  const again =
    'https://www.agency.example/staff has one tried again:\n    careers.notify-agency (mail: refused)'
  expect(text).toContain(again)
})

describe.each(engines)('the daily digest on %s', (engine) => {
  const clock = movingClock(at('2026-11-20T12:00:00+05:30'))
  const server = sharedServer({ engine, clock, settings: { AGENCY_INBOX: inbox, DIGEST_AT: '08:00' } })
  beforeAll(() => askForDigest(server.deps, EIGHT))

  const digests = async () =>
    (await mailsTo(server, inbox)).filter(({ subject }) => subject?.startsWith('Daily digest'))
  const askAsMany = () => Promise.all(Array.from({ length: 6 }, () => askForDigest(server.deps, EIGHT)))

  it('is sent when it is due, once, however many processes ask, and covers everything since the previous one', async () => {
    // The series starts without a mail, and is not due before its time.
    clock.advance(20 * HOUR_MS - 1)
    await askAsMany()
    expect(await digests()).toEqual([])

    // The digest says what arrived and what failed, and nothing about a person.
    const { db } = server.deps
    clock.advance(-HOUR_MS)
    await postEnquiry(server.url)
    await postEnquiry(server.url, { ...goodEnquiry, website: 'x' })
    await postApplication(server.url, somebody())
    const { id, name, phone } = await addExecutive(server.deps)
    await provePhone(newVisitor(server.url), '9000000009')
    // A form that a busy machine makes at the second attempt would be counted.
    await server.workOff({ documents: false })
    const now = clock.now()
    const failed = db.updateTable('mandates').set({ status: 'failed', failure_notified_at: now })
    await failed.where('executive_id', '=', id).execute()
    const dead = { status: 'dead', finished_at: now, last_failure: 'mail: refused' } as const
    await db.updateTable('jobs').set(dead).where('kind', '=', 'careers.notify-agency').execute()
    clock.advance(HOUR_MS + 1)
    await askAsMany()
    await askAsMany()
    const [digest, ...more] = await digests()
    expect(more).toEqual([])
    expect(digest?.subject).toBe('Daily digest 2026-11-21: something needs a look')
    const told = [
      'New enquiries:     2, of which 1 marked as suspect',
      'New applications:  1',
      'New registrations: 1',
      'Failed mandates:   1',
      'Mail given up:     1',
      'Mail being tried:  0',
      expect.stringMatching(/^Codes by SMS: {6}0 not entered, of the \d+ that a day may take$/),
      expect.stringMatching(/^ {4}(EX-\w{6}): http.*\/staff\/executives\/\1$/),
      expect.stringMatching(/^ {4}careers\.notify-agency \(mail: refused\)$/),
    ]
    expect(digest?.text.split('\n')).toEqual(expect.arrayContaining(told))
    for (const personal of [name, phone, '9000000009', goodEnquiry.name, goodEnquiry.email])
      expect(digest?.text).not.toContain(personal)

    // A digest is sent on days without news too, and covers several days after the server was off.
    clock.advance(72 * HOUR_MS)
    // As the server itself asks.
    await server.deps.scheduledTasks.round()
    await askAsMany()
    const later = (await digests()).filter(({ subject }) => subject !== digest?.subject)
    expect(later.map(({ subject }) => subject)).toEqual(['Daily digest 2026-11-24'])
    expect(later[0]?.text).toMatch(/^What came in from 21 November 2026 .* to 24 November 2026 /)
    expect(later[0]?.text).toContain('New enquiries:     0\n')
  })
})

it('the digest finds the mandates that failed without reading all', async () => {
  await using database = await startDatabase('sqlite')
  const plan = await planOf(database.db, (db) => tallyOf(db, { since: 1, until: 2 }))
  expect(plan).toContain('mandates USING INDEX mandates_failure_notified_at')
})

const DAY_MS = 86_400_000

describe('mails to the inbox', () => {
  const clock = movingClock()
  const settings = { RATE_LIMIT_SCALE: '1', AGENCY_INBOX: inbox, INBOX_DAILY_BUDGET: '2' }
  const server = sharedServer({ clock, settings })

  const subjects = async () =>
    (await mailsTo(server, inbox)).map(({ subject }) => subject?.replace(/ from .*/, '') ?? '')

  it('include no digest if the setting asks for none', async () => {
    await server.deps.scheduledTasks.round()
    expect(await subjects()).toEqual([])
    expect(await server.deps.db.selectFrom('digests').selectAll().execute()).toEqual([])
  })

  it("beyond a day's budget are replaced by one mail about the rest, after the day", async () => {
    for (let sent = 0; sent < 4; sent += 1) expect((await postEnquiry(server.url)).status).toBe(201)
    expect(await subjects()).toEqual(['New enquiry', 'New enquiry'])
    expect(await server.deps.db.selectFrom('records').select('id').execute()).toHaveLength(4)
    expect((await postApplication(server.url, somebody())).status).toBe(201)
    expect((await subjects()).toSorted()).toEqual(['New application', 'New enquiry', 'New enquiry'])
    clock.advance(DAY_MS)
    const later = await subjects()
    const all = '2 more enquiries, not mailed one by one'
    expect(later.toSorted()).toEqual([all, 'New application', 'New enquiry', 'New enquiry'])
    expect((await postEnquiry(server.url)).status).toBe(201)
    expect((await subjects()).filter((subject) => subject === 'New enquiry')).toHaveLength(3)
  })
})
