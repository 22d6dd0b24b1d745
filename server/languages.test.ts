import { describe, expect, it } from 'vitest'
import { linkAnswers } from '#contract/messages/en/links.ts'
import { type Language, languageCodes, languages } from '#contract/messages/languages.ts'
import { api } from '#contract/paths.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { makePlace } from '#tests/support/place.ts'
import { replaceLink } from '#server/features/onboarding/registration/record-service.ts'
import type { AgreementText } from '#contract/schemas/agreements.ts'
import { exportSubject } from './features/privacy/subject-export.ts'
import { everythingOf } from '#tests/support/person.ts'
import { dictionaries } from './platform/requested-language.ts'
import {
  boundary,
  documentPart,
  multipart,
  postApplication,
  somebody,
  textParts,
} from '#tests/support/application.ts'
import { addExecutive, agreementPath, signAgreement } from '#tests/support/executive.ts'
import { askToken, freshTransaction, mandateOf, registered, settle } from '#tests/support/registration.ts'
import { everyLanguage, movingClock, startServer } from '#tests/support/server.ts'
import { shared, sharedServer } from '#tests/support/shared.ts'
import { codeFor, messagesTo, newVisitor } from '#tests/support/visitor.ts'

const inbox = 'staff@agency.example'
const publicUrl = 'http://agency.example'
const scripts = { en: /\p{Script=Latin}/u, hi: /\p{Script=Devanagari}/u, gu: /\p{Script=Gujarati}/u }
const others = languageCodes.filter((code) => code !== 'en')

/** Fails unless a text is only in the script of its language. */
function expectScript(text: string, language: Language): void {
  expect(text).toMatch(scripts[language])
  for (const other of others.filter((code) => code !== language)) expect(text).not.toMatch(scripts[other])
}

function pathIn(language: Language): string {
  return language === 'en' ? '' : `/${language}`
}

describe('the language of a record', () => {
  const clock = movingClock()
  const settings = { ...everyLanguage, AGENCY_INBOX: inbox, PUBLIC_URL: publicUrl, LINK_STEP_UP: 'otp' }
  const server = sharedServer({ clock, settings })

  /** Sends mails at a later time, so that the newest message is the last one. */
  async function workOff() {
    clock.advance(1000)
    await server.workOff()
  }
  /** Returns the last mail to somebody; an application has a receipt beside the others. */
  async function lastTo(to: string, but = ''): Promise<{ subject: string; text: string }> {
    const all = await messagesTo(server, to)
    const last = all.find(({ text }) => but === '' || !text.includes(but))
    return { subject: last?.subject ?? '', text: last?.text ?? '' }
  }
  async function held(email: string) {
    return exportSubject(server.deps, await everythingOf(server.deps, email))
  }

  describe.each(['en', 'gu'] as const)('that was made in %s', (language) => {
    const reads = `The person reads ${languages[language].english}.`

    it('is stored with a registration and its mandate, and its mails and SMS are in it', async () => {
      const person = await registered(server, { now: clock.now(), language })
      const { email = '', phone = '', transactionId = '' } = person.fields
      await workOff()
      const { personMails } = dictionaries[language]
      const welcome = await lastTo(email)
      expect(welcome.subject).toBe(personMails.welcome.subject)
      expectScript(welcome.text, language)
      expect(welcome.text).toContain(`\n${publicUrl}${pathIn(language)}/sign-aggrement/${person.id}\n`)
      const toStaff = (await messagesTo(server, inbox)).find(({ text }) => text.includes(transactionId))
      expect(toStaff?.text.includes(reads)).toBe(language !== 'en')
      expect(await held(email)).toMatchObject({ registrations: [{ language }], mandates: [{ language }] })

      await settle(server.url, transactionId, 'Failed')
      await workOff()
      const failed = await lastTo(email)
      expect(failed.subject).toBe(personMails.mandateFailed.subject)
      expect(failed.text).toContain(`\n${publicUrl}${pathIn(language)}/mandate-failure/${person.id}\n`)

      // The page answers a browser that asks for English in English; what is sent to the person stays in their
      // language.
      const visitor = newVisitor(server.url)
      expect((await visitor.post(api.linkOtp, { id: person.id })).body.message).toBe(linkAnswers.sent)
      const [sms = { text: '' }] = await messagesTo(server, phone)
      const otp = await codeFor(visitor, phone)
      expectScript(sms.text.split('\n')[0] ?? '', language)
      expect(sms.text.split('\n').slice(1)).toEqual(['', `@agency.example #${otp}`])
      await visitor.post(api.verifyLinkOtp, { id: person.id, otp })
      await visitor.get(api.fieldExecutive + person.id)
      const again = { transactionId: freshTransaction() }
      await askToken({ ...person, visitor, fields: { ...person.fields, ...again } }, { id: person.id })
      expect(await mandateOf(server.deps, again)).toMatchObject({ language })
    })

    it('is the language of the mail with the signed agreement', async () => {
      const person = await addExecutive(server.deps, { language })
      await workOff()
      const visitor = newVisitor(server.url)
      await visitor.post(api.linkOtp, { id: person.link })
      const otp = await codeFor(visitor, person.phone)
      await visitor.post(api.verifyLinkOtp, { id: person.link, otp })
      await signAgreement({ url: server.url, workOff }, person, { cookie: visitor.cookie() })
      const { subject, text } = await lastTo(person.email)
      const [before = ''] = dictionaries[language].personMails.agreementSigned.subject.split('{')
      expect(subject.startsWith(before)).toBe(true)
      expectScript(text, language)
      expect(text).not.toMatch(/[०-९૦-૯]/)
      expect((await lastTo(inbox)).text.includes(reads)).toBe(language !== 'en')
    })
  })

  it.each(['en', 'gu'] as const)(
    'is the language of the mail about a second application, which leads to its page: %s',
    async (language) => {
      const person = somebody()
      await postApplication(server.url, person)
      clock.advance(60 * 60_000)
      const visitor = newVisitor(server.url, '', language)
      const body = multipart([...textParts(person), documentPart()])
      const type = `multipart/form-data; boundary=${boundary}`
      expect((await visitor.send(api.careerApplication, body, type)).status).toBe(409)
      await workOff()
      const { subject, text } = await lastTo(person.email, '/my/')
      expect(subject).toBe(dictionaries[language].personMails.secondApplication.subject)
      expect(text).toMatch(new RegExp(`\\n${publicUrl}${pathIn(language)}/career#replace=[\\w-]{32}\\n`))
      expect(await held(person.email)).toMatchObject({ applications: [{ language: 'en' }] })
    },
  )

  it('is English if the stored one is unknown', async () => {
    const person = await registered(server, { now: clock.now(), language: 'gu' })
    const { email = '' } = person.fields
    for (const table of ['records', 'mandates'] as const)
      await server.deps.db.updateTable(table).set({ language: 'xx' }).execute()
    await workOff()
    const { subject, text } = await lastTo(email)
    expect(subject).toBe(dictionaries.en.personMails.welcome.subject)
    expect(text).toContain(`\n${publicUrl}/sign-aggrement/${person.id}\n`)
    const english = [{ language: 'en' }]
    expect(await held(email)).toMatchObject({ registrations: english, mandates: english })
  })
})

