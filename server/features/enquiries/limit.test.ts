import { describe, expect, it } from 'vitest'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

async function countEnquiries({ deps }: TestServer): Promise<number> {
  const rows = await deps.db.selectFrom('records').select('id').execute()
  return rows.length
}

async function statuses(times: number, send: (index: number) => ReturnType<typeof postEnquiry>) {
  const answers: number[] = []
  for (let index = 0; index < times; index += 1) answers.push((await send(index)).status)
  return answers
}

/** With which the thousand enquiries that an address may store in an hour are five. */
const five = { RATE_LIMIT_SCALE: '0.005' }
const fiveThenNone = [201, 201, 201, 201, 201, 429, 429]

describe('the limit of enquiries from one address', () => {
  it('refuses the sixth in an hour with the wait, in words and as a header, and keeps nothing of it', async () => {
    await using server = await startServer({ settings: five })
    // What is corrected and sent again has cost nothing.
    const bad = { ...goodEnquiry, phone: '98765' }
    expect(new Set(await statuses(20, () => postEnquiry(server.url, bad)))).toEqual(new Set([422]))
    expect(new Set(await statuses(5, () => postEnquiry(server.url)))).toEqual(new Set([201]))
    const { status, headers, body } = await postEnquiry(server.url)
    expect(status).toBe(429)
    expect(body).toEqual({
      message: 'Too many requests from your network. Please try again in 60 minutes.',
      code: 'rate_limited',
    })
    const wait = Number(headers.get('retry-after'))
    expect(wait).toBeGreaterThan(3500)
    expect(wait).toBeLessThanOrEqual(3600)
    expect(await countEnquiries(server)).toBe(5)
  })

  it.each([
    ['from an address that is no proxy of ours', { TRUST_PROXY: '10.0.0.0/8' }],
    ['when no proxy is named', {}],
  ])('does not believe X-Forwarded-For %s', async (_, trust) => {
    await using server = await startServer({ settings: { ...five, ...trust } })
    const forged = (index: number) =>
      postEnquiry(server.url, goodEnquiry, { 'x-forwarded-for': `203.0.113.${index}` })
    expect(await statuses(7, forged)).toEqual(fiveThenNone)
  })

  it('counts the visitor that a trusted proxy names, however much the visitor forged before it', async () => {
    await using server = await startServer({
      settings: { ...five, TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' },
    })
    const through = (forwarded: string) =>
      postEnquiry(server.url, goodEnquiry, { 'x-forwarded-for': forwarded })
    expect(await statuses(7, (index) => through(`203.0.113.${index}, 198.51.100.7`))).toEqual(fiveThenNone)
    expect((await through('198.51.100.8')).status).toBe(201)
    expect((await through('198.51.100.7, 10.1.2.3')).status).toBe(429)
  })
})
