import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { agreementAnswers, agreementMessages } from '#contract/messages/en/agreements.ts'
import { api } from '#contract/paths.ts'
import type { AgreementText } from '#contract/schemas/agreements.ts'
import { defaultAgency } from '#contract/schemas/agency.ts'
import {
  addExecutive,
  agreementEntries,
  agreementOf,
  agreementPath,
  postSigning,
  signAgreement,
} from '#tests/support/executive.ts'
import { eventually } from '#tests/support/eventually.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { messagesTo, newVisitor } from '#tests/support/visitor.ts'
import { allRows } from '#tests/support/stored-place.ts'
import { isSigned } from '#server/features/onboarding/person/next-agreement-service.ts'
import { refusedField } from '#tests/support/codes.ts'
import { factsFor } from '#tests/support/agreement.ts'
import { hostileTexts } from '#tests/support/security/hostile-values.ts'
import { makeAgreement } from './document/pdf/make-pdf.ts'

const inbox = 'staff@agency.example'

function hashOf(bytes: ArrayBuffer | Uint8Array): string {
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
}

describe.each(enginesInTurn)('generate-agreement-on-website on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock, settings: { AGENCY_INBOX: inbox } })

  const found = (id: string) => agreementOf(server.deps, id)

  it('accepts the record under its name; the address opens the signed document, which is mailed to both parties', async () => {
    const person = await addExecutive(server.deps)
    await server.workOff()
    const form = await eventually(async () => {
      const drawn = await fetch(server.url + (await agreementPath(server.deps, person.id)))
      expect(drawn.status).toBe(200)
      return drawn
    })
    clock.advance(60_000)
    const signing = {
      ...{ id: person.link, signName: person.name, name: 'Somebody Else', aadhaar_no: '123456789012' },
      ...{ signed: true, profile_photo: 'x'.repeat(1_500_000) },
    }
    const { status, body } = await postSigning(server.url, signing)
    expect([status, body.message]).toEqual([200, agreementAnswers.signed])
    await server.workOff()
    const { pathname, search } = new URL(body.url ?? '')
    const signed = await fetch(server.url + pathname + search)
    expect(signed.headers.get('content-disposition')).toBe('inline; filename="agreement-signed.pdf"')
    const bytes = Buffer.from(await signed.arrayBuffer())
    expect(await server.deps.signature.verify(bytes)).toMatchObject({ whole: true })
    const agreement = await found(person.id)
    expect(agreement).toMatchObject({ acceptedAt: clock.now(), signed: { sha256: hashOf(bytes) } })
    const record = await newVisitor(server.url).get(api.fieldExecutive + person.link)
    expect(record.body['data']).toMatchObject({ signedAgreement: true })
    expect(agreement?.form?.pdfSha256).toBe(hashOf(await form.arrayBuffer()))
    const reference = agreement?.form?.data.reference ?? '?'
    const file = { contentType: 'application/pdf', size: bytes.length }
    const attachments = [{ filename: `agreement-${reference}.pdf`, ...file }]
    const about = async (to: string) =>
      (await messagesTo(server, to)).find(({ subject }) => subject?.includes(reference))
    const [mine, theirs] = [await about(person.email), await about(inbox)]
    expect(mine).toMatchObject({ subject: `Your signed agreement ${reference}`, attachments })
    for (const word of [defaultAgency.email, defaultAgency.street]) expect(mine?.text).toContain(word)
    expect(mine?.text).not.toContain(person.link)
    expect(theirs).toMatchObject({ subject: `Agreement ${reference} signed by Asha Mehta`, attachments })
    expect(theirs?.text).toContain(`npm run -s ops -- verify-agreement ${reference}`)
  })

  it('stores who accepted which document, when, from where, and after which proofs', async () => {
    const person = await addExecutive(server.deps)
    const registeredAt = clock.now()
    await server.workOff()
    clock.advance(60_000)
    const shownPath = (await agreementPath(server.deps, person.id)).replace('?', '/shown?')
    // Only the first opening is recorded.
    for (let each = 0; each < 2; each += 1) {
      expect((await fetch(server.url + shownPath, { method: 'POST' })).status).toBe(200)
      clock.advance(60_000)
    }
    await postSigning(server.url, { id: person.link, signName: person.name })
    const agreement = await found(person.id)
    expect(agreement?.acceptance).toMatchObject({
      ...{ at: clock.now(), signName: person.name, words: agreementMessages.accept },
      ...{ address: '127.0.0.1', agent: 'Test browser 1.0' },
      events: [
        { kind: 'aadhaarVerified', at: registeredAt - 300_000 },
        { kind: 'phoneVerified', at: registeredAt - 240_000 },
        { kind: 'registered', at: registeredAt },
        { kind: 'shown', at: registeredAt + 60_000 },
      ],
      mandate: { status: 'Initiated', transactionId: agreement?.form?.data.mandate.transactionId },
      shown: { pdfSha256: agreement?.form?.pdfSha256, textSha256: agreement?.form?.textSha256 },
    })
    const entries = agreement ? await agreementEntries(server.deps, agreement) : []
    const { pdfSha256: form, textSha256: text } = agreement?.form ?? {}
    const { acceptanceSha256: evidence, signed } = agreement ?? {}
    expect(entries).toMatchObject([
      { action: 'show_agreement', detail: { form } },
      { action: 'sign', at: clock.now(), detail: { form, text, evidence } },
      { action: 'seal', detail: { document: signed?.sha256, level: 'B-B' } },
    ])
    for (const secret of [person.name, person.phone, '127.0.0.1', 'Test browser'])
      expect(JSON.stringify(entries)).not.toContain(secret)
  })

  it('accepts the name in another Unicode composition, with spaces around it', async () => {
    const person = await addExecutive(server.deps, { name: 'Zoë Ångström-क़ाज़ी' })
    await server.workOff()
    const signName = `  ${person.name.normalize('NFD')} `
    expect(signName.trim()).not.toBe(person.name)
    expect(await postSigning(server.url, { id: person.link, signName })).toMatchObject({ status: 200 })
  })

  it('refuses other names, however often, and unknown records', async () => {
    for (const id of ['x'.repeat(32), '']) {
      const answer = await postSigning(server.url, { id, signName: 'Asha Mehta' })
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    const person = await addExecutive(server.deps)
    const refused = refusedField('signName', agreementAnswers.otherName)
    for (const signName of ['Asha', 'asha mehta', 'Asha Mehta!', 'Someone Else', 'Someone Else'])
      expect(await postSigning(server.url, { id: person.link, signName })).toMatchObject(refused)
    await server.workOff()
    expect(await found(person.id)).toMatchObject({ acceptedAt: null, signed: undefined })
  })

  it('does not let a name add a header or an address to the mail', async () => {
    clock.advance(1000)
    const person = await addExecutive(server.deps, { name: `Asha${breaking.join('Asha')}Mehta` })
    await signAgreement(server, person)
    const [mine, ...more] = await messagesTo(server, person.email)
    const [theirs] = await messagesTo(server, inbox)
    expect([more, theirs?.subject]).toEqual([[], expect.stringMatching(/^Agreement AG-\S+ signed by /)])
    expect(mine?.text).not.toMatch(/^(Bcc|Subject):/m)
    for (const evil of ['all@evil.example', 'x@evil.example'])
      expect(await messagesTo(server, evil)).toEqual([])
  })

  it('accepts a body of at most 2 MB', async () => {
    const person = await addExecutive(server.deps)
    const profile_photo = 'x'.repeat(2.1 * 1024 * 1024)
    const large = await postSigning(server.url, { id: person.link, signName: person.name, profile_photo })
    expect(large).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(await isSigned(server.deps, person.id)).toBe(false)
  })

  const get = async (path: string | Promise<string>, method = 'GET') =>
    fetch(server.url + (await path), { method })
  const path = (id: string) => agreementPath(server.deps, id)
  const addressOf = async (id: string) => (await path(id)).slice(api.agreement.length).split('?')[0] ?? ''
  const textPath = async (id: string) => (await path(id)).replace('?', '/text?')

  async function text(id: string): Promise<{ text: AgreementText; signed: boolean; sha256: string }> {
    const { data } = (await (await get(textPath(id))).json()) as { data: Awaited<ReturnType<typeof text>> }
    return data
  }

  it('returns a PDF that opens only by its address, cannot be framed by other sites and is not cached', async () => {
    const { id } = await addExecutive(server.deps)
    await server.workOff()
    const response = await get(path(id))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="agreement.pdf"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers.getSetCookie()).toEqual([])
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.includes(id)).toBe(false)
    const kept = await get(`${await path(id)}&download=1`)
    expect(kept.headers.get('content-disposition')).toBe('attachment; filename="agreement.pdf"')
    // The address does not change while it is valid, and it does not open the record.
    const address = await addressOf(id)
    expect([address, await addressOf(id)]).toEqual([expect.stringMatching(/^[\w-]{32}$/), address])
    expect((await get(api.fieldExecutive + address)).status).toBe(404)
    expect((await postSigning(server.url, { id: address, signName: 'Asha Mehta' })).status).toBe(404)
    const head = await get(path(id), 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  })

  it('returns the same document before and after its form is stored, and reading it stores nothing', async () => {
    const { id } = await addExecutive(server.deps)
    const address = await path(id)
    const before = await allRows(server.deps.db)
    const early = Buffer.from(await (await get(address)).arrayBuffer())
    const { sha256 } = await text(id)
    expect(await allRows(server.deps.db)).toEqual(before)
    await server.workOff()
    const drawn = Buffer.from(await (await get(path(id))).arrayBuffer())
    expect(drawn.equals(early)).toBe(true)
    expect(hashOf(drawn)).toBe(sha256)
    const after = await allRows(server.deps.db)
    for (const each of [path(id), textPath(id)])
      for (const method of ['GET', 'HEAD']) expect((await get(each, method)).status).toBe(200)
    expect(await allRows(server.deps.db)).toEqual(after)
  })

  it('opens documents for a quarter of an hour, never with an altered address, and says in words that the time is over', async () => {
    const [one, other] = [await addExecutive(server.deps), await addExecutive(server.deps)]
    await server.workOff()
    const right = await path(one.id)
    const [own, others] = [await addressOf(one.id), await addressOf(other.id)]
    const [place = '', query = ''] = right.split('?')
    const longer = `${place}?${query}&expires=${clock.now() + 10 ** 9}`
    for (const address of [place, longer, right.replace(own, others), right.replace(own, one.id)]) {
      const { status, headers } = await get(address)
      expect([404, 422]).toContain(status)
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    }
    const textAddress = await textPath(one.id)
    clock.advance(15 * 60_000 - 1)
    expect((await get(right)).status).toBe(200)
    clock.advance(1)
    for (const ended of [right, textAddress]) {
      const response = await get(ended)
      const said = { message: agreementAnswers.linkEnded, code: 'not_found' }
      expect([response.status, await response.json()]).toEqual([404, said])
    }
    expect((await get(textAddress.replace('/text?', '/shown?'), 'POST')).status).toBe(404)
  })

  it('returns documents as text with the same content, and with the evidence once signed', async () => {
    const person = await addExecutive(server.deps)
    await server.workOff()
    const form = await text(person.id)
    expect(form.signed).toBe(false)
    expect(form.text.sections.map(({ part }) => part)).not.toContain('evidence')
    expect(JSON.stringify(form)).toContain('XXXXXXXX4321')
    // No other run of twelve digits occurs, so the number is nowhere in full.
    expect(JSON.stringify(form.text)).not.toMatch(/(?<![\da-f])\d{12}(?![\da-f])/)
    await signAgreement(server, person)
    const signed = await text(person.id)
    expect(signed.signed).toBe(true)
    expect(signed.sha256).not.toBe(form.sha256)
    expect(JSON.stringify(signed.text.sections.at(-1))).toContain('Test browser 1.0')
  })
})

