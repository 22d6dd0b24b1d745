import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newEnquiry } from '#tests/support/enquiry.ts'
import { atDesk } from '#server/platform/message-text.ts'
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
