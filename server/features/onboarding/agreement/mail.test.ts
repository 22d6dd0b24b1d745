import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { addExecutive, agreementActions, agreementOf, postSigning } from '#tests/support/executive.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { messagesTo } from '#tests/support/visitor.ts'
import { readDocument } from './document-service.ts'

const inbox = 'staff@agency.example'

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
    expect(await agreementActions(deps, person.id)).toEqual(['sign', 'seal'])
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
    expect(mail.received).toEqual([])
    mail.replies = {}
    clock.advance(60 * 60_000)
    await server.workOff()
    expect(mail.received).toHaveLength(2)
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
  })
})
