import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import type { AgreementText } from '#contract/schemas/agreements.ts'
import { defaultAgency } from '#contract/schemas/agency.ts'
import {
  addExecutive,
  agreementActions,
  agreementEntries,
  agreementOf,
  agreementPath,
  postSigning,
  signAgreement,
  type TestExecutive,
} from '#tests/support/executive.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { messagesTo, newVisitor } from '#tests/support/visitor.ts'
import { allRows } from '#tests/support/stored-place.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { readDocument } from '#server/platform/uploads/stored-documents.ts'
import { isSigned } from './document-service.ts'
import { factsFor } from '#tests/support/agreement.ts'
import { hostileTexts } from '#tests/support/security/hostile-values.ts'
import { makeAgreement } from './document/pdf/make-pdf.ts'

function sha256(bytes: ArrayBuffer | Uint8Array): string {
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
}

describe.each(enginesInTurn)('generate-agreement-on-website on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const found = (id: string) => agreementOf(server.deps, id)
  const open = (url: string | undefined) => {
    const { pathname, search } = new URL(url ?? '')
    return fetch(server.url + pathname + search)
  }

  it('accepts the record under its name; the address opens the signed document', async () => {
    const person = await addExecutive(server.deps)
    await server.workOff()
    const form = await fetch(server.url + (await agreementPath(server.deps, person.id)))
    clock.advance(60_000)
    const { status, body } = await postSigning(server.url, {
      id: person.link,
      signName: person.name,
      name: 'Somebody Else',
      aadhaar_no: '123456789012',
      signed: true,
      profile_photo: 'x'.repeat(1_500_000),
    })
    expect({ status, message: body.message }).toEqual({
      status: 200,
      message: 'Agreement signed successfully',
    })
    await server.workOff()
    const signed = await open(body.url)
    expect(signed.status).toBe(200)
    expect(signed.headers.get('content-disposition')).toBe('inline; filename="agreement-signed.pdf"')
    const bytes = Buffer.from(await signed.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await server.deps.signature.verify(bytes)).toMatchObject({ whole: true })
    const agreement = await found(person.id)
    expect(agreement).toMatchObject({ acceptedAt: clock.now(), signed: { sha256: sha256(bytes) } })
    const record = await newVisitor(server.url).get(api.fieldExecutive + person.link)
    expect(record.body['data']).toMatchObject({ signedAgreement: true })
    expect(agreement?.form?.pdfSha256).toBe(sha256(await form.arrayBuffer()))
  })

  it('keeps who accepted what, when, from where, after which proofs, and of which document', async () => {
    const person = await addExecutive(server.deps)
    const registeredAt = clock.now()
    await server.workOff()
    clock.advance(60_000)
    const shownPath = (await agreementPath(server.deps, person.id)).replace('?', '/shown?')
    // The first opening alone is noted.
    for (let each = 0; each < 2; each += 1) {
      expect((await fetch(server.url + shownPath, { method: 'POST' })).status).toBe(200)
      clock.advance(60_000)
    }
    await postSigning(server.url, { id: person.link, signName: person.name })
    const agreement = await found(person.id)
    expect(agreement?.acceptance).toMatchObject({
      at: clock.now(),
      signName: 'Asha Mehta',
      words: 'I accept the terms and conditions',
      address: '127.0.0.1',
      agent: 'Test browser 1.0',
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
    const [shown, accepted, sealed, ...rest] = entries
    expect(rest).toEqual([])
    const { pdfSha256: form, textSha256: text } = agreement?.form ?? {}
    expect(shown).toMatchObject({ action: 'show_agreement', detail: { form } })
    const evidence = agreement?.acceptanceSha256
    expect(accepted).toMatchObject({ action: 'sign', at: clock.now(), detail: { form, text, evidence } })
    expect(sealed).toMatchObject({
      action: 'seal',
      detail: { document: agreement?.signed?.sha256, level: 'B-B' },
    })
    for (const secret of [person.name, person.phone, '127.0.0.1', 'Test browser'])
      expect(JSON.stringify(entries)).not.toContain(secret)
  })

  it('takes the name as another keyboard composes it, with spaces around it', async () => {
    const person = await addExecutive(server.deps, { name: 'Zoë Ångström-क़ाज़ी' })
    await server.workOff()
    const signName = `  ${person.name.normalize('NFD')} `
    expect(signName.trim()).not.toBe(person.name)
    expect(await postSigning(server.url, { id: person.link, signName })).toMatchObject({ status: 200 })
  })

  it('refuses other names, again and again', async () => {
    const person = await addExecutive(server.deps)
    for (const signName of ['Asha', 'asha mehta', 'Asha Mehta!', 'Someone Else', 'Someone Else']) {
      const { status, body } = await postSigning(server.url, { id: person.link, signName })
      const message = 'Please sign with the name that is on the agreement'
      const errors = [{ field: 'signName', message }]
      expect({ status, body }).toEqual({ status: 422, body: { message, code: 'invalid', errors } })
    }
    await server.workOff()
    expect(await found(person.id)).toMatchObject({ acceptedAt: null, signed: undefined })
  })

  it.each(['x'.repeat(32), '', '\u0000'])('knows no record %j', async (id) => {
    const { status, body } = await postSigning(server.url, { id, signName: 'Asha Mehta' })
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
  })

  it('takes a body up to 2 MB and no more', async () => {
    const person = await addExecutive(server.deps)
    const signing = { id: person.link, signName: person.name }
    const large = await postSigning(server.url, { ...signing, profile_photo: 'x'.repeat(2.1 * 1024 * 1024) })
    expect(large).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(await isSigned(server.deps, person.id)).toBe(false)
  })
})

const linkEnded =
  'This link to the agreement is incomplete or no longer valid. Please open the agreement again from its page.'
const QUARTER_MS = 15 * 60_000

describe('the documents of an agreement', () => {
  const clock = movingClock()
  const server = sharedServer({ clock })

  const get = async (path: string | Promise<string>, method = 'GET') =>
    fetch(server.url + (await path), { method })
  const path = (id: string) => agreementPath(server.deps, id)
  const addressOf = async (id: string) => (await path(id)).slice(api.agreement.length).split('?')[0] ?? ''
  const textPath = async (id: string) => (await path(id)).replace('?', '/text?')

  async function text(id: string): Promise<{ text: AgreementText; signed: boolean; sha256: string }> {
    const { data } = (await (await get(textPath(id))).json()) as { data: Awaited<ReturnType<typeof text>> }
    return data
  }

  it('are a PDF shown by its address alone, which no other site may frame and nobody keeps', async () => {
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
    const head = await get(path(id), 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  })

  it('come out the same before they were drawn up, and reading them draws nothing up', async () => {
    const { id } = await addExecutive(server.deps)
    const address = await path(id)
    const before = await allRows(server.deps.db)
    const early = Buffer.from(await (await get(address)).arrayBuffer())
    const { sha256 } = await text(id)
    expect(await allRows(server.deps.db)).toEqual(before)
    await server.workOff()
    const drawn = Buffer.from(await (await get(path(id))).arrayBuffer())
    expect(drawn.equals(early)).toBe(true)
    expect(createHash('sha256').update(drawn).digest('hex')).toBe(sha256)
    const after = await allRows(server.deps.db)
    const reads = Array.from({ length: 50 }, (_, at) =>
      get(at % 2 ? path(id) : textPath(id), at % 3 ? 'GET' : 'HEAD'),
    )
    expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(await allRows(server.deps.db)).toEqual(after)
  })

  it('have an address that does not open the record, and the same one for as long as they last', async () => {
    const { id } = await addExecutive(server.deps)
    const asked = await Promise.all([addressOf(id), addressOf(id), addressOf(id)])
    await server.workOff()
    expect(new Set([...asked, await addressOf(id)])).toEqual(new Set([asked[0]]))
    expect(asked[0]).toMatch(/^[\w-]{32}$/)
    expect((await get(api.fieldExecutive + asked[0])).status).toBe(404)
    expect((await postSigning(server.url, { id: asked[0], signName: 'Asha Mehta' })).status).toBe(404)
  })

  it('open for nobody whose address is bent', async () => {
    const [one, other] = [await addExecutive(server.deps), await addExecutive(server.deps)]
    await server.workOff()
    const right = await path(one.id)
    const [own, others] = [await addressOf(one.id), await addressOf(other.id)]
    const [place = '', query = ''] = right.split('?')
    const bent = [
      place,
      `${place}?${query}&expires=${clock.now() + 10 ** 9}`,
      right.replace(own, others),
      right.replace(own, one.id),
      right.replace(own, encodeURIComponent(`../${own}`)),
      `${right}x`,
    ]
    for (const address of bent) {
      const { status, headers } = await get(address)
      expect([404, 422]).toContain(status)
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    }
    expect((await get(right)).status).toBe(200)
  })

  it('open for a quarter of an hour, and then say so in words', async () => {
    const { id } = await addExecutive(server.deps)
    await server.workOff()
    const [address, textAddress] = [await path(id), await textPath(id)]
    clock.advance(QUARTER_MS - 1)
    expect((await get(address)).status).toBe(200)
    clock.advance(1)
    for (const ended of [address, textAddress]) {
      const response = await get(ended)
      expect([response.status, await response.json()]).toEqual([
        404,
        { message: linkEnded, code: 'not_found' },
      ])
    }
    const shown = await get(textAddress.replace('/text?', '/shown?'), 'POST')
    expect(shown.status).toBe(404)
  })

  it('are the same as text, with the evidence once it is signed', async () => {
    const person = await addExecutive(server.deps)
    await server.workOff()
    const form = await text(person.id)
    expect(form.signed).toBe(false)
    expect(form.text.sections.map(({ part }) => part)).not.toContain('evidence')
    expect(JSON.stringify(form)).toContain('XXXXXXXX4321')
    await signAgreement(server, person)
    const signed = await text(person.id)
    expect(signed.signed).toBe(true)
    expect(signed.sha256).not.toBe(form.sha256)
    const terms = ({ text: { sections } }: typeof form) => sections.filter(({ part }) => part === 'terms')
    expect(terms(signed)).toEqual(terms(form))
    expect(JSON.stringify(signed.text.sections.at(-1))).toContain('Test browser 1.0')
  })
})

const inbox = 'staff@agency.example'

describe('after the acceptance', () => {
  it('both parties get the signed document, and the person how to reach the agency', async () => {
    await using server = await startServer({ settings: { AGENCY_INBOX: inbox } })
    const { deps } = server
    const person = await addExecutive(deps)
    await signAgreement(server, person)
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
  it("refuses the person's address is not asked for ever, and the agency still hears", async () => {
    const clock = movingClock()
    await using mail = await startMailServer()
    const settings = { MAIL_PROVIDER: 'smtp', SMTP_URL: mail.url, AGENCY_INBOX: inbox }
    await using server = await startServer({ clock, settings })
    const person = await addExecutive(server.deps)
    await server.workOff()
    await postSigning(server.url, { id: person.link, signName: person.name })
    mail.replies.RCPT = '550 no such user'
    await server.workOff()
    mail.replies = {}
    clock.advance(60 * 60_000)
    await server.workOff()
    expect(mail.received.map(({ to }) => to)).toEqual([[inbox]])
  })
})

const lines = ['\r\nBcc: all@evil.example', '\nSubject: other', '\u2028Bcc: x@evil.example', '\u0085Bcc: x']
const signs = [
  '\u0000',
  '\t',
  '\u001b[31m',
  '\u0007',
  '\u200b',
  '\ufeff',
  '\u2066\u202e',
  '\u0301\u0302\u0303',
]
const scripts = [
  '\u0645\u062d\u0645\u062f',
  '\u5f20\u4f1f',
  '\ud83d\udc69\ud83c\udffd\u200d\u2695\ufe0f',
  'Z\u0489'.repeat(60),
]
const pdf = [
  ') Tj ET Q',
  '(Asha',
  '\\)\\(',
  '<</JS(app.alert(1))>>',
  'endstream endobj',
  'trailer <</Root 1 0 R>>',
  '<feff0041>',
  '>> endobj 1 0 obj << /OpenAction 2 0 R',
  'EMC /Span <</ActualText (other)>> BDC',
]

function within(text: string): string {
  return `Asha${text}Mehta`
}

/** Names that some program might take for something else than a name (docs/security.md, T19). */
const hostileNames = [
  ...hostileTexts.filter((text) => text.trim() !== '' && text.isWellFormed()),
  ...[...scripts, ...pdf].map(within),
]
const breaking = [...lines, ...signs].map(within)

it('names stay text in the document and in its text, whatever a program might take them for', async () => {
  const names = [...hostileNames, ...breaking]
  expect(names.length).toBeGreaterThanOrEqual(60)
  for (const name of names) {
    const { pdf, text } = await makeAgreement(factsFor(name))
    const bytes = Buffer.from(pdf).toString('latin1')
    // Without fonts and drawings: compressed bytes spell any three letters now and then.
    const objects = bytes.replaceAll(/\bstream\r?\n[\s\S]*?\bendstream\b/g, '')
    expect(objects).toContain('/Catalog')
    expect(objects).not.toMatch(/\/(JS|JavaScript|OpenAction|Launch)\b/)
    expect(JSON.stringify(text)).toContain(JSON.stringify(name).slice(1, -1))
  }
})

it('names that try to add headers to the mails add none', async () => {
  const toStaff = 'staff@agency.example'
  await using server = await startServer({ settings: { AGENCY_INBOX: toStaff } })
  const people: TestExecutive[] = []
  for (const name of breaking) people.push(await addExecutive(server.deps, { name }))
  await server.workOff()
  for (const { link, name } of people)
    expect((await postSigning(server.url, { id: link, signName: name })).status).toBe(200)
  await server.workOff()
  for (const { email } of people) {
    const [mine, ...more] = await messagesTo(server, email)
    expect(more).toEqual([])
    expect(mine?.text).not.toMatch(/^(Bcc|Subject):/m)
  }
  const told = await messagesTo(server, toStaff)
  expect(told.length).toBe(breaking.length)
  for (const { subject } of told) expect(subject).toMatch(/^Agreement AG-\S+ signed by /)
  for (const evil of ['all@evil.example', 'x@evil.example'])
    expect(await messagesTo(server, evil)).toEqual([])
})
