import { describe, expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { api } from '#contract/paths.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { storedEnquiries } from '#tests/support/stored-place.ts'

describe('send-enquiry', () => {
  const server = sharedServer()

  // What each rule takes and refuses is proven beside it (contract/fields/field.test.ts).
  it('refuses a field with its one sentence', async () => {
    const { status, body } = await postEnquiry(server.url, { ...goodEnquiry, email: 'asha@gmail' })
    const errors = [{ field: 'email', message: 'Invalid email address' }]
    expect([status, body]).toEqual([422, { message: errorMessages.invalid, code: 'invalid', errors }])
  })

  it('names every bad field, in the order of the form', async () => {
    const { body } = await postEnquiry(server.url, {})
    expect(body.errors?.map(({ field }) => field)).toEqual(['name', 'email', 'phone', 'enquiry'])
  })

  it.each(['{', '', '{"name":"a"} trailing'])('answers 400 to what is no JSON: %j', async (body) => {
    const answer = await postEnquiry(server.url, body)
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: errorMessages.unreadable, code: 'unreadable' },
    ])
  })

  it('answers 405 to another method, naming POST', async () => {
    const response = await fetch(server.url + api.sendEnquiry, { method: 'PUT' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('takes JSON that names its character set', async () => {
    const type = { 'content-type': 'Application/JSON; charset=UTF-8' }
    expect((await postEnquiry(server.url, goodEnquiry, type)).status).toBe(201)
  })

  it('takes 64 kB and answers 413 to a byte more, whether its length is told or not', async () => {
    const { enquiry: _, ...rest } = goodEnquiry
    const room = 64 * 1024 - JSON.stringify({ ...rest, enquiry: '' }).length
    const full = JSON.stringify({ ...rest, enquiry: ' '.repeat(room) })
    expect((await postEnquiry(server.url, full)).status).toBe(422)
    const { status, body } = await postEnquiry(server.url, `${full} `)
    expect([status, body]).toEqual([413, { message: errorMessages.tooLarge, code: 'too_large' }])
    const chunked = await fetch(server.url + api.sendEnquiry, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([full, ' '.repeat(1024)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(413)
  })

  it('answers 4xx to JSON as deep as its size allows', async () => {
    const deep = '['.repeat(32_000) + ']'.repeat(32_000)
    expect((await postEnquiry(server.url, deep)).status).toBe(422)
    expect((await postEnquiry(server.url, `{"name":${deep}}`)).status).toBe(422)
    expect((await postEnquiry(server.url, '{"a":'.repeat(10_000))).status).toBe(400)
  })

  it('refuses a body that reaches for prototypes, and none is touched', async () => {
    const bodies = ['{"__proto__":{"polluted":1}}', '{"name":{"\\u005f_proto__":{"polluted":1}}}']
    for (const body of bodies) {
      expect([body, (await postEnquiry(server.url, body)).status]).toEqual([body, 400])
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('ignores keys it does not know and keeps nothing of them', async () => {
    const extra = { id: 'mine', suspect: 'no', created_at: 1, role: 'admin', toString: 'x' }
    expect((await postEnquiry(server.url, { ...goodEnquiry, ...extra })).status).toBe(201)
    const row = (await storedEnquiries(server)).at(-1)
    expect(row).toMatchObject({ ...goodEnquiry, suspect: null })
    expect(row?.id).not.toBe('mine')
  })

  it('takes a person’s enquiry whatever stands where a hint should', async () => {
    for (const hints of [
      { website: null, filledInMs: null },
      { website: 7, filledInMs: 'soon' },
    ]) {
      expect((await postEnquiry(server.url, { ...goodEnquiry, ...hints })).status).toBe(201)
      expect((await storedEnquiries(server)).at(-1)).toMatchObject({ ...goodEnquiry, suspect: null })
    }
  })
})
