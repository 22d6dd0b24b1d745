import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { notifyAgency } from '#server/features/enquiries/jobs.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startFakeProvider } from '#tests/support/fake-provider.ts'
import { startServer } from '#tests/support/server.ts'
import { shared } from '#tests/support/shared.ts'
import { liveProviders } from '#tests/support/vendors.ts'
import { newVisitor } from '#tests/support/visitor.ts'

describe('the id of a request', () => {
  const provider = shared(() => startFakeProvider({ json: { type: 'success', message: 'taken' } }))
  const server = shared(() => startServer({ settings: { ...liveProviders, MSG91_URL: provider.url } }))

  /** Returns the log lines of a request. */
  function linesOf(reqId: string): Record<string, unknown>[] {
    const lines = server.log().trim().split('\n')
    return lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['reqId'] === reqId)
  }

  it('is sent to providers, and is in every log line of the request', async () => {
    const phone = '9876543210'
    const { status, headers } = await newVisitor(server.url).post(api.generateMobileOtp, { phone })
    const id = headers.get('x-request-id') ?? ''
    expect([status, id]).toEqual([200, expect.stringMatching(/^[\w-]{12}-\w+$/)])
    const chosen = await postEnquiry(server.url, goodEnquiry, { 'x-request-id': 'mine' })
    expect(chosen.headers.get('x-request-id')).not.toBe('mine')
    expect(provider.heard.at(-1)?.headers['x-request-id']).toBe(id)
    // An answer may arrive before its log line is written.
    await eventually(() =>
      expect(linesOf(id)).toMatchObject([
        { msg: 'a provider was called', provider: 'sms', operation: 'mobile_code', outcome: 'ok' },
        { msg: 'answered', route: api.generateMobileOtp, status: 200 },
      ]),
    )
  })

  it('belongs to its job, also with many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => postEnquiry(server.url, goodEnquiry)))
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    const all = server.deps.db.selectFrom('jobs').select(['id', 'request_id'])
    const own = all.where('kind', '=', notifyAgency.name).where('request_id', 'in', ids)
    const jobs = await own.execute()
    expect(jobs.map((job) => job.request_id).toSorted()).toEqual(ids.toSorted())
    await server.workOff()
    for (const job of jobs) {
      expect(linesOf(job.request_id ?? '')).toContainEqual(
        expect.objectContaining({ msg: 'a provider was called', provider: 'mail', job: job.id }),
      )
    }
  })

  it('is beside the session in the log line of each verification', async () => {
    const visitor = newVisitor(server.url)
    await visitor.post(api.generateMobileOtp, { phone: '9876543211' })
    const { headers } = await visitor.post(api.verifyMobileOtp, { phone: '9876543211', otp: '000000' })
    const nobody = await newVisitor(server.url).get(api.onboardingSession)
    const rows = await server.deps.db.selectFrom('sessions').select('id').execute()
    await eventually(() => {
      const [line] = linesOf(headers.get('x-request-id') ?? '')
      expect(line).toMatchObject({ route: api.verifyMobileOtp, status: 422 })
      expect(rows.map(({ id }) => id.slice(0, 12))).toContain(line?.['session'])
      const [other] = linesOf(nobody.headers.get('x-request-id') ?? '')
      expect(other).toMatchObject({ status: 200 })
      expect(other).not.toHaveProperty('session')
    })
  })
})