/** Names that try to add lines or headers to a mail. */
const breaking = [
  ...['\r\nBcc: all@evil.example', '\nSubject: other', '\u2028Bcc: x@evil.example', '\u0085Bcc: x'],
  ...['\u0000', '\t', '\u001b[31m', '\u0007', '\u200b', '\ufeff', '\u2066\u202e', '\u0301\u0302\u0303'],
]
/** Texts that some program might not treat as a name (docs/security.md, T19). */
const hostile = [
  ...hostileTexts.filter((text) => text.trim() !== '' && text.isWellFormed() && text.length < 1000),
  ...['\u0645\u062d\u0645\u062f', '\u5f20\u4f1f', '\ud83d\udc69\ud83c\udffd\u200d\u2695\ufe0f'],
  ...['Z\u0489'.repeat(60), ') Tj ET Q', '(Asha', '\\)\\(', '<</JS(app.alert(1))>>', 'endstream endobj'],
  ...['trailer <</Root 1 0 R>>', '<feff0041>', '>> endobj 1 0 obj << /OpenAction 2 0 R'],
  'EMC /Span <</ActualText (other)>> BDC',
]

it('names stay plain text in the PDF and in its text, whatever they contain', async () => {
  const name = ['Asha', ...hostile, ...breaking, 'Mehta'].join(' ')
  const { pdf, text } = await makeAgreement(factsFor(name))
  const bytes = Buffer.from(pdf).toString('latin1')
  // Fonts and drawings are left out: compressed bytes contain any three letters by chance.
  const objects = bytes.replaceAll(/\bstream\r?\n[\s\S]*?\bendstream\b/g, '')
  expect(objects).toContain('/Catalog')
  expect(objects).not.toMatch(/\/(JS|JavaScript|OpenAction|Launch)\b/)
  expect(JSON.stringify(text)).toContain(JSON.stringify(name).slice(1, -1))
})
