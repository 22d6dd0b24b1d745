import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { noticesBefore } from '#contract/schemas/notices.ts'
import type { AgreementText } from '#contract/schemas/agreements.ts'
import { api } from '#contract/paths.ts'
import { digestOf } from '#server/platform/crypto/digest.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { agreementOf, agreementPath } from '#tests/support/executive.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { mandated, recordIdOf, recordOf, register, verifiedVisitor } from '#tests/support/registration.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { mailsTo } from '#tests/support/visitor.ts'
import { verifyAgreements } from './agreement/verification-service.ts'
import { consentsOf } from './person/store.ts'

function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

const language = 'gu'
const { agreementAnswers, agreementMessages, consentTexts } = dictionaries[language]

describe.each(enginesInTurn)('a registration in Gujarati on %s', (engine) => {
  const server = sharedServer({
    engine,
    settings: {
      LANGUAGES: 'en,gu',
      AGENCY_FEE: '2500',
      AGENCY_FEE_DUE_DAYS: '7',
    },
  })

  /** Registers a person in that language. */
  async function registered() {
    const applicant = await mandated(await verifiedVisitor(server.url, { language }))
    const answer = await register(applicant)
    expect([answer.status, answer.body.message]).toEqual([201, agreementMessages.registered])
    const record = recordOf(answer)
    return { applicant, record, id: await recordIdOf(server.deps, record) }
  }

  it('stores with each consent the language and the hash of the words that were shown', async () => {
    const { id } = await registered()
    const consents = await consentsOf(server.deps.db, id)
    const notices = noticesBefore('registration', dictionaries[language])
    const notice = notices.find(({ version }) => version === '2026-11-21')
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

  it('has its agreement in that language with the English text, and the agreement is accepted in the words of its page', async () => {
    const { applicant, record, id } = await registered()
    const path = () => agreementPath(server.deps, id)
    await server.workOff()
    const text = await fetch(server.url + (await path()).replace('?', '/text?'))
    const { data } = (await text.json()) as { data: { text: AgreementText } }
    expect([data.text.language, data.text.english?.language]).toEqual(['gu-IN', 'en-IN'])
    const { form } = (await agreementOf(server.deps, id)) ?? {}
    expect(form?.textSha256).toBe(digestOf(data.text))
    const signing = { id: record, signName: applicant.fields['name'] }
    const answer = await applicant.visitor.post(api.generateAgreement, signing)
    expect([answer.status, answer.body.message]).toEqual([200, agreementAnswers.signed])
    await server.workOff()
    expect((await agreementOf(server.deps, id))?.acceptance).toMatchObject({
      ...{ language, words: agreementMessages.accept },
      shown: { language, pdfSha256: form?.pdfSha256, textSha256: form?.textSha256 },
    })
    // The cost and its due date were shown before the form, and are in both texts and in the mails before and after.
    const fee = /₹2,500.* 7 (?:દિવસ|days)/
    const terms = ({ sections }: Pick<AgreementText, 'sections'>) =>
      JSON.stringify(sections.find((section) => section.id === 'service-fee'))
    for (const one of [data.text, data.text.english]) expect(one && terms(one)).toMatch(fee)
    const mails = await mailsTo(server, applicant.fields['email'] ?? '')
    expect(mails).toHaveLength(2)
    for (const mail of mails) expect(mail.text).toMatch(fee)
    expect(mails.map((mail) => mail.text).join('\n')).toMatch(/સાદર\nએજન્સી$/m)
    const signed = Buffer.from(await (await fetch(server.url + (await path()))).arrayBuffer())
    expect(await server.deps.signature.verify(signed)).toMatchObject({ whole: true })
    const checks = await verifyAgreements(server.deps, { executiveId: id })
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.map(({ of }) => of)).toContain('signature')
  })
})
