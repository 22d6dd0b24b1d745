import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AgreementText } from '#contract/schemas/agreements.ts'
import { replaceLink } from '#server/features/onboarding/registration/record-service.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { addExecutive, agreementPath } from '#tests/support/executive.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { makePlace, type Place } from '#tests/support/place.ts'
import { startServer } from '#tests/support/server.ts'
import { messagesTo } from '#tests/support/visitor.ts'

const publicUrl = 'http://agency.example'
const { en, gu } = dictionaries

describe('the language of a person, which LANGUAGES stops naming', () => {
  let place: Place
  beforeAll(async () => {
    place = await makePlace('sqlite', { hasTables: true })
  })
  afterAll(() => place.remove())
  const serverIn = (LANGUAGES: string) =>
    startServer({ place, settings: { PUBLIC_URL: publicUrl, LANGUAGES } })

  it('is written in only while the site has it, and again once it has it again', async () => {
    const linkSent = async (shown: string) => {
      await using server = await serverIn(shown)
      const person = await addExecutive(server.deps, { language: 'gu' })
      await replaceLink(server.deps, person.id, 'system')
      await server.workOff({ documents: false })
      const [sent] = await messagesTo(server, person.email)
      return [sent?.subject, /http:\S+(?=sign)/.exec(sent?.text ?? '')?.[0]]
    }
    expect(await linkSent('en,hi')).toEqual([en.personMails.welcome.subject, `${publicUrl}/`])
    expect(await linkSent('en,gu')).toEqual([gu.personMails.welcome.subject, `${publicUrl}/gu/`])
  })

  it('has its agreement, which nobody approved, no more; an English one is drawn in its place', async () => {
    let id = ''
    const drawn = async (shown: string) => {
      await using server = await serverIn(shown)
      id ||= (await addExecutive(server.deps, { language: 'gu' })).id
      await server.workOff()
      const path = await agreementPath(server.deps, id)
      const pdf = await fetch(server.url + path)
      const answer = await fetch(server.url + path.replace('?', '/text?'))
      const { data } = (await answer.json()) as { data: { text: AgreementText } }
      return [pdf.headers.get('content-language'), data.text.language, data.text.title]
    }
    const inEnglish = ['en-IN', 'en-IN', en.agreementDocument.title]
    expect(await drawn('en,gu')).toEqual(['gu-IN, en-IN', 'gu-IN', gu.agreementDocument.title])
    expect(await drawn('en')).toEqual(inEnglish)
    expect(await drawn('en,gu')).toEqual(['gu-IN, en-IN', 'gu-IN', gu.agreementDocument.title])
  })

  it('is not answered in, and no record is made in it', async () => {
    await using server = await serverIn('en')
    const asked = { 'accept-language': 'gu-IN,gu;q=0.9' }
    const refused = await postEnquiry(server.url, { ...goodEnquiry, name: '' }, asked)
    expect([refused.headers.get('content-language'), refused.body.message]).toEqual([
      'en-IN',
      en.errorMessages.invalid,
    ])
    expect((await postEnquiry(server.url, goodEnquiry, asked)).status).toBe(201)
    const ofForm = server.deps.db.selectFrom('records').where('kind', '=', 'enquiries')
    const rows = await ofForm.select('language').execute()
    expect(rows).toEqual([{ language: 'en' }])
  })
})