const { en, gu } = dictionaries

describe('the language of a person, which LANGUAGES stops naming', () => {
  const place = shared(() => makePlace('sqlite', { hasTables: true }))
  const serverIn = (LANGUAGES: string) =>
    startServer({ place, settings: { PUBLIC_URL: publicUrl, LANGUAGES } })

  it('is used only while the site has it, and again once it has it again', async () => {
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

  it('no longer has its unapproved agreement, and an English one is made instead', async () => {
    let id = ''
    const drawn = async (shown: string) => {
      await using server = await serverIn(shown)
      id ||= (await addExecutive(server.deps, { language: 'gu' })).id
      await server.workOff()
      const path = await agreementPath(server.deps, id)
      const pdf = await fetch(server.url + path)
      const answer = await fetch(server.url + path.replace('?', '/text?'))
      const { data } = (await answer.json()) as { data: { text: AgreementText } }
      expect(answer.headers.get('content-language')).toBe(pdf.headers.get('content-language'))
      return [pdf.headers.get('content-language'), data.text.language, data.text.title]
    }
    const inGujarati = ['gu-IN, en-IN', 'gu-IN', gu.agreementDocument.title]
    expect(await drawn('en,gu')).toEqual(inGujarati)
    expect(await drawn('en')).toEqual(['en-IN', 'en-IN', en.agreementDocument.title])
    expect(await drawn('en,gu')).toEqual(inGujarati)
  })

  it('is not used in answers, and no record is made in it', async () => {
    await using server = await serverIn('en')
    const asked = { 'accept-language': 'gu-IN,gu;q=0.9' }
    const { headers, body } = await postEnquiry(server.url, { ...goodEnquiry, name: '' }, asked)
    expect([headers.get('content-language'), body.message]).toEqual(['en-IN', en.errorMessages.invalid])
    expect((await postEnquiry(server.url, goodEnquiry, asked)).status).toBe(201)
    const ofForm = server.deps.db.selectFrom('records').where('kind', '=', 'enquiries')
    expect(await ofForm.select('language').execute()).toEqual([{ language: 'en' }])
  })
})
