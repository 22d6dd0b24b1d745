import { describe, expect, it } from 'vitest'
import PostalMime from 'postal-mime'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { startServer } from '#tests/support/server.ts'

function smtp(mail: MailServer) {
  return { MAIL_PROVIDER: 'smtp', SMTP_URL: mail.url, PUBLIC_URL: 'https://www.agency.example' }
}

describe('the mail as it goes over the wire', () => {
  it('comes from our domain to the inbox, answers go to the visitor, and nothing typed makes a header', async () => {
    await using mail = await startMailServer()
    await using server = await startServer({
      settings: { ...smtp(mail), AGENCY_INBOX: 'desk@agency.example' },
    })
    const injection = 'x\r\nBcc: victim@example.com\r\n\r\nDear victim\r\n.\r\nMAIL FROM:<a@b.c>\r\n'
    const payloads = [
      injection,
      `${injection}\0`,
      '=?utf-8?q?=0D=0ABcc:_victim@example.com?=',
      '"<victim@example.com>,',
    ]
    // Once a day the sender gets a receipt too.
    const plain = await sentFor(goodEnquiry)
    for (const payload of payloads) {
      const { parsed, message } = await sentFor({ ...goodEnquiry, name: payload, enquiry: payload })
      expect(message.from).toBe('no-reply@www.agency.example')
      expect(message.to).toEqual(['desk@agency.example'])
      expect(parsed.headers.map(({ key }) => key)).toEqual(plain.parsed.headers.map(({ key }) => key))
      expect(parsed.replyTo).toMatchObject([{ address: 'asha.mehta@example.in' }])
      expect(parsed.to).toMatchObject([{ address: 'desk@agency.example' }])
      expect(parsed.html).toBeUndefined()
      expect(parsed.text?.split('\n').filter((line) => /^(Bcc|MAIL|Dear)/.test(line))).toEqual([])
    }
    expect(toInbox()).toHaveLength(payloads.length + 1)

    function toInbox() {
      return mail.received.filter(({ to }) => to.includes('desk@agency.example'))
    }
    async function sentFor(enquiry: typeof goodEnquiry) {
      expect((await postEnquiry(server.url, enquiry)).status).toBe(201)
      await server.workOff()
      const message = toInbox().at(-1)
      if (!message) throw new Error('no mail came')
      return { message, parsed: await PostalMime.parse(message.raw) }
    }
  })

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
