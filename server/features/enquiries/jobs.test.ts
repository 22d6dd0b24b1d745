import { describe, expect, it } from 'vitest'
import PostalMime from 'postal-mime'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'

const HOUR_MS = 3_600_000

function smtp(mail: MailServer) {
  return { MAIL_PROVIDER: 'smtp', SMTP_URL: mail.url, PUBLIC_URL: 'https://www.agency.example' }
}

async function jobsOf({ deps }: TestServer) {
  return deps.db.selectFrom('jobs').selectAll().where('kind', '=', 'enquiries.tell-agency').execute()
}

describe('telling the agency', () => {
  it('delivers once an enquiry that was first refused with a 5xx', async () => {
    const clock = movingClock()
    await using mail = await startMailServer()
    await using server = await startServer({ clock, settings: smtp(mail) })
    mail.replies.message = '554 5.7.1 asha.mehta@example.in is not welcome'
    await postEnquiry(server.url)
    await server.workOff()
    expect(await jobsOf(server)).toMatchObject([
      { status: 'ready', attempts: 1, last_failure: 'mail: refused' },
    ])
    delete mail.replies.message
    clock.advance(HOUR_MS)
    await server.workOff()
    clock.advance(HOUR_MS)
    await server.workOff()
    expect(mail.received.map(({ to }) => to)).toEqual([['inbox@agency.example']])
    expect(await jobsOf(server)).toMatchObject([{ status: 'done', attempts: 2 }])
    expect(server.log()).not.toMatch(/asha|9876543210|accountants/i)
  })
})

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
