import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { api } from '#contract/paths.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { sendRaw } from '#tests/support/tcp.ts'
import { storedEnquiries } from '#tests/support/stored-place.ts'
import { newVisitor } from '#tests/support/visitor.ts'

describe('send-enquiry', () => {
  const server = sharedServer()

  // What each rule takes and refuses is proven beside it (contract/fields/field.test.ts).
  const cases: [rule: string, change: Record<string, unknown>, field: string, sentence: string][] = [
    ['an absent name', { name: undefined }, 'name', 'Name is required'],
    ['a name of spaces', { name: ' \t\n ' }, 'name', 'Name is required'],
    ['an e-mail with a line break', { email: 'a@b.in\r\nBcc: c@d.in' }, 'email', 'Invalid email address'],
    ['an e-mail of 101 characters', { email: `${'a'.repeat(96)}@b.in` }, 'email', 'Email is too long'],
    ['a phone that is a fraction', { phone: 98765.4321 }, 'phone', 'Phone number is required'],
    ['an e-mail without a dot', { email: 'asha@gmail' }, 'email', 'Invalid email address'],
    ['digits of another script', { phone: '৯৮৭৬৫৪৩২১০' }, 'phone', 'Phone number can only contain numbers'],
    ['an enquiry of 501 characters', { enquiry: 'e'.repeat(501) }, 'enquiry', 'Enquiry is too long'],
  ]
  it.each(cases)('refuses %s with the one sentence of the field', async (_, change, field, sentence) => {
    const { status, body } = await postEnquiry(server.url, { ...goodEnquiry, ...change })
    expect({ status, body }).toEqual({
      status: 422,
      body: { message: errorMessages.invalid, code: 'invalid', errors: [{ field, message: sentence }] },
    })
  })

  it('names every bad field, in the order of the form', async () => {
    const { body } = await postEnquiry(server.url, {})
    expect(body.errors?.map(({ field }) => field)).toEqual(['name', 'email', 'phone', 'enquiry'])
  })

  it('takes each field at its longest, and trims what stands around it', async () => {
    const longest = {
      name: 'n'.repeat(100),
      email: `${'a'.repeat(64)}@${'b'.repeat(32)}.in`,
      phone: '9876543210',
      enquiry: 'e'.repeat(500),
    }
    const padded = Object.fromEntries(Object.entries(longest).map(([key, value]) => [key, `  ${value}\n`]))
    expect((await postEnquiry(server.url, padded)).status).toBe(201)
    expect((await storedEnquiries(server)).at(-1)).toMatchObject(longest)
  })

  it('does not mind the letter case of its path, nor a slash at the end', async () => {
    for (const path of [
      '/api/v1/fieldExecutive/send-enquiry',
      '/API/V1/FIELDEXECUTIVE/SEND-ENQUIRY',
      '/api/v1/fieldexecutive/send-enquiry/',
    ]) {
      expect((await newVisitor(server.url).post(path, goodEnquiry)).status, path).toBe(201)
    }
  })

  it.each(['{', '{"name":', 'name=Asha', '', '\u0000', '{"name":"a"} trailing'])(
    'answers 400 to what is no JSON: %j',
    async (body) => {
      const answer = await postEnquiry(server.url, body)
      expect([answer.status, answer.body]).toEqual([
        400,
        { message: errorMessages.unreadable, code: 'unreadable' },
      ])
    },
  )

  it.each(['null', '[]', '"text"', '7', 'true'])(
    'answers 4xx in words to JSON that is no object: %s',
    async (body) => {
      const answer = await postEnquiry(server.url, body)
      expect(answer.status).toBe(422)
      expect(answer.body).toEqual({ message: errorMessages.invalid, code: 'invalid' })
    },
  )

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'])('answers 405 to %s, in JSON and naming POST', async (method) => {
    const response = await fetch(server.url + api.sendEnquiry, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(await response.json()).toEqual({
      message: errorMessages.methodNotAllowed,
      code: 'method_not_allowed',
    })
  })

  it.each([
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'text/json',
  ])('answers 415 to a body of type %s, even if it is JSON', async (type) => {
    const { status, body } = await postEnquiry(server.url, goodEnquiry, { 'content-type': type })
    expect([status, body]).toEqual([415, { message: errorMessages.wrongType, code: 'wrong_type' }])
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
    const bodies = [
      '{"__proto__":{"polluted":1}}',
      '{"name":"a","__proto__":{"polluted":1},"phone":"9876543210"}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"\\u005f_proto__":{"polluted":1}}',
      '{"name":{"__proto__":{"polluted":1}}}',
    ]
    for (const body of bodies) {
      expect([body, (await postEnquiry(server.url, body)).status]).toEqual([body, 400])
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('answers any JSON at all with a refusal or a promise, never with a fault of ours', async () => {
    const odd = fc.oneof(
      fc.json(),
      fc
        .record(
          { name: fc.jsonValue(), email: fc.jsonValue(), phone: fc.jsonValue(), enquiry: fc.jsonValue() },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
    )
    await fc.assert(
      fc.asyncProperty(odd, async (body) => {
        expect([201, 400, 422]).toContain((await postEnquiry(server.url, body)).status)
      }),
      { numRuns: 300 },
    )
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
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

  // Every call refuses every such request, and every compressed body (tests/security/odd-requests.test.ts).
  it('answers 403 to a request from another site, in words', async () => {
    const headers = { origin: 'http://127.0.0.1:1' }
    const { status, body } = await postEnquiry(server.url, goodEnquiry, headers)
    expect([status, body]).toEqual([403, { message: errorMessages.crossSite, code: 'cross_site' }])
  })

  it('takes a request from its own pages and from callers that are no browsers', async () => {
    const own: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: server.url },
      {},
    ]
    for (const headers of own) {
      expect((await postEnquiry(server.url, goodEnquiry, headers)).status).toBe(201)
    }
  })

  it('answers 431 in JSON to headers larger than 8 kB', async () => {
    const answer = await sendRaw(
      server.url,
      `POST ${api.sendEnquiry} HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(9000)}\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 431 /)
    expect(answer).toContain(JSON.stringify({ message: errorMessages.tooLarge, code: 'too_large' }))
  })

  it('answers 400 in JSON to what is no HTTP', async () => {
    const answer = await sendRaw(server.url, 'HELLO\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('"code":"unreadable"')
  })

  it('is never held in a cache and loads nothing', async () => {
    const { headers } = await postEnquiry(server.url)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sent-enquiry=1\.\d+\.[\w-]+;.* HttpOnly; SameSite=Lax$/),
    ])
  })
})
