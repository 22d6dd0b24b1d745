import { beforeAll, describe, expect, it } from 'vitest'
import { personMails } from '#contract/messages/en/mails.ts'
import type { Language } from '#contract/messages/languages.ts'
import {
  hiddenLink,
  mailMessages,
  mailTemplates,
  type MailTemplateName,
} from '#contract/messages/staff-mails.ts'
import type { MailPreview } from '#contract/schemas/staff-mails.ts'
import { todayInIndia } from '#contract/dates.ts'
import type { RecordDetail, RecordKind, RecordStatus } from '#contract/schemas/staff-records.ts'
import type { TodayAnswer } from '#contract/schemas/staff-today.ts'
import { defaultNames } from '#contract/schemas/agency.ts'
import { recordEventsOf } from '#server/features/records/timeline-store.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { newId } from '#server/platform/ids.ts'
import { ownPageOf } from '#server/features/records/link-store.ts'
import { maskEmail } from '#server/platform/masking.ts'
import { freshApplication, freshEnquiry, sharedDesk } from '#tests/support/desk-records.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { everyLanguage, movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { addStaff } from '#tests/support/staff.ts'
import { mailsTo, messagesTo } from '#tests/support/visitor.ts'

describe('a mail to a person', () => {
  const server = sharedServer({ clock: movingClock(), settings: everyLanguage })
  let staffId: string
  beforeAll(async () => {
    staffId = await addStaff(server.deps, 'recruiter')
  })

  const desk = sharedDesk(server, 'recruiter', () => ({ staffId }))

  const applicant = (full_name = 'Asha Mehta', language: Language = 'en') =>
    freshApplication(server.deps, { full_name, language })
  /** Makes a record of each kind. */
  const somebody = {
    enquiries: () => freshEnquiry(server.deps),
    applications: () => applicant(),
    executives: () => addExecutive(server.deps),
  }

  const post = (path: string, body: object, kind: RecordKind = 'applications') =>
    desk<MailPreview>(`records/${kind}/${path}`, body)
  const preview = async ({ reference }: { reference: string }, draft: object, kind?: RecordKind) =>
    (await post(`${reference}/mails/preview`, draft, kind)).body
  const send = (
    { reference }: { reference: string },
    draft: { template: MailTemplateName; blanks: object },
    { id = newId(), kind, sure }: { id?: string; kind?: RecordKind; sure?: boolean } = {},
  ) => post(`${reference}/mails`, { id, draft, sure }, kind)
  /** Returns what a person was sent; other mails that wait are deleted. */
  async function received({ email }: { email: string }) {
    await server.deps.db.deleteFrom('jobs').where('kind', '!=', 'staff.mail-person').execute()
    return mailsTo(server, email)
  }
  const detailOf = async (kind: RecordKind, reference: string) =>
    (await desk<RecordDetail>(`records/${kind}/${reference}`)).body

  it('is previewed with a masked address, and is then sent as previewed', async () => {
    const person = await applicant()
    const blanks = { position: 'Accountant', when: 'Monday, 11:00', where: 'Ring Road, Surat' }
    const seen = await preview(person, { template: 'interview', blanks })
    expect(seen.to).toBe(maskEmail(person.email))
    expect((await send(person, { template: 'interview', blanks })).status).toBe(202)
    const [sent] = await received(person)
    expect([sent?.subject, sent?.text.trim()]).toEqual([seen.subject, seen.text])
    expect(sent?.text).toContain('Day and time: Monday, 11:00')
    const { db, cipher } = server.deps
    const detail = expect.objectContaining({ text: 'Mail to the person: Interview invitation' })
    const noted = expect.objectContaining({ kind: 'mail', staffId, detail })
    expect(await recordEventsOf(db, cipher, person.id)).toContainEqual(noted)
    const events = await db.selectFrom('record_events').selectAll().execute()
    expect(JSON.stringify([events, server.log()])).not.toContain('Ring Road')
  })

  it('states the day and time of an interview in the person’s language, and Today lists the interview on that day', async () => {
    const person = await applicant()
    const day = todayInIndia(server.deps.clock.now())
    const blanks = { position: 'Accountant', when: `${day}T16:30`, where: 'Ring Road, Surat' }
    const interviews = async () => {
      const { interviews: found } = (await desk<TodayAnswer>('today')).body.work
      return found.flatMap(({ reference, at }) => (reference === person.reference ? [at] : []))
    }
    const { text } = await preview(person, { template: 'interview', blanks })
    expect(text).toMatch(/Day and time: \d+ \w+ \d{4} at 4:30\spm/)
    expect(await interviews()).toEqual([])
    await send(person, { template: 'interview', blanks })
    expect(await interviews()).toEqual([`${day}T11:00:00.000Z`])
    await send(person, { template: 'interview', blanks: { ...blanks, when: `2030-01-31T11:00` } })
    expect(await interviews()).toEqual([])
  })

  it.each([
    ['an hour of today that has passed', '2026-11-20T11:59'],
    ['this very minute', '2026-11-20T12:00'],
    ['a day long ago', '2020-01-01T10:00'],
    ['a day without a time', '2020-01-01'],
  ])('cannot invite to an interview in the past: %s', async (_, when) => {
    const person = await applicant()
    const draft = { template: 'interview' as const, blanks: { position: 'Fitter', when, where: 'Surat' } }
    for (const answer of [
      await post(`${person.reference}/mails/preview`, draft),
      await send(person, draft),
      await send(person, draft, { sure: true }),
    ]) {
      const errors = [{ field: 'blanks.when', message: mailMessages.past }]
      expect([answer.status, answer.body]).toMatchObject([422, { message: mailMessages.past, errors }])
    }
    expect(await received(person)).toEqual([])
    expect((await detailOf('applications', person.reference)).status).toBe('new')
  })

  it.each([
    ['within the hour', '2026-11-20T12:59', mailMessages.soon],
    ['at night', '2026-11-21T02:30', mailMessages.night],
    ['late in the evening', '2026-11-20T21:00', mailMessages.night],
    ['in an hour', '2026-11-20T13:00', ''],
    ['early in the morning', '2026-11-21T07:00', ''],
  ])('asks for confirmation of an interview %s', async (_, when, question) => {
    const person = await applicant()
    const draft = { template: 'interview' as const, blanks: { position: 'Fitter', when, where: 'Surat' } }
    expect((await preview(person, draft)).question).toBe(question)
    const first = await send(person, draft)
    expect([first.status, first.body]).toMatchObject(question ? [422, { message: question }] : [202, {}])
    expect((await send(person, draft, { sure: true })).status).toBe(202)
  })

  it.each<['enquiries' | 'applications', MailTemplateName, was: RecordStatus, is: RecordStatus]>([
    ['enquiries', 'letter', 'new', 'contacted'],
    ['enquiries', 'letter', 'won', 'won'],
    ['enquiries', 'received', 'new', 'new'],
    ['applications', 'interview', 'new', 'interview'],
    ['applications', 'interview', 'offered', 'offered'],
    ['applications', 'interview', 'rejected', 'rejected'],
    ['applications', 'received', 'new', 'new'],
  ])('to a person of the %s, %s, changes the status %s to %s, once', async (kind, template, was, is) => {
    const { id, reference } = await somebody[kind]()
    await server.deps.db.updateTable('records').set({ status: was }).where('id', '=', id).execute()
    const blanks = { words: 'Hello.', position: 'Fitter', when: 'Monday, 11:00', where: 'Surat' }
    const mail = { id: newId(), kind }
    for (const time of ['first', 'again'])
      expect((await send({ reference }, { template, blanks }, mail)).status, time).toBe(202)
    const { status, version, timeline } = await detailOf(kind, reference)
    expect([status, version]).toEqual([is, was === is ? 1 : 2])
    const set = timeline.filter((entry) => entry.kind === 'status')
    expect(set.map(({ by }) => by?.id)).toEqual(was === is ? [] : [staffId])
  })

  it('is sent once however often it is requested, and the timeline shows its outcome', async () => {
    const person = await applicant()
    const entry = async () => {
      const { timeline } = await detailOf('applications', person.reference)
      return timeline.find(({ text }) => text.startsWith('Mail to the person: '))
    }
    const id = newId()
    const receipt = { template: 'received' as const, blanks: {} }
    const sent = await Promise.all([1, 2, 3, 4, 5].map(() => send(person, receipt, { id })))
    expect(sent.map(({ status }) => status)).toEqual(Array(5).fill(202))
    expect(await entry()).toMatchObject({
      text: 'Mail to the person: Received: waits to be sent',
      waits: true,
      by: { id: staffId },
    })
    expect(await received(person)).toHaveLength(1)
    expect(await entry()).toMatchObject({ text: 'Mail to the person: Received: sent' })
    const { db } = server.deps
    await db.updateTable('jobs').set({ status: 'dead' }).where('record_id', '=', person.id).execute()
    expect(await entry()).toMatchObject({ text: 'Mail to the person: Received: could not be sent' })
    await db.deleteFrom('jobs').where('record_id', '=', person.id).execute()
    expect(await entry()).toMatchObject({ text: 'Mail to the person: Received' })
  })

  it.each(['hi', 'gu'] as const)('is in the person’s language: %s', async (language) => {
    const person = await applicant('Asha Mehta', language)
    const blanks = { document: 'the second page of your résumé' }
    const draft = { template: 'documentMissing' as const, blanks }
    const seen = await preview(person, draft)
    const { subject, text } = dictionaries[language].personMails.documentMissing
    expect(seen).toMatchObject({ language, subject })
    const named = text.replace('{name}', 'Asha Mehta').replace('{document}', blanks.document)
    const filled = named.replace('{agency}', defaultNames[language])
    expect(seen.text).toBe(filled.replace('{link}', hiddenLink))
    await send(person, draft)
    const [sent] = await received(person)
    const link = await ownPageOf(server.deps, { id: person.id, language })
    expect([sent?.subject, sent?.text.trim()]).toEqual([seen.subject, filled.replace('{link}', link)])
  })

  it.each([
    ['a line end', 'Accountant\r\nBcc: all@example.in\r\n\r\nNew text'],
    ['other line ends', 'Accountant\u2028Place: elsewhere\u0085x\u0000'],
    ['turned letters', '\u202eAccountant'],
    ['a blank’s name', '{when} {link} $& $1'],
  ])('contains what is typed as one line of text: %s', async (_, typed) => {
    const person = await applicant('Asha\r\nBcc: all@example.in')
    await send(person, { template: 'rejection', blanks: { position: typed } })
    const [sent] = await received(person)
    expect(sent?.text.trim().split('\n')).toHaveLength(7)
    expect(await messagesTo(server, 'all@example.in')).toEqual([])
    for (const letter of ['\u2028', '\u0085', '\0', '\u202e']) expect(sent?.text).not.toContain(letter)
  })

  it.each(Object.keys(somebody) as RecordKind[])('in free words is sent as previewed: %s', async (kind) => {
    const words = 'Yes, we place accountants.\n\n  From 8 %: {name} {link}\nCall us.'
    const person = await somebody[kind]()
    const draft = { template: 'letter' as const, blanks: { words: words.replace('}\n', '}\u202e\n') } }
    const seen = await preview(person, draft, kind)
    await send(person, draft, { kind })
    const [sent] = await received(person)
    expect(sent?.text.trim()).toBe(seen.text)
    expect(sent?.text).toContain(`\n\n${words}\n\n`)
    expect(sent?.subject).toContain(person.reference)
    expect(sent?.replyTo).toBe(server.deps.config.agency.email)
    const { timeline } = await detailOf(kind, person.reference)
    const mail = timeline.find((entry) => entry.kind === 'mail' && entry.by !== null)
    expect(mail?.text).toMatch(/^Mail to the person: In your own words: sent\n\nYes, we place/)
  })

  it.each([
    ['en', ''],
    ['gu', '/gu'],
  ] as const)('with the link shows it only to the person: in %s', async (language, folder) => {
    const person = await addExecutive(server.deps, { language })
    const draft = { template: 'linkAgain' as const, blanks: {} }
    const seen = await preview(person, draft, 'executives')
    expect([seen.language, JSON.stringify(seen).includes(person.link)]).toEqual([language, false])
    await send(person, draft, { kind: 'executives' })
    const [sent] = await received(person)
    const { publicUrl } = server.deps.config
    expect(sent?.text).toContain(`${publicUrl}${folder}/sign-aggrement/${person.link}\n`)
  })

  it.each([
    ['a blank that is empty', { template: 'rejection', blanks: { position: ' ' } }],
    ['a blank that is missing', { template: 'rejection', blanks: {} }],
    ['a blank that is too long', { template: 'rejection', blanks: { position: 'x'.repeat(301) } }],
    ['words that are too long', { template: 'letter', blanks: { words: 'x'.repeat(4001) } }],
    ['no such template', { template: 'toString', blanks: {} }],
  ])('is refused: %s', async (_, draft) => {
    const { reference } = await applicant()
    expect((await post(`${reference}/mails`, { id: newId(), draft })).status).toBe(422)
    expect((await post(`${reference}/mails/preview`, draft)).status).toBe(422)
  })

  it('is refused for people whom its template is not for', async () => {
    const person = await addExecutive(server.deps)
    const draft = { template: 'documentMissing' as const, blanks: { document: 'the resume' } }
    expect((await send(person, draft, { kind: 'executives' })).status).toBe(422)
  })
})

it.each(Object.entries(mailTemplates))(
  'has a template %s that names each of its blanks',
  (name, { blanks }) => {
    const { subject, text } = personMails[name as MailTemplateName]
    const named = [...`${subject} ${text}`.matchAll(/\{(\w+)\}/g)].map(([, placeholder]) => placeholder)
    const ours = ['name', 'agency', 'link', 'reference']
    const theirs = named.filter((placeholder) => !ours.includes(placeholder ?? ''))
    expect(theirs).toEqual(blanks.map((blank) => blank.name))
  },
)
