import { describe, expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { languages } from '#contract/messages/languages.ts'
import { api, recordPages } from '#contract/paths.ts'
import { REQUEST_MAX_BYTES } from '#contract/upload-limits.ts'
import { hasNginx, siteName } from '#tests/support/deploy/nginx-server.ts'
import { sayRaw, sharedNginx, sharedSite, type Visit } from '#tests/support/deploy/visit.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'

const json = { 'content-type': 'application/json' }
const id = 'kept-From-Every-Log-0123456789_x'
const megabyte = 1024 * 1024

describe.runIf(hasNginx)('limits behind nginx', () => {
  // An address may then store five enquiries in an hour.
  const counting = sharedSite({ RATE_LIMIT_SCALE: '0.005' })
  const site = sharedSite()

  it('count a visitor by the address that nginx sees, whatever the visitor claims', async () => {
    const statuses: number[] = []
    for (let count = 1; count <= 6; count += 1) {
      const by = `203.0.113.${count}`
      const headers = { ...json, 'x-forwarded-for': by, 'x-real-ip': by, forwarded: `for=${by}` }
      const enquiry = { method: 'POST', headers, body: JSON.stringify(goodEnquiry) }
      statuses.push((await counting.browser.visit(api.sendEnquiry, enquiry)).status)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    // Even a caller that bypasses nginx from elsewhere has a count of its own.
    const elsewhere = { 'x-forwarded-for': '198.51.100.7' }
    expect((await postEnquiry(counting.server.url, goodEnquiry, elsewhere)).status).toBe(201)
  })

  it('use no claimed address in any link that the server makes', async () => {
    const { headers } = await site.browser.visit('/About/', {
      headers: { 'x-forwarded-host': 'attacker.example' },
    })
    expect(headers['location']).toBe('/about')
  })

  it.each([
    ['an enquiry', api.sendEnquiry, json['content-type'], 64 * 1024],
    ['a signature', api.generateAgreement, json['content-type'], 2 * megabyte],
    ['an application', api.careerApplication, 'multipart/form-data; boundary=x', REQUEST_MAX_BYTES],
    ['an application by its page', '/career', 'multipart/form-data; boundary=x', REQUEST_MAX_BYTES],
  ])(
    'let %s through at the size that the server accepts, and nothing larger',
    async (_, path, type, most) => {
      const post = (body: Buffer, headers: Record<string, string>) =>
        site.browser.visit(path, { method: 'POST', headers: { 'content-type': type, ...headers }, body })
      const whole = await post(Buffer.alloc(most, ' '), {})
      expect(whole.headers['x-request-id']).toBeDefined()
      expect(whole.status).not.toBe(413)
      const larger = await post(Buffer.of(), { 'content-length': String(most + 1) })
      expect(larger.headers['x-request-id']).toBeUndefined()
      expectTooLarge(larger)
    },
  )

  it('let a registration begin that announces the accepted size, and none that announces more', async () => {
    const post = (size: number) =>
      site.browser.visit(api.registerExecutive, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(size) },
        body: Buffer.from('-'),
        more: true,
      })
    // Refused by the server, which reads no body of an unknown visitor.
    expect((await post(REQUEST_MAX_BYTES)).status).toBe(403)
    expectTooLarge(await post(REQUEST_MAX_BYTES + 1))
  })

  it('refuse a body larger than announced or unannounced before it is on a disk', async () => {
    const body = Buffer.alloc(megabyte, ' ')
    expectTooLarge(await site.browser.visit(api.sendEnquiry, { method: 'POST', headers: json, body }))
  })

  function expectTooLarge({ status, headers, body }: Visit): void {
    expect(status).toBe(413)
    expect(JSON.parse(body.toString())).toEqual({ message: errorMessages.tooLarge, code: 'too_large' })
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-language': languages.en.tag,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  }

  it.each([
    ['headers', '/', 'x'.repeat(9000)],
    ['an address', `/?${'x'.repeat(9000)}`, ''],
  ])('refuse %s longer than the server accepts, in its words', async (_, path, header) => {
    const lines = [`GET ${path} HTTP/1.1`, `Host: ${siteName}`, `X-Long: ${header}`, '', '']
    const heard = await sayRaw(site.nginx, lines.join('\r\n'))
    expect(heard).toMatch(/^HTTP\/1\.1 431 /)
    expect(JSON.parse(heard.split('\r\n\r\n')[1] ?? '')).toEqual({
      message: errorMessages.tooLarge,
      code: 'too_large',
    })
  })

  it('refuse in words an invalid request, and an unknown method', async () => {
    const heard = await sayRaw(site.nginx, `GET / HTTP/1.1\r\nHost: ${siteName}\r\nHost: other\r\n\r\n`)
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    expect(heard).toContain(JSON.stringify({ message: errorMessages.unreadable, code: 'unreadable' }))
    const { status, body } = await site.browser.visit('/', { method: 'TRACE' })
    expect(status).toBe(405)
    expect(JSON.parse(body.toString())).toMatchObject({ message: errorMessages.methodNotAllowed })
  })

  it("keep ids, queries, persons' ids in answers and visitors' addresses out of every log", async () => {
    const addresses = [
      recordPages.signAgreement + id,
      `/Mandate-Failure/${id}`,
      ...Object.values(recordPages).map((folder) => `/gu${folder}${id}`),
      recordPages.own + id,
      recordPages.reminders + id,
      `${api.own}${id}/withdraw`,
      api.fieldExecutive + id,
      api.fieldExecutive.toLowerCase() + encodeURIComponent(id),
      `${api.agreement}${id}/text?expires=1&signature=${id}`,
      api.mandateStatus + id,
      `/elsewhere/${id}`,
      `/contact?email=${goodEnquiry.email}&id=${id}`,
      `/api/v1/%66ieldExecutive/getFieldExecById/${id}`,
    ]
    for (const address of addresses)
      await site.browser.visit(address, { headers: { referer: `https://${siteName}/${id}` } })
    // nginx itself refuses it.
    const large = { ...json, 'content-length': String(REQUEST_MAX_BYTES + 1) }
    await site.browser.visit(api.careerApplication, { method: 'POST', headers: large, body: '' })
    const { headers } = await site.browser.visit('/api/v1/elsewhere')
    await expect.poll(() => site.nginx.read('agency-access.log')).toContain(headers['x-request-id'])
    const logs = ['agency-access.log', 'agency-error.log', 'main-access.log', 'main-error.log', 'output.log']
    const written = logs.map((log) => site.nginx.read(log)).join('\n')
    expect(written).not.toContain(id)
    expect(written).not.toContain(goodEnquiry.email)
    expect(written).not.toMatch(/\b127\.0\.0\.1(?!:)/)
    expect(written).toContain('"network":"127.0.0.0","method":"GET","path":"/sign-aggrement/*"')
    expect(written).toMatch(/"method":"POST","path":"\/api\/v1\/leads\/career-application",[^}]*"status":413/)
  })
})

describe.runIf(hasNginx)('nginx without a process behind it', () => {
  const front = sharedNginx()

  it('tells a person and a form in the words of the server to try again soon, and logs no address', async () => {
    const page = await front.browser.visit(recordPages.signAgreement + id)
    const call = await front.browser.visit(api.sendEnquiry, { method: 'POST', headers: json, body: '{}' })
    const refused = { status: 503, headers: { 'retry-after': '10' } }
    expect([page, call]).toMatchObject([refused, refused])
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body.toString()).toContain(errorMessages.unavailable)
    expect(call.headers['content-language']).toBe(languages.en.tag)
    const said = { message: errorMessages.unavailable, code: 'unavailable' }
    expect(JSON.parse(call.body.toString())).toEqual(said)
    // The log has a line of each request at the latest when it has ended.
    await expect.poll(() => front.nginx.read('agency-access.log')).toContain('"path":"/sign-aggrement/*"')
    expect(front.nginx.read('agency-error.log') + front.nginx.read('main-error.log')).not.toContain(id)
  })
})
