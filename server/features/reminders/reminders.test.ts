import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { personMails } from '#contract/messages/en/mails.ts'
import { reminderAnswers, remindersPage } from '#contract/messages/en/pages.ts'
import { recordPages } from '#contract/paths.ts'
import type { RecordDetail, RecordKind, RecordStatus } from '#contract/schemas/staff-records.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { askErasure } from '#server/features/my/change-service.ts'
import { findRecord } from '#server/features/records/store.ts'
import { deskAs, freshApplication } from '#tests/support/desk-records.ts'
import { addExecutive, agreementPath, failMandateOf, replaceMandateOf } from '#tests/support/executive.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { engines } from '#tests/support/place.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { shared } from '#tests/support/shared.ts'
import { mailsTo } from '#tests/support/visitor.ts'
import { sendReminders } from './service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Noon in India. */
const NOON = Date.parse('2026-11-20T06:30:00Z')
const noted = 'Reminder to the person: the agreement is not accepted'

const { remindAgreement, remindAnnex, remindMandate, remindDocument } = personMails
const reminders = [remindAgreement, remindAnnex, remindMandate, remindDocument]
const subjectsOfReminders: string[] = reminders.map(({ subject }) => subject)

describe.each(enginesInTurn)('reminders on %s', (engine) => {
  const clock = movingClock(NOON)
  const mail = shared(startMailServer)
  const server = shared(() => {
    const ours = { MAIL_PROVIDER: 'smtp', SMTP_URL: mail.url, LANGUAGES: 'en,gu' }
    return startServer({ engine, clock, settings: { ...ours, PUBLIC_URL: 'http://localhost:8080' } })
  })

  /** Enqueues due reminders, and sends them. */
  async function look(): Promise<void> {
    await sendReminders(server.deps)
    await server.workOff({ documents: false })
  }

  /** Lets time pass, and sends due reminders every six hours. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 6 * HOUR) {
      clock.advance(Math.min(left, 6 * HOUR))
      await look()
    }
  }

  /** Lets time pass likewise, without sending what is due at the end. */
  async function passUnsent(ms: number): Promise<void> {
    await pass(ms - HOUR)
    clock.advance(HOUR)
    await sendReminders(server.deps)
  }

  /** Lets time pass until the clock in India shows that hour. */
  async function passTo(hour: number): Promise<void> {
    const inIndia = (clock.now() + 5.5 * HOUR) % DAY
    await pass((hour * HOUR - inIndia + DAY) % DAY)
  }

  const mailsOf = (email: string) =>
    Promise.all(mail.received.flatMap(({ to, raw }) => (to.includes(email) ? [PostalMime.parse(raw)] : [])))
  const remindersTo = async (email: string) =>
    (await mailsOf(email)).filter(({ subject = '' }) => subjectsOfReminders.includes(subject))
  const subjectsTo = async (email: string) => (await remindersTo(email)).map(({ subject }) => subject)

  /** Returns the hours after now at which reminders of the next eight days are sent. */
  async function hoursOfReminders(email: string): Promise<number[]> {
    const since = clock.now()
    const hours: number[] = []
    while (clock.now() < since + 8.5 * DAY) {
      const before = (await remindersTo(email)).length
      await pass(6 * HOUR)
      const went = (await remindersTo(email)).length - before
      hours.push(...Array<number>(went).fill((clock.now() - since) / HOUR))
    }
    return hours
  }

  /** Registers a person whose agreement is not signed. */
  async function unsigned(language: 'en' | 'gu' = 'en') {
    const person = await addExecutive(server.deps, { language })
    await agreementPath(server.deps, person.id)
    return person
  }

  const setRecord = (id: string, values: { status?: RecordStatus; superseded_by?: string }) =>
    server.deps.db.updateTable('records').set(values).where('id', '=', id).execute()

  /** Marks a person's agreement as accepted. */
  async function accept(executiveId: string): Promise<void> {
    const agreements = server.deps.db.updateTable('agreements').where('executive_id', '=', executiveId)
    await agreements.set({ accepted_at: clock.now() }).execute()
    await setRecord(executiveId, { status: 'signed' })
  }

  /** Adds an applicant whom a recruiter asked for a document. */
  async function asked(document = 'the second page of your resume') {
    const application = await freshApplication(server.deps)
    const desk = await deskAs(server, 'recruiter')
    const draft = { template: 'documentMissing', blanks: { document } }
    const { status } = await desk(`${application.path}/mails`, { id: newId(), draft })
    expect(status).toBe(202)
    return application
  }

  async function timelineOf(kind: RecordKind, reference: string): Promise<string[]> {
    const desk = await deskAs(server, 'recruiter')
    const { body } = await desk<RecordDetail>(`records/${kind}/${reference}`)
    return body.timeline.map(({ text }) => text)
  }

  const jobs = () =>
    server.deps.db.selectFrom('jobs').selectAll().where('kind', 'like', 'reminders.%').execute()

  it('are sent for an unaccepted agreement after 1, 3 and 7 days, with its link and a way to stop them', async () => {
    await passTo(12)
    const { email, link, name, reference } = await unsigned()
    expect(await hoursOfReminders(email)).toEqual([24, 72, 168])
    const [first] = await remindersTo(email)
    expect(first?.subject).toBe(remindAgreement.subject)
    const site = 'http://localhost:8080'
    const text = remindAgreement.text
      .replace('{name}', name)
      .replace('{link}', site + recordPages.signAgreement + link)
      .replace('{stop}', site + recordPages.reminders + link)
    expect(first?.text?.trim()).toBe(text)
    expect(await timelineOf('executives', reference)).toContain(`${noted}: sent`)
  })

  it('are sent for an unaccepted annex in words of its own, and not for an accepted one or one whose mandate failed', async () => {
    await passTo(12)
    const { email, id } = await unsigned()
    await accept(id)
    await pass(2 * DAY)
    expect(await remindersTo(email)).toEqual([])
    await setRecord(id, { status: 'annex_open' })
    await agreementPath(server.deps, id)
    await pass(DAY)
    // The mandate in the annex failed as well.
    await setRecord(id, { status: 'signed_mandate_failed' })
    await pass(2 * DAY)
    expect(await subjectsTo(email)).toEqual([remindAnnex.subject])
  })

  it('are sent for a failed mandate until another is set up', async () => {
    await passTo(12)
    const { email, id } = await addExecutive(server.deps)
    await pass(6 * HOUR)
    await failMandateOf(server.deps, id)
    await pass(2 * DAY)
    await replaceMandateOf(server.deps, id, '998877665544')
    await pass(3 * DAY)
    expect(await subjectsTo(email)).toEqual([remindMandate.subject])
  })

  it('are sent for a requested document after 2 and 5 days, and name it', async () => {
    await passTo(12)
    const { email, id } = await asked()
    expect(await hoursOfReminders(email)).toEqual([48, 120])
    const [first] = await remindersTo(email)
    expect(first?.text).toContain('we still need: the second page of your resume.')
    const page = recordPages.own + (await server.deps.recordLinks.tokenOf(id))
    expect(first?.text).toContain(`\nhttp://localhost:8080${page}\n`)
    expect(first?.replyTo?.[0]?.address).toBe(server.deps.config.agency.email)
    const rows = server.deps.db.selectFrom('document_requests').selectAll().where('record_id', '=', id)
    expect(await rows.execute()).toMatchObject([{ met_at: null }])
  })

  it.each<[string, 'met' | 'rejected' | 'superseded' | 'old']>([
    ['was added meanwhile', 'met'],
    ['is not needed, as the person was rejected', 'rejected'],
    ['is not needed, as another application took the place of this one', 'superseded'],
    ['was asked for more than two months before its last reminder', 'old'],
  ])('are not sent for a document that %s', async (_, how) => {
    const { email, id } = await asked()
    const request = server.deps.db.updateTable('document_requests').where('record_id', '=', id)
    if (how === 'rejected') await setRecord(id, { status: how })
    else if (how === 'superseded') await setRecord(id, { superseded_by: 'gone' })
    else if (how === 'met') await request.set({ met_at: clock.now() }).execute()
    else await request.set({ asked_at: clock.now() - 65 * DAY }).execute()
    await pass(3 * DAY)
    expect(await remindersTo(email)).toEqual([])
  })

  it('are not sent at night in India: those that are due then wait for the morning', async () => {
    await passTo(22)
    const { email } = await unsigned()
    await passTo(21)
    await passTo(6)
    expect(await remindersTo(email)).toEqual([])
    await passTo(9)
    expect(await remindersTo(email)).toHaveLength(1)
  })

  it('are not sent at night if the mail server was busy until then, and are sent once in the morning', async () => {
    await passTo(20)
    const { email } = await unsigned()
    mail.replies.RCPT = '451 later'
    await passTo(20)
    await pass(DAY)
    expect(await jobs()).toContainEqual(expect.objectContaining({ status: 'ready' }))
    clock.advance(2 * HOUR)
    delete mail.replies.RCPT
    await server.workOff({ documents: false })
    await passTo(6)
    expect(await remindersTo(email)).toEqual([])
    expect((await jobs()).filter(({ status }) => status === 'ready')).toEqual([])
    await passTo(10)
    expect(await remindersTo(email)).toHaveLength(1)
  })

  it('are sent once for all that were due while the server was off, and at most once a day', async () => {
    await passTo(12)
    const { email } = await unsigned()
    clock.advance(71 * HOUR)
    await look()
    expect(await remindersTo(email)).toHaveLength(1)
    // The second is due an hour later, and waits until a day has passed since the first.
    await pass(12 * HOUR)
    expect(await remindersTo(email)).toHaveLength(1)
    await pass(DAY)
    expect(await remindersTo(email)).toHaveLength(2)
  })

  const askForErasure = async (id: string) => {
    const own = await findRecord(server.deps.db, server.deps.cipher, { kind: 'executives', id })
    if (own) await askErasure(server.deps, own)
  }
  it.each<[what: string, does: (id: string) => Promise<void>]>([
    ['accepted the agreement', accept],
    ['asked on their page to be erased', askForErasure],
  ])('are not sent to somebody who %s, even if the mail waits already', async (_, does) => {
    await passTo(12)
    const { email, id, reference } = await unsigned()
    await passUnsent(DAY)
    await does(id)
    await pass(3 * DAY)
    expect(await remindersTo(email)).toEqual([])
    expect((await timelineOf('executives', reference)).join()).not.toContain('Reminder')
  })

  it('on a subject end after a mail that was refused for good, which staff see, and others continue', async () => {
    await passTo(12)
    const { email, id, reference } = await unsigned()
    mail.replies.RCPT = '550 nobody of that name'
    await pass(DAY)
    delete mail.replies.RCPT
    expect(await timelineOf('executives', reference)).toContain(`${noted}: could not be sent`)
    await failMandateOf(server.deps, id)
    await pass(3 * DAY)
    expect(await subjectsTo(email)).toEqual([remindMandate.subject, remindMandate.subject])
    await server.deps.db.deleteFrom('jobs').where('status', '=', 'dead').execute()
  })

  it('are in the person’s language, link to its pages, and the stop answers in it, whatever the page’s language', async () => {
    await passTo(12)
    const { email, link } = await unsigned('gu')
    await pass(DAY)
    const { subject } = dictionaries.gu.personMails.remindAgreement
    const own = (await mailsOf(email)).find((one) => one.subject === subject)
    for (const page of [recordPages.signAgreement, recordPages.reminders])
      expect(`${own?.text}\n`).toContain(`\nhttp://localhost:8080/gu${page}${link}\n`)
    const path = `${server.url}/gu${recordPages.reminders}`
    const type = 'application/x-www-form-urlencoded'
    const headers = { accept: 'text/html', origin: 'null', 'content-type': type }
    const press = (token: string) => fetch(`${path}${token}`, { method: 'POST', body: '', headers })
    const [pressed, unknown] = [await press(link), await press('A'.repeat(32))]
    expect([pressed.status, unknown.status]).toEqual([200, 404])
    expect(await pressed.text()).toContain(dictionaries.gu.reminderAnswers.stopped)
  })

  describe('that a person stops', () => {
    const stop = (path: string, method: string, accept = 'text/html') =>
      fetch(server.url + path, { method, headers: { accept }, redirect: 'manual' })

    it('end with one press on the page of their link, which the timeline records, but not by opening it', async () => {
      await passTo(12)
      const { email, id, link, reference } = await unsigned()
      const path = recordPages.reminders + link
      for (const method of ['GET', 'HEAD', 'GET']) expect((await stop(path, method)).status).toBe(200)
      const page = await stop(path, 'GET')
      expect(await page.text()).toContain(remindersPage.stop)
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      await pass(DAY)
      expect(await remindersTo(email)).toHaveLength(1)
      for (let press = 0; press < 2; press += 1) {
        const pressed = await stop(path, 'POST')
        expect(pressed.status).toBe(200)
        const html = await pressed.text()
        expect(html).toContain(reminderAnswers.stopped)
        expect(html).not.toContain('<form')
      }
      await failMandateOf(server.deps, id)
      await pass(3 * DAY)
      expect(await remindersTo(email)).toHaveLength(1)
      const said = (await timelineOf('executives', reference)).filter((text) => /wants no more/.test(text))
      expect(said).toEqual(['The person wants no more reminders'])
    })

    it('end although a mail waits already, and for an applicant too', async () => {
      await passTo(12)
      const { email, id, path: atDesk } = await asked()
      const path = recordPages.reminders + (await server.deps.recordLinks.tokenOf(id))
      await passUnsent(2 * DAY)
      expect((await stop(path, 'POST', 'application/json')).status).toBe(200)
      await pass(4 * DAY)
      expect(await remindersTo(email)).toEqual([])
      const timeline = await timelineOf('applications', atDesk.split('/').at(-1) ?? '')
      expect(timeline).toContain('The person wants no more reminders')
    })
  })
})

it.each(engines)(
  'reminders are sent once if several processes ask at the same moment, on %s',
  async (engine) => {
    const clock = movingClock(NOON)
    await using server = await startServer({ engine, clock })
    const { db } = server.deps
    const { email, id } = await addExecutive(server.deps)
    await agreementPath(server.deps, id)
    for (let looks = 0; looks < 3; looks += 1) {
      await sendReminders(server.deps)
      clock.advance(8 * HOUR)
    }
    // SQLite has one process only.
    const others = engine === 'postgres' ? [openDatabase(server.place), openDatabase(server.place)] : []
    const processes = [server.deps, server.deps, ...others.map((other) => ({ ...server.deps, db: other.db }))]
    await Promise.all(processes.map((deps) => sendReminders(deps)))
    const jobs = db.selectFrom('jobs').select('record_id').where('kind', 'like', 'reminders.%')
    expect(await jobs.execute()).toEqual([{ record_id: id }])
    const subjects = (await mailsTo(server, email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === remindAgreement.subject)).toHaveLength(1)
    await Promise.all(others.map((one) => one.close()))
  },
)
