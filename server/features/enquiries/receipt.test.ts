import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { goodApplication, postApplication } from '#tests/support/application.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { everyLanguage, startServer } from '#tests/support/server.ts'

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
