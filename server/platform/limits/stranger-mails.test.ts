import { beforeEach, describe, expect, it } from 'vitest'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { engines } from '#tests/support/place.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import { createFloodLimits } from './flood-limits.ts'
import { createStrangerMails, mailboxOf, type StrangerMails } from './stranger-mails.ts'

const DAY_MS = 86_400_000

it.each([
  ['Asha@Example.in', 'asha@example.in'],
  ['asha+jobs+2@example.in', 'asha@example.in'],
  ['a.s.ha@example.in', 'a.s.ha@example.in'],
  ['As.Ha+x@googlemail.com', 'asha@gmail.com'],
  ['a.sha@GMAIL.com', 'asha@gmail.com'],
  ['a.sha@gmail.com.example.in', 'a.sha@gmail.com.example.in'],
])('the mailbox of %s is that of %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))

describe.each(engines)('mails that strangers can cause, on %s', (engine) => {
  const cipher = createFieldCipher(Buffer.alloc(32, 7))
  const database = sharedDatabase(engine)
  let now = 1
  let mails: StrangerMails
  const begin = (scale: number) => {
    const config = { rateLimitScale: scale, smsDailyBudget: 1, aadhaarDailyBudget: 1, inboxDailyBudget: 1 }
    const counting = { cipher, clock: { now: () => now }, config }
    mails = createStrangerMails(createFloodLimits(config), counting)
  }
  beforeEach(async () => {
    await database.db.deleteFrom('use_counts').execute()
    now = 1
    // A thirtieth of an hour's number: 40, of which 10 are open and 4 are a network's part.
    begin(1 / 30)
  })

  let people = 0
  /** Each person writes from a large provider. */
  const ask = (address: string, asked: Partial<Parameters<StrangerMails['mayGo']>[1]> = {}) => {
    const usual = { of: 'enquiry', email: `p${(people += 1)}@gmail.com` } as const
    return database.db.transaction().execute((trx) => mails.mayGo(trx, { ...usual, address, ...asked }))
  }
  const crowd = async (address: string, count: number, asked: (at: number) => object = () => ({})) => {
    const answers = await Promise.all(Array.from({ length: count }, (_, at) => ask(address, asked(at))))
    return answers.filter(Boolean).length
  }

  const kinds = ['enquiry', 'application', 'second', 'documents'] as const

  it.each(kinds)('of the kind %s reach one mailbox once a day in sixty spellings', async (of) => {
    begin(1)
    const spelt = (at: number) => ({ of, email: `Vic.Tim+${at}@${at % 2 ? 'gmail' : 'googlemail'}.com` })
    expect(await crowd('203.0.113.1', 60, spelt)).toBe(1)
    const again = { of, email: 'victim@gmail.com' }
    now = DAY_MS
    expect(await ask('203.0.113.1', again)).toBe(false)
    now += 1
    expect(await ask('203.0.113.1', again)).toBe(true)
    // Each kind has its own limit.
    for (const other of kinds.filter((one) => one !== of))
      expect(await ask('203.0.113.1', { ...again, of: other }), other).toBe(true)
  })

  it('go to an honest crowd behind one address, and leave others their part of the hour', async () => {
    expect(await crowd('203.0.113.1', 30)).toBe(14)
    expect(await crowd('203.0.200.9', 5)).toBe(0)
    expect(await crowd('198.51.100.7', 9)).toBe(4)
    expect(await crowd('2001:db8::1', 9)).toBe(4)
    expect(await crowd('2001:db8:9::1', 9)).toBe(0)
  })

  it('are limited in an hour, wherever they are requested', async () => {
    let sent = 0
    for (let network = 1; network <= 20; network += 1) sent += await crowd(`10.${network}.0.1`, 6)
    expect(sent).toBe(40)
  })

  it('go to a person’s own domain a hundred times an hour, to a large provider more often', async () => {
    begin(1)
    const at = (domain: string) => (person: number) => ({ email: `${domain}${person}@${domain}` })
    expect(await crowd('203.0.113.1', 130, at('works.example'))).toBe(100)
    expect(await crowd('198.51.100.7', 130, at('rediffmail.com'))).toBe(130)
    // What one domain refused does not count elsewhere.
    expect(await crowd('192.0.2.1', 120, at('gmail.com'))).toBe(120)
  })

  it('do not count people who get none, so that theirs comes with the next one', async () => {
    expect(await crowd('203.0.113.1', 16)).toBe(14)
    expect(await ask('203.0.113.1', { email: 'late@example.in' })).toBe(false)
    expect(await ask('198.51.100.7', { email: 'late@example.in' })).toBe(true)
  })

  // SQLite has one writer at a time anyway.
  if (engine === 'postgres')
    it('do not block other transactions while one that caused a mail is open', async () => {
      const { db } = database
      const answers = await db.transaction().execute(async (trx) => {
        const first = await mails.mayGo(trx, {
          of: 'enquiry',
          email: 'one@gmail.com',
          address: '203.0.113.1',
        })
        return [first, await ask('203.0.113.1'), await ask('198.51.100.7')]
      })
      expect(answers).toEqual([true, true, true])
    })
})
