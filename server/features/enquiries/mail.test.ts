import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { atDesk } from '#server/platform/message-text.ts'
import { postApplication, somebody } from '#tests/support/application.ts'
import { goodEnquiry, newEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { storedEnquiries } from '#tests/support/stored-place.ts'
import { messagesTo } from '#tests/support/visitor.ts'
import { enquiryMail } from './jobs.ts'

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

describe('whoever sends a form', () => {
  const server = sharedServer({ settings: { REPLY_DAYS: '3' } })
  const spam = 'https://spam.example/ Buy now'
  const mailsTo = async (email: string) => {
    await server.workOff()
    return messagesTo(server, email)
  }
  const send = (email: string, change: object = {}) =>
    postEnquiry(server.url, { ...goodEnquiry, email, ...change })

  it.each([
    ['an enquiry', 'Your enquiry', (email: string) => send(email, { name: spam, enquiry: spam })],
    [
      'an application',
      'Your application',
      (email: string) =>
        postApplication(server.url, { ...somebody(), email, full_name: spam, address: spam }),
    ],
  ])('%s gets one mail with its reference and by when, and nothing typed', async (_, subject, sent) => {
    const email = `${subject.replaceAll(' ', '-')}@example.in`
    const { reference = '?' } = (await sent(email)).body
    const [receipt, ...more] = await mailsTo(email)
    expect([receipt?.subject, receipt?.replyTo, more]).toEqual([
      `${subject} ${reference}`,
      defaultAgency.email,
      [],
    ])
    expect(receipt?.text).toContain(`Reference: ${reference}`)
    expect(receipt?.text).toContain('within 3 working days')
    expect(receipt?.text).not.toMatch(/spam|Buy/)
  })

  it('gets none a second time in a day, and none once erased', async () => {
    await send('erased@example.in')
    await server.deps.db.deleteFrom('records').execute()
    expect(await mailsTo('erased@example.in')).toEqual([])
    await send('twice@example.in')
    await send('twice@example.in', { enquiry: 'And more.' })
    expect(await mailsTo('twice@example.in')).toHaveLength(1)
  })

  it('as a program, which fills the hidden field, is stored and mailed to staff with the mark, and gets none', async () => {
    const { status, body } = await send('program@example.in', {
      website: 'x',
      filledInMs: 0,
      name: 'Program',
    })
    expect([status, body.message]).toEqual([201, 'Form submitted successfully!'])
    expect(await mailsTo('program@example.in')).toEqual([])
    const [toStaff] = await mailsTo('inbox@agency.example')
    expect(toStaff?.subject).toBe('[Suspect] New enquiry from Program')
    expect(toStaff?.text).toContain('Marked as suspect: honeypot too-fast')
    expect((await storedEnquiries(server)).at(-1)?.suspect).toBe('honeypot too-fast')
  })
})
