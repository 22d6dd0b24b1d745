import { withoutTable } from '#tests/support/place.ts'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { postApplication, somebody } from '#tests/support/application.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { startFakeProvider } from '#tests/support/fake-provider.ts'
import { startServer } from '#tests/support/server.ts'
import { type ReceivedSpan, spansIn } from '#tests/support/telemetry.ts'

/** A span's attributes as plain values. */
function valuesOf({ attributes }: ReceivedSpan): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  )
}

describe('traces, sent to a collector', () => {
  it('hold a request, its queries, its calls and its jobs as one trace', async () => {
    await using collector = await startFakeProvider({ json: {} })
    const server = await startServer({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
    const person = somebody()
    expect((await postApplication(server.url, person)).status).toBe(201)
    await server.workOff()
    await server.stop()

    for (const heard of collector.heard) expect(heard).toMatchObject({ method: 'POST', path: '/v1/traces' })
    const bodies = collector.heard.map(({ body }) => body)
    const spans = spansIn(bodies)
    const root = spans.find(({ name }) => name === `POST ${api.careerApplication}`)
    if (!root) throw new Error('the request has no span')
    expect(root.parentSpanId).toBeFalsy()
    expect(valuesOf(root)).toEqual({
      'http.request.method': 'POST',
      'http.route': api.careerApplication,
      'http.response.status_code': 201,
      'request.id': expect.any(String),
    })

    const whole = spans.filter(({ traceId }) => traceId === root.traceId)
    const children = (parent: ReceivedSpan) =>
      whole.filter(({ parentSpanId }) => parentSpanId === parent.spanId).map(({ name }) => name)
    const parts = [
      'scanner scan',
      'files put',
      'insert records',
      'insert jobs',
      'commit',
      'job careers.tell-agency',
    ]
    expect(children(root)).toEqual(expect.arrayContaining(parts))
    const job = whole.find(({ name }) => name === 'job careers.tell-agency')
    if (!job) throw new Error('the job has no span')
    expect(children(job)).toEqual(expect.arrayContaining(['mail send', 'select records']))
    expect(valuesOf(job)).toEqual({ 'job.outcome': 'done', 'job.attempts': 1 })

    const everything = bodies.join('\n')
    for (const secret of Object.values(person)) expect(everything).not.toContain(secret)
    expect(everything).not.toMatch(/select .* from/)
  })

  it('name the request that failed, and nothing of why', async () => {
    await using collector = await startFakeProvider({ json: {} })
    const server = await startServer({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` } })
    const { status } = await withoutTable(server.deps.db, 'records', () => postEnquiry(server.url))
    expect(status).toBe(500)
    await server.stop()
    const spans = spansIn(collector.heard.map(({ body }) => body))
    const failed = spans.filter(({ status }) => status.code === 2).map(({ name }) => name)
    expect(failed).toEqual(expect.arrayContaining([`POST ${api.sendEnquiry}`, 'select records']))
  })

  it('are lost where the collector refuses them, which the log says once', async () => {
    await using collector = await startFakeProvider({ status: 400, json: {} })
    const server = await startServer({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
    expect((await postEnquiry(server.url)).status).toBe(201)
    await server.stop()
    expect(collector.heard.length).toBeGreaterThan(0)
    expect(server.log().match(/traces do not arrive/g)).toHaveLength(1)
  })
})
