import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { postApplication, somebody } from '#tests/support/application.ts'
import { goodEnquiry, newEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { statusesOf, thenOf } from '#tests/support/repeat.ts'
import { mailsTo } from '#tests/support/visitor.ts'
import { atDesk } from '#server/platform/mail-text.ts'
import { enquiryMail } from './jobs.ts'
import { noticeWords } from '#server/platform/consent-text-hash.ts'
import { engines, withoutTable } from '#tests/support/place.ts'
import { everyLanguage, movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { storedEnquiries, expectSecret } from '#tests/support/stored-place.ts'
import { payloadsOf } from '#tests/support/resilience/stored.ts'
import { api } from '#contract/paths.ts'
import { randomBytes } from 'node:crypto'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { FASTEST_PERSON_MS, suspicions } from './service.ts'

describe.each(engines)('send-enquiry on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock, settings: everyLanguage })
  beforeEach(async () => {
    await server.deps.db.deleteFrom('records').execute()
    await server.deps.db.deleteFrom('jobs').execute()
    await server.deps.db.deleteFrom('use_counts').execute()
  })

  it('answers 201 with the sentence, and stores the row and its job', async () => {
    const { status, body } = await postEnquiry(server.url)
    const next = expect.stringContaining('within 2 working days')
    const reference = expect.stringMatching(/^EN-\w{6}$/)
    expect([status, body]).toEqual([201, { message: 'Form submitted successfully!', reference, next }])
    const [row, ...others] = await storedEnquiries(server)
    const kept = { createdAt: clock.now(), suspect: null, notice: null, language: 'en' }
    expect(row).toMatchObject({ ...goodEnquiry, ...kept })
    expect(others).toEqual([])
    expect(row?.reference).toBe(body.reference)
    const jobs = await server.deps.db.selectFrom('jobs').selectAll().orderBy('kind').execute()
    const job = { status: 'ready', attempts: 0, created_at: clock.now() }
    expect(jobs).toMatchObject([
      { kind: 'enquiries.notify-agency', ...job },
      { kind: 'enquiries.notify-person', ...job },
    ])
    for (const { payload } of jobs) expect(JSON.parse(payload)).toEqual({ enquiryId: row?.id })
  })

  it.each(['hi', 'gu'] as const)('stores the language and the words of that notice: %s', async (language) => {
    const notice = '2026-11-21'
    const headers = { 'accept-language': `${language}-IN` }
    expect((await postEnquiry(server.url, { ...goodEnquiry, notice }, headers)).status).toBe(201)
    const noticeShown = { notice, noticeWords: noticeWords('enquiry', notice, language) }
    expect(noticeShown.noticeWords?.language).toBe(language)
    expect(await storedEnquiries(server)).toMatchObject([{ language, ...noticeShown }])
  })

  it('stores neither the row nor the job if one of them cannot be written, and says so in words', async () => {
    const { db } = server.deps
    const { status, body } = await withoutTable(db, 'jobs', () => postEnquiry(server.url))
    const requestId = expect.stringMatching(/^[\w-]{12}-\w+$/)
    expect([status, body]).toEqual([500, { message: errorMessages.internal, code: 'internal', requestId }])
    expect(await storedEnquiries(server)).toEqual([])
    expect((await postEnquiry(server.url)).status).toBe(201)
    expect(await storedEnquiries(server)).toHaveLength(1)
  })

  it('stores a repeat from the same page once, at once or later, and any other enquiry separately', async () => {
    const stored = async () => (await storedEnquiries(server)).length
    const sent = { ...goodEnquiry, pageOpenedAt: clock.now() }
    const copies = await Promise.all(Array.from({ length: 4 }, () => postEnquiry(server.url, sent)))
    copies.push(await postEnquiry(server.url, { ...sent, filledInMs: 60_000 }))
    expect(copies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(copies.map(({ body }) => body.reference)).size).toBe(1)
    expect(await stored()).toBe(1)
    expect(await payloadsOf(server.deps, 'enquiries.notify-agency')).toHaveLength(1)
    for (const other of [{ enquiry: 'And a third.' }, { pageOpenedAt: clock.now() + 1 }])
      await postEnquiry(server.url, { ...sent, ...other })
    expect(await stored()).toBe(3)
    for (const pageOpenedAt of [undefined, undefined, 'now', 'now'])
      expect((await postEnquiry(server.url, { ...sent, pageOpenedAt })).status).toBe(201)
    expect(await stored()).toBe(7)
  })

  it('returns letters, signs and line breaks unchanged', async () => {
    const odd = {
      name: 'ક્ષમા O’Brien-शर्मा 👩🏽‍⚕️',
      email: "o'brien+jobs@xn--p1b6ci4b4b3a.example",
      phone: '0000000000',
      enquiry:
        'one\r\ntwo\n\tthree \u0000 \u2028 \\ "quoted" <b>&amp;</b> %s ${x} \'; drop table enquiries; --',
    }
    expect((await postEnquiry(server.url, odd)).status).toBe(201)
    expect(await storedEnquiries(server)).toMatchObject([odd])
  })
})

describe('send-enquiry', () => {
  const server = sharedServer()

  // The rules themselves are tested beside them (contract/fields/field.test.ts).
  it('names every bad field with its one sentence, in the order of the form', async () => {
    const { status, body } = await postEnquiry(server.url, { email: 'asha@gmail' })
    const errors = [
      { field: 'name', message: 'Name is required' },
      { field: 'email', message: 'Invalid email address' },
      { field: 'phone', message: 'Phone number is required' },
      { field: 'enquiry', message: 'Enquiry is required' },
    ]
    expect([status, body]).toEqual([422, { message: errorMessages.invalid, code: 'invalid', errors }])
  })

  it('answers 405 to another method, naming POST', async () => {
    const response = await fetch(server.url + api.sendEnquiry, { method: 'PUT' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('accepts 64 kB and answers 413 to one byte more, whether its length is announced or not', async () => {
    const { enquiry: _, ...rest } = goodEnquiry
    const room = 64 * 1024 - JSON.stringify({ ...rest, enquiry: '' }).length
    const full = JSON.stringify({ ...rest, enquiry: ' '.repeat(room) })
    expect((await postEnquiry(server.url, full)).status).toBe(422)
    const { status, body } = await postEnquiry(server.url, `${full} `)
    expect([status, body]).toEqual([413, { message: errorMessages.tooLarge, code: 'too_large' }])
  })

  it('answers 4xx to JSON as deep as its size allows, and to attempts on prototypes, which stay unchanged', async () => {
    const deep = '['.repeat(32_000) + ']'.repeat(32_000)
    for (const body of [deep, `{"name":${deep}}`])
      expect((await postEnquiry(server.url, body)).status).toBe(422)
    const bodies = ['{"__proto__":{"polluted":1}}', '{"name":{"\\u005f_proto__":{"polluted":1}}}']
    for (const body of ['{"a":'.repeat(10_000), ...bodies])
      expect((await postEnquiry(server.url, body)).status).toBe(400)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('accepts a person’s enquiry whatever its hints contain', async () => {
    const unset = { website: null, filledInMs: null, notice: null }
    for (const hints of [unset, { website: 7, filledInMs: 'soon', notice: 7 }]) {
      expect((await postEnquiry(server.url, { ...goodEnquiry, ...hints })).status).toBe(201)
      const stored = { ...goodEnquiry, suspect: null, notice: null }
      expect((await storedEnquiries(server)).at(-1)).toMatchObject(stored)
    }
  })
})

/** Reduces the thousand enquiries that an address may store in an hour to five. */
const five = { RATE_LIMIT_SCALE: '0.005' }
const fiveThenNone = thenOf(5, 201, 2, 429)

describe('the limit of enquiries from one address', () => {
  it.each([{ TRUST_PROXY: '10.0.0.0/8' }, {}])('ignores X-Forwarded-For with %j', async (trust) => {
    await using server = await startServer({ settings: { ...five, ...trust } })
    const forged = (index: number) =>
      postEnquiry(server.url, goodEnquiry, { 'x-forwarded-for': `203.0.113.${index}` })
    expect(await statusesOf(7, forged)).toEqual(fiveThenNone)
  })

  it('counts the visitor that a trusted proxy names, whatever the visitor added before it', async () => {
    await using server = await startServer({ settings: { ...five, TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' } })
    const through = (forwarded: string) =>
      postEnquiry(server.url, goodEnquiry, { 'x-forwarded-for': forwarded })
    expect(await statusesOf(7, (index) => through(`203.0.113.${index}, 198.51.100.7`))).toEqual(fiveThenNone)
    expect((await through('198.51.100.8')).status).toBe(201)
    expect((await through('198.51.100.7, 10.1.2.3')).status).toBe(429)
  })
})

it('charges a repeated enquiry like a refused one', async () => {
  // A megabyte in ten minutes, of which each takes 60 kB.
  await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '0.005' } })
  const sent = { ...goodEnquiry, pageOpenedAt: Date.now() }
  const body = JSON.stringify(sent).padEnd(60_000)
  const statuses = await statusesOf(25, () => postEnquiry(server.url, body))
  expect([statuses[0], statuses[10], statuses.at(-1)]).toEqual([201, 201, 429])
})

it.each(enginesInTurn)('what is stored of an enquiry on %s shows no personal value', async (engine) => {
  await using server = await startServer({ engine })
  const canary = () => randomBytes(9).toString('hex')
  const planted = {
    name: `Canary ${canary()}`,
    email: `canary-${canary()}@example.in`,
    phone: String(7_000_000_000 + (randomBytes(4).readUInt32BE() % 1_000_000_000)),
    enquiry: `A secret ${canary()}`,
  }
  const headers = { 'user-agent': `Browser ${canary()}`, 'x-forwarded-for': '203.0.113.77' }
  expect((await postEnquiry(server.url, planted, headers)).status).toBe(201)
  await postEnquiry(server.url, { ...planted, phone: `${planted.phone}x` }, headers)
  await postEnquiry(server.url, JSON.stringify(planted).slice(0, -1), headers)
  await fetch(`${server.url}${api.sendEnquiry}?email=${planted.email}`)
  await fetch(`${server.url}/${planted.name}`)
  await server.workOff()
  const shown = await fetch(`${server.url}/sandbox/messages`).then((response) => response.text())
  await expectSecret(server, [...Object.values(planted), headers['user-agent'], '203.0.113.77'])
  // The test texts were really stored: the sandbox shows them decrypted.
  expect(shown).toContain(planted.enquiry)
  expect(server.log()).toContain('"msg":"answered"')
})

it.each([
  ['a person', { website: '', filledInMs: 60_000 }, []],
  ['a caller without the hidden fields', {}, []],
  ['a person as fast as people can be', { filledInMs: FASTEST_PERSON_MS }, []],
  ['a filled honeypot', { website: 'https://x.example' }, ['honeypot']],
  ['a form sent faster than a person could', { filledInMs: FASTEST_PERSON_MS - 1 }, ['too-fast']],
  ['a clock that runs backwards', { filledInMs: -5 }, ['too-fast']],
  ['both', { website: 'x', filledInMs: 0 }, ['honeypot', 'too-fast']],
])('an enquiry is suspect because of %s', (_, hints, expected) => {
  expect(suspicions(hints)).toEqual(expected)
})

const stored = newEnquiry({ id: 'abc', createdAt: Date.parse('2026-11-20T18:45:00Z') })
const desk = atDesk('https://www.agency.example', 'enquiries', { reference: 'EN-7K3M9Q' })

it('the mail about an enquiry says who wrote what and when in India, and replies go to the visitor', () => {
  const mail = enquiryMail(stored, desk)
  expect(mail.subject).toBe('New enquiry from Asha Mehta')
  expect(mail.replyTo).toEqual({ name: 'Asha Mehta', address: 'asha.mehta@example.in' })
  expect(mail.text).toContain('Name:      Asha Mehta\nE-mail:    asha.mehta@example.in\n')
  expect(mail.text).toContain('Phone:     9876543210\n')
  expect(mail.text).toMatch(/Sent: {6}21 November 2026.*12:15.*IST/)
  expect(mail.text).toContain('Reference: EN-7K3M9Q')
  expect(mail.text).toContain('\n    https://www.agency.example/staff/enquiries/EN-7K3M9Q')
  expect(mail.text).toContain('\n    We need two accountants in Surat.\n')
  expect(mail.text).not.toContain('suspect')
})

it('the mail about an enquiry lets no text add a line or imitate one of ours', () => {
  const signs = ['\r', '\n', '\0', '\u2028', '\u2029', '\u0085', '\v', '\f', '\u202e', ':', ' ']
  const nasty = fc.string({ unit: fc.constantFrom(...signs, 'Phone:', 'Bcc:', 'a', 'ક') })
  const ours = enquiryMail(stored, desk).text.match(/^\S/gm)
  fc.assert(
    fc.property(nasty, nasty, (name, enquiry) => {
      const mail = enquiryMail({ ...stored, name, enquiry }, desk)
      const lines = mail.text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)
      expect(lines.filter((line) => /^\S/.test(line))).toHaveLength(ours?.length ?? 0)
      const head = mail.subject + mail.replyTo?.name
      expect(head).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

describe('the sender of a form', () => {
  const server = sharedServer({ settings: { REPLY_DAYS: '3' } })
  const spam = 'https://spam.example/ Buy now'
  const send = (email: string, change: object = {}) =>
    postEnquiry(server.url, { ...goodEnquiry, email, ...change })

  it.each([
    ['About: Executive Search\n\nA head of sales', 'We have your enquiry about “Executive Search”.'],
    ['About: my dog\n\nIs it allowed?', 'We have your enquiry.'],
  ])(
    'reads in the answer and in the mail that it was received, and about which service: %j',
    async (enquiry, said) => {
      const { email } = somebody()
      const { body } = await send(email, { enquiry })
      const [mail] = await mailsTo(server, email)
      expect(body.next).toBe(`${said} ${body.next?.split(`${said} `)[1]}`)
      expect(mail?.text).toContain(`${said}\n\nReference: ${body.reference}`)
      expect(mail?.text).not.toContain('my dog')
    },
  )

  const apply = (email: string) =>
    postApplication(server.url, { ...somebody(), email, full_name: spam, address: spam })
  it.each([
    ['Your enquiry', (email: string) => send(email, { name: spam, enquiry: spam })],
    ['Your application', apply],
  ])(
    'gets one mail with the reference and the time of an answer, and nothing that was typed: %s',
    async (subject, sent) => {
      const email = `${subject.replaceAll(' ', '-')}@example.in`
      const { reference = '?' } = (await sent(email)).body
      const [receipt, ...more] = await mailsTo(server, email)
      const receipts = [receipt?.subject, receipt?.replyTo, more]
      expect(receipts).toEqual([`${subject} ${reference}`, defaultAgency.email, []])
      expect(receipt?.text).toContain(`Reference: ${reference}`)
      expect(receipt?.text).toContain('within 3 working days')
      expect(receipt?.text).not.toMatch(/spam|Buy/)
    },
  )

  it('gets no second one in a day, and none after an erasure', async () => {
    await send('erased@example.in')
    await server.deps.db.deleteFrom('records').execute()
    expect(await mailsTo(server, 'erased@example.in')).toEqual([])
    await send('twice@example.in')
    await send('twice@example.in', { enquiry: 'And more.' })
    expect(await mailsTo(server, 'twice@example.in')).toHaveLength(1)
  })

  it('that fills the hidden field, as a program does, is stored and mailed to staff with the mark, and gets none', async () => {
    const marks = { website: 'x', filledInMs: 0, name: 'Program' }
    const { status, body } = await send('program@example.in', marks)
    expect([status, body.message]).toEqual([201, 'Form submitted successfully!'])
    expect(await mailsTo(server, 'program@example.in')).toEqual([])
    const [toStaff] = await mailsTo(server, 'inbox@agency.example')
    expect(toStaff?.subject).toBe('[Suspect] New enquiry from Program')
    expect(toStaff?.text).toContain('Marked as suspect: honeypot too-fast')
    expect((await storedEnquiries(server)).at(-1)?.suspect).toBe('honeypot too-fast')
  })
})
