import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newEnquiry, goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { atDesk } from '#server/platform/message-text.ts'
import { enquiryMail } from './jobs.ts'
import PostalMime from 'postal-mime'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { startServer, everyLanguage } from '#tests/support/server.ts'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { goodApplication, postApplication } from '#tests/support/application.ts'

const stored = newEnquiry({
  id: 'abc',
  createdAt: Date.parse('2026-11-20T18:45:00Z'),
})

const desk = atDesk('https://www.agency.example', 'enquiries', { reference: 'EN-7K3M9Q' })

describe('the mail that tells of an enquiry', () => {
  it('says who wrote what and when in India, and answers go to the visitor', () => {
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

  it('carries the mark of a suspect in its subject and says why', () => {
    const mail = enquiryMail({ ...stored, suspect: 'honeypot too-fast' }, desk)
    expect(mail.subject).toBe('[Suspect] New enquiry from Asha Mehta')
    expect(mail.text).toContain('Marked as suspect: honeypot too-fast')
  })

  it('keeps the joiners without which names in Indian scripts fall apart', () => {
    const name = 'श्री\u200dराम क\u094d\u200cष'
    expect(enquiryMail({ ...stored, name }, desk).subject).toBe(`New enquiry from ${name}`)
  })

  it('lets no text make a line of its own or pass for one of ours', () => {
    const nasty = fc.string({
      unit: fc.oneof(
        fc.constantFrom('\r', '\n', '\0', '\u2028', '\u2029', '\u0085', '\v', '\f', '\u202e', ':', ' '),
        fc.constantFrom('Phone:', 'Bcc:', 'a', 'ક'),
      ),
    })
    const ours = enquiryMail(stored, desk)
      .text.split('\n')
      .filter((line) => /^\S/.test(line)).length
    fc.assert(
      fc.property(nasty, nasty, (name, enquiry) => {
        const mail = enquiryMail({ ...stored, name, enquiry }, desk)
        const lines = mail.text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)
        const own = lines.filter((line) => /^\S/.test(line))
        expect(own).toHaveLength(ours)
        expect(mail.subject + mail.replyTo?.name).not.toMatch(
          /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u,
        )
      }),
    )
  })
})

function smtp(mail: MailServer) {
  return { MAIL_PROVIDER: 'smtp', SMTP_URL: mail.url, PUBLIC_URL: 'https://www.agency.example' }
}

describe('the mail as it goes over the wire', () => {
  it('stores and mails a suspect all the same, with the mark', async () => {
    await using mail = await startMailServer()
    await using server = await startServer({ settings: smtp(mail) })
    const { status, body } = await postEnquiry(server.url, { ...goodEnquiry, website: 'x', filledInMs: 0 })
    expect([status, body.message]).toEqual([201, 'Form submitted successfully!'])
    await server.workOff()
    const rows = await server.deps.db.selectFrom('records').select('suspect').execute()
    expect(rows).toEqual([{ suspect: 'honeypot too-fast' }])
    expect(mail.received[0]?.raw).toContain('\r\nSubject: [Suspect] New enquiry from Asha Mehta\r\n')
  })
})

function settings(mail: MailServer) {
  return { ...everyLanguage, MAIL_PROVIDER: 'smtp', SMTP_URL: mail.url, REPLY_DAYS: '3' }
}

async function receiptsTo(mail: MailServer, email: string) {
  const own = mail.received.filter(({ to }) => to.includes(email))
  return Promise.all(own.map(({ raw }) => PostalMime.parse(raw)))
}

describe('whoever sends a form', () => {
  const spam = 'https://spam.example/ Buy now'
  const forms = [
    [
      'an enquiry',
      (url: string, headers = {}) => postEnquiry(url, { ...goodEnquiry, name: spam, enquiry: spam }, headers),
      goodEnquiry.email,
      'Your enquiry',
    ],
    [
      'an application',
      (url: string) => postApplication(url, { ...goodApplication, full_name: spam, address: spam }),
      goodApplication.email,
      'Your application',
    ],
  ] as const

  it.each(forms)('%s gets one mail with its reference and by when, and nothing typed', async (...form) => {
    const [, send, email, subject] = form
    await using mail = await startMailServer()
    await using server = await startServer({ settings: settings(mail) })
    const { body } = await send(server.url)
    await server.workOff()
    const [receipt, ...more] = await receiptsTo(mail, email)
    expect(more).toEqual([])
    expect(receipt?.subject).toBe(`${subject} ${body.reference ?? '?'}`)
    expect(receipt?.replyTo).toMatchObject([{ address: defaultAgency.email }])
    expect(receipt?.text).toContain(`Reference: ${body.reference ?? '?'}`)
    expect(receipt?.text).toContain('within 3 working days')
    expect(receipt?.text).not.toMatch(/spam|Buy/)
  })

  it.each(['hi', 'gu'] as const)('reads it in their language: %s', async (language) => {
    await using mail = await startMailServer()
    await using server = await startServer({ settings: settings(mail) })
    const { body } = await postEnquiry(server.url, goodEnquiry, { 'accept-language': language })
    await server.workOff()
    const [receipt] = await receiptsTo(mail, goodEnquiry.email)
    expect(receipt?.text).toContain(body.reference ?? '?')
    expect(receipt?.text).toMatch(language === 'hi' ? /धन्यवाद.*3 कार्य दिवसों/su : /આભાર.*3 કામકાજના દિવસ/su)
  })

  it('gets none a second time in a day, none as a program that filled the hidden field, and none once erased', async () => {
    await using mail = await startMailServer()
    await using server = await startServer({ settings: settings(mail) })
    await postEnquiry(server.url, { ...goodEnquiry, email: 'other@example.in', website: 'x' })
    await postEnquiry(server.url, { ...goodEnquiry, email: 'erased@example.in' })
    await server.deps.db.deleteFrom('records').execute()
    await postEnquiry(server.url)
    await postEnquiry(server.url, { ...goodEnquiry, enquiry: 'And more.' })
    await server.workOff()
    expect(await receiptsTo(mail, 'other@example.in')).toEqual([])
    expect(await receiptsTo(mail, 'erased@example.in')).toEqual([])
    expect(await receiptsTo(mail, goodEnquiry.email)).toHaveLength(1)
  })
})
