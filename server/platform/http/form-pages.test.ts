import { describe, expect, it, vi } from 'vitest'
import { addressIn, type Language } from '#contract/messages/languages.ts'
import { api, pages } from '#contract/paths.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { FilesFull } from '#server/providers/files/port.ts'
import { documentPart, multipart, boundary, somebody, textParts } from '#tests/support/application.ts'
import { everyLanguage } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { storedApplications, storedEnquiries } from '#tests/support/stored-place.ts'

/** As browsers ask for a page. */
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const enquiry = {
  name: 'आशा <b>',
  email: 'asha@example.in',
  phone: '+91 98765-43210',
  enquiry: 'One\r\nTwo "quoted"',
}
const { hi, gu, en } = dictionaries

describe('a form that a browser posts by itself', () => {
  const server = sharedServer({ engine: 'sqlite', settings: everyLanguage })

  function post(
    path: string,
    body: URLSearchParams | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) {
    const { origin } = new URL(server.url)
    return fetch(server.url + path, { method: 'POST', headers: { accept, origin, ...headers }, body })
  }
  function send(fields: Record<string, string>, language: Language = 'hi', headers?: Record<string, string>) {
    return post(addressIn(language, pages.contact), new URLSearchParams(fields), headers)
  }
  function apply(person: Record<string, string>, parts = [documentPart()], language: Language = 'gu') {
    const body = new Uint8Array(multipart([...textParts(person), ...parts]))
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    return post(addressIn(language, pages.career), body, headers)
  }

  it('is stored, and the answer thanks in the language of the page', async () => {
    const email = 'thanked@example.in'
    const answer = await send({ ...enquiry, email, website: '', notice: '2026-11-21' })
    const html = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(html).toContain('<html lang="hi-IN"')
    // At the top of the page, since on a phone the form is below the first screen.
    const [, opening = ''] = /<main[^>]*>([^]{0,300})/.exec(html) ?? []
    expect(opening).toContain(hi.enquiryMessages.sent)
    expect(html).toContain(hi.receiptMessages.enquiry)
    expect(html).not.toContain('<form')
    const stored = (await storedEnquiries(server)).find((one) => one.email === email)
    expect(stored).toMatchObject({
      ...{ ...enquiry, email, phone: '9876543210', enquiry: 'One\nTwo "quoted"' },
      ...{ language: 'hi', notice: '2026-11-21', suspect: null },
    })
  })

  it('comes back with what was typed, and with the errors at their fields', async () => {
    const answer = await send({ ...enquiry, name: '', phone: '12' })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toContain(hi.errorMessages.invalid)
    const name = /<input[^>]*name="name"[^>]*>/.exec(html)?.[0] ?? ''
    const id = /\sid="([^"]+)"/.exec(name)?.[1]
    for (const part of ['aria-invalid="true"', `aria-describedby="${id}-error"`, 'autofocus=""'])
      expect(name).toContain(part)
    expect(html).toContain(`<p id="${id}-error"`)
    expect(html).toContain(hi.enquiryForm.name.required)
    expect(html).toContain(hi.enquiryForm.phone.tooShort)
    for (const [name, value] of Object.entries({ phone: '12', email: enquiry.email }))
      expect(html).toMatch(new RegExp(`<input[^>]*name="${name}"[^>]* value="${value}"`))
    expect(html).toContain('>One\nTwo &quot;quoted&quot;</textarea>')
    // The answer is a plain form without the page's scripts.
    expect(html).not.toContain('<astro-island')
  })

  it('keeps its honeypot, shows typed markup as text, and fills no token that was typed', async () => {
    const typed = { name: 'आशा <b>', email: '[[agency.email]]', phone: '[[[main]]', enquiry: '' }
    const html = await (await send(typed)).text()
    for (const value of ['आशा &lt;b&gt;', '[[agency.email]]', '[[[main]]'])
      expect(html).toContain(`value="${value}"`)
    await send({ ...enquiry, name: 'Robot', website: 'https://spam.example' })
    expect((await storedEnquiries(server)).find(({ name }) => name === 'Robot')?.suspect).toBe('honeypot')
  })

  it('is refused from another site, and the call itself answers in JSON', async () => {
    const count = (await storedEnquiries(server)).length
    const foreign: Record<string, string>[] = [{ origin: 'https://x.in' }, { 'sec-fetch-site': 'cross-site' }]
    for (const headers of foreign) {
      const answer = await send(enquiry, 'hi', headers)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
    }
    expect(await storedEnquiries(server)).toHaveLength(count)
    const answer = await post(api.sendEnquiry, new URLSearchParams(enquiry))
    expect([answer.status, await answer.json()]).toMatchObject([201, { message: en.enquiryMessages.sent }])
  })

  it('with documents is stored, and leads home; another one of the same person gets the yellow banner', async () => {
    const person = somebody()
    const first = await apply(person)
    const html = await first.text()
    expect([first.status, first.headers.get('refresh')]).toEqual([200, '3; url=/gu/'])
    expect(html).toContain(gu.careerMessages.sent)
    expect(html).toContain(gu.careerMessages.leaving)
    expect(html).toMatch(/<h2[^>]*>[^<]* AP-\w{6}<\/h2>/)
    expect((await storedApplications(server)).map(({ email }) => email)).toContain(person.email)

    const again = await apply(person)
    const banner = await again.text()
    expect(again.status).toBe(409)
    const { duplicateBanner, duplicateField } = gu.careerMessages
    const kept = [`value="${person.full_name}"`, '<option value="healthcare" selected="">']
    for (const part of ['data-banner="warning"', duplicateBanner, duplicateField, ...kept])
      expect(banner).toContain(part)
  })

  it('says if there was no room for its documents, on a page that stays open', async () => {
    vi.spyOn(server.deps.files, 'put').mockRejectedValue(new FilesFull('full'))
    const answer = await apply(somebody())
    const html = await answer.text()
    expect([answer.status, answer.headers.get('refresh')]).toEqual([200, null])
    expect(html).toContain(gu.careerMessages.documentsAwaited)
    expect(html).not.toContain(gu.careerMessages.leaving)
  })

  it('says which documents have to be chosen again, and which was refused', async () => {
    const bad = documentPart('pan_card', Buffer.from('no picture'), 'pan.png')
    const answer = await apply({ ...somebody(), phone: '+91 98765 43210' }, [documentPart(), bad], 'en')
    const html = await answer.text()
    expect(answer.status).toBe(415)
    const resume = /<input[^>]*name="resume"[^>]*>/.exec(html)?.[0] ?? ''
    const id = /\sid="([^"]+)"/.exec(resume)?.[1]
    expect(html).toContain(`id="${id}-error"`)
    expect(html.split(en.fileMessages.chooseAgain)).toHaveLength(2)
    expect(html).toContain('Inside, this file is plain text.')
    expect(html).toMatch(/name="phone"[^>]* value="\+91 98765 43210"/)
  })
})
