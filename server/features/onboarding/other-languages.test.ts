import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { noticesBefore } from '#contract/schemas/notices.ts'
import type { AgreementText } from '#contract/schemas/agreements.ts'
import { sandbox } from '#contract/paths.ts'
import type { Checkout } from '#contract/schemas/mandates.ts'
import { digestOf } from '#server/platform/crypto/digest.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { agreementOf, agreementPath, postSigning } from '#tests/support/executive.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import {
  askToken,
  decide,
  recordIdOf,
  recordOf,
  register,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { everyLanguage } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { verifyAgreements } from './agreement/verification-service.ts'
import { consentsOf } from './registration/store.ts'

function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Each language, and each engine. */
const cases = [
  { engine: 'sqlite', language: 'hi', tag: 'hi-IN' },
  { engine: enginesInTurn.at(-1) ?? 'sqlite', language: 'gu', tag: 'gu-IN' },
] as const

describe.each(cases)('a registration in the language $language on $engine', ({ engine, language, tag }) => {
  const { agreementMessages, bankWindow, consentTexts } = dictionaries[language]
  const server = sharedServer({ engine, settings: everyLanguage })

  /** Somebody who reads that language and is registered. */
  async function registered() {
    const applicant = await verifiedVisitor(server.url, { language })
    const token = await askToken(applicant)
    expect((await decide(server.url, token, '0398')).status).toBe(200)
    const answer = await register(applicant)
    expect([answer.status, answer.body.message]).toEqual([201, agreementMessages.registered])
    const record = recordOf(answer)
    return { applicant, record, id: await recordIdOf(server.deps, record) }
  }

  it('meets the bank’s window in that language, whatever the browser asks for', async () => {
    const token = await askToken(await verifiedVisitor(server, { language }))
    const { config } = token.body['checkout'] as Checkout
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en-IN' }
    const body = new URLSearchParams({ config: JSON.stringify(config), language: tag }).toString()
    const html = await (await fetch(server.url + sandbox.bank, { method: 'POST', headers, body })).text()
    for (const words of [
      `<html lang="${tag}">`,
      bankWindow.setUp,
      bankWindow.asPresented,
      bankWindow.question,
    ])
      expect(html).toContain(words)
    expect(html).not.toMatch(/>[A-Z][a-z]+ [a-z]+/)
  })

  it('keeps of each consent the language and the hash of the words that were shown', async () => {
    const { id } = await registered()
    const consents = await consentsOf(server.deps.db, id)
    const notice = noticesBefore('registration', dictionaries[language]).find(
      ({ version }) => version === '2026-11-21',
    )
    const shown = [notice?.essence, notice?.points.map(({ about, words }) => [about, words])]
    const texts = consentTexts['2026-11-20']
    expect(consents).toMatchObject([
      {
        ...{ purpose: 'aadhaar', version: '2026-11-20', language },
        words_sha256: sha256(JSON.stringify(texts.aadhaar)),
        notice_version: '2026-11-21',
        notice_sha256: sha256(JSON.stringify(shown)),
      },
      {
        ...{ purpose: 'phone', version: '2026-11-20', language },
        words_sha256: sha256(JSON.stringify(texts.phone)),
        ...{ notice_version: null, notice_sha256: null },
      },
    ])
  })

  it('has its agreement in that language with the English text, and is accepted with the words of its page', async () => {
    const { applicant, record, id } = await registered()
    const path = () => agreementPath(server.deps, id)
    await server.workOff()
    const pdf = await fetch(server.url + (await path()))
    const text = await fetch(server.url + (await path()).replace('?', '/text?'))
    for (const { headers } of [pdf, text]) expect(headers.get('content-language')).toBe(`${tag}, en-IN`)
    const { data } = (await text.json()) as { data: { text: AgreementText; sha256: string } }
    expect([data.text.language, data.text.english?.language]).toEqual([tag, 'en-IN'])
    expect(data.sha256).toBe(sha256(new Uint8Array(await pdf.arrayBuffer())))
    const { form } = (await agreementOf(server.deps, id)) ?? {}
    expect(form?.textSha256).toBe(digestOf(data.text))
    const signName = applicant.fields['name']
    const answer = await postSigning(
      server.url,
      { id: record, signName },
      { 'accept-language': tag, cookie: applicant.visitor.cookie() },
    )
    expect([answer.status, answer.body.message]).toEqual([
      200,
      dictionaries[language].agreementAnswers.signed,
    ])
    await server.workOff()
    expect((await agreementOf(server.deps, id))?.acceptance).toMatchObject({
      ...{ language, words: agreementMessages.accept },
      shown: { language, pdfSha256: form?.pdfSha256, textSha256: form?.textSha256 },
    })
    const signed = Buffer.from(await (await fetch(server.url + (await path()))).arrayBuffer())
    expect(await server.deps.signature.verify(signed)).toMatchObject({ whole: true })
    const checks = await verifyAgreements(server.deps, { executiveId: id })
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.map(({ of }) => of)).toContain('signature')
  })
})
