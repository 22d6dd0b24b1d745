import { beforeEach, describe, expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { noticeWords } from '#server/platform/consent-text-hash.ts'
import { engines, withoutTable } from '#tests/support/place.ts'
import { everyLanguage, movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { storedEnquiries } from '#tests/support/stored-place.ts'
import { payloadsOf } from '#tests/support/resilience/stored.ts'

describe.each(engines)('send-enquiry on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock, settings: everyLanguage })
  beforeEach(async () => {
    await server.deps.db.deleteFrom('records').execute()
    await server.deps.db.deleteFrom('jobs').execute()
    await server.deps.db.deleteFrom('use_counts').execute()
  })

  it('answers 201 with the sentence, and the row and its job are there', async () => {
    const { status, body } = await postEnquiry(server.url)
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        message: 'Form submitted successfully!',
        reference: expect.stringMatching(/^EN-\w{6}$/),
        next: expect.stringContaining('within 2 working days'),
      },
    })
    const [row, ...others] = await storedEnquiries(server)
    const kept = { createdAt: clock.now(), suspect: null, notice: null, language: 'en' }
    expect(row).toMatchObject({ ...goodEnquiry, ...kept })
    expect(others).toEqual([])
    expect(row?.reference).toBe(body.reference)
    const jobs = await server.deps.db.selectFrom('jobs').selectAll().orderBy('kind').execute()
    const job = { status: 'ready', attempts: 0, created_at: clock.now() }
    expect(jobs).toMatchObject([
      { kind: 'enquiries.tell-agency', ...job },
      { kind: 'enquiries.tell-person', ...job },
    ])
    for (const { payload } of jobs) expect(JSON.parse(payload)).toEqual({ enquiryId: row?.id })
  })

  it.each([
    ['2026-11-21', '2026-11-21'],
    ['2027-01-31', '2027-01-31'],
    ['today', null],
    [20261121, null],
    [undefined, null],
  ])('keeps beside it which notice its form showed: %j as %j', async (notice, kept) => {
    expect((await postEnquiry(server.url, { ...goodEnquiry, notice })).status).toBe(201)
    expect(await storedEnquiries(server)).toMatchObject([{ ...goodEnquiry, suspect: null, notice: kept }])
  })

  it.each(['hi', 'gu'] as const)('keeps the language and the words of that notice: %s', async (language) => {
    const notice = '2026-11-21'
    const headers = { 'accept-language': `${language}-IN` }
    expect((await postEnquiry(server.url, { ...goodEnquiry, notice }, headers)).status).toBe(201)
    const noticeShown = { notice, noticeWords: noticeWords('enquiry', notice, language) }
    expect(noticeShown.noticeWords?.language).toBe(language)
    expect(await storedEnquiries(server)).toMatchObject([{ language, ...noticeShown }])
  })

  it('keeps neither the row nor the job when one of the two cannot be written, and says so in words', async () => {
    const { db } = server.deps
    const { status, body } = await withoutTable(db, 'jobs', () => postEnquiry(server.url))
    expect(status).toBe(500)
    expect(body).toEqual({
      message: errorMessages.internal,
      code: 'internal',
      requestId: expect.stringMatching(/^[\w-]{12}-\w+$/),
    })
    expect(await storedEnquiries(server)).toEqual([])
    expect((await postEnquiry(server.url)).status).toBe(201)
    expect(await storedEnquiries(server)).toHaveLength(1)
  })

  it('stores once what one page sends again, at once or later, and apart what it or another page sends else', async () => {
    const stored = async () => (await storedEnquiries(server)).length
    const sent = { ...goodEnquiry, pageOpenedAt: clock.now() }
    const copies = await Promise.all(Array.from({ length: 4 }, () => postEnquiry(server.url, sent)))
    copies.push(await postEnquiry(server.url, { ...sent, filledInMs: 60_000 }))
    expect(copies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(copies.map(({ body }) => body.reference)).size).toBe(1)
    expect([await stored(), await payloadsOf(server.deps, 'enquiries.tell-agency')]).toEqual([
      1,
      [{ enquiryId: expect.any(String) }],
    ])
    for (const other of [{ enquiry: 'And a third.' }, { pageOpenedAt: clock.now() + 1 }])
      await postEnquiry(server.url, { ...sent, ...other })
    expect(await stored()).toBe(3)
    for (const pageOpenedAt of [undefined, undefined, 'now', 'now'])
      expect((await postEnquiry(server.url, { ...sent, pageOpenedAt })).status).toBe(201)
    expect(await stored()).toBe(7)
  })

  it('gives back any letters, signs and line breaks exactly', async () => {
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
