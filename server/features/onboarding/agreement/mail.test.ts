import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { addExecutive, agreementEvents, agreementOf, postSigning } from '#tests/support/executive.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { messagesTo } from '#tests/support/visitor.ts'
import { readDocument } from './document-service.ts'

const inbox = 'staff@agency.example'

async function kindsOf({ deps }: TestServer, id: string): Promise<string[]> {
  const events = await agreementEvents(deps, id)
  return events.map(({ event }) => (event.kind === 'sent' ? `sent to ${event.to}` : event.kind))
}

describe.each(engines)('after the acceptance on %s', (engine) => {
  it('both parties get the signed document, and the person how to reach the agency', async () => {
    await using server = await startServer({ engine, settings: { AGENCY_INBOX: inbox } })
    const { deps } = server
    const person = await addExecutive(deps)
    await server.workOff()
    await postSigning(server.url, { id: person.link, signName: person.name })
    await server.workOff()
    const agreement = await agreementOf(deps, person.id)
    const reference = agreement?.form?.data.reference
    const sealed = await readDocument(deps, agreement?.signed?.file ?? '')
    const attachments = [
      { filename: `agreement-${reference}.pdf`, contentType: 'application/pdf', size: sealed.length },
    ]
    const last = async (to: string) => (await messagesTo(server, to))[0]
    expect(await last(person.email)).toMatchObject({
      subject: `Your signed agreement ${reference}`,
      attachments,
    })
    expect((await last(person.email))?.text).toContain(defaultAgency.email)
    expect((await last(person.email))?.text).toContain(defaultAgency.street)
    expect((await last(person.email))?.text).not.toContain(person.link)
    expect(await last(inbox)).toMatchObject({
      subject: `Agreement ${reference} signed by Asha Mehta`,
      attachments,
    })
    expect((await last(inbox))?.text).toContain(`npm run -s ops -- verify-agreement ${reference}`)
    expect(await kindsOf(server, person.id)).toEqual([
      'accepted',
      'sealed',
      expect.stringMatching(/^sent to /),
      expect.stringMatching(/^sent to /),
    ])
  })
})

describe('a mail server that', () => {
  it('is away is tried again; each party gets the document once, byte for byte', async () => {
    const clock = movingClock()
    await using mail = await startMailServer()
    const settings = { MAIL_PROVIDER: 'smtp', SMTP_URL: mail.url, AGENCY_INBOX: inbox }
    await using server = await startServer({ clock, settings })
    const { deps } = server
    const person = await addExecutive(deps)
    await postSigning(server.url, { id: person.link, signName: person.name })
    mail.replies.MAIL = '451 later'
    await server.workOff()
    expect(await kindsOf(server, person.id)).toEqual(['accepted', 'sealed'])
    mail.replies = {}
    clock.advance(60 * 60_000)
    await server.workOff()
    expect(await kindsOf(server, person.id)).toHaveLength(4)
    clock.advance(24 * 60 * 60_000)
    await server.workOff()
    expect(mail.received.map(({ to }) => to[0]).toSorted()).toEqual([person.email, inbox].toSorted())
    const agreement = await agreementOf(deps, person.id)
    const sealed = await readDocument(deps, agreement?.signed?.file ?? '')
    for (const { raw } of mail.received) {
      const { attachments } = await PostalMime.parse(raw)
      expect(Buffer.from(attachments[0]?.content as ArrayBuffer).equals(sealed)).toBe(true)
    }
  })

  it("refuses the person's address is not asked for ever, and the agency still hears", async () => {
    const clock = movingClock()
    await using mail = await startMailServer()
    const settings = { MAIL_PROVIDER: 'smtp', SMTP_URL: mail.url, AGENCY_INBOX: inbox }
    await using server = await startServer({ clock, settings })
    const person = await addExecutive(server.deps)
    await postSigning(server.url, { id: person.link, signName: person.name })
    mail.replies.RCPT = '550 no such user'
    await server.workOff()
    mail.replies = {}
    clock.advance(60 * 60_000)
    await server.workOff()
    expect(mail.received.map(({ to }) => to)).toEqual([[inbox]])
    expect(await kindsOf(server, person.id)).toEqual(['accepted', 'sealed', 'sent to agency'])
  })
})
