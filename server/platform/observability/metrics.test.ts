import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { api } from '#contract/paths.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { notifyAgency } from '#server/features/enquiries/jobs.ts'
import { sendTo } from '#tests/support/codes.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { postApplication } from '#tests/support/application.ts'
import { publishVacancy } from '#tests/support/published-vacancy.ts'
import { engines } from '#tests/support/place.ts'
import { type Applicant, mandated, register, verifiedVisitor } from '#tests/support/registration.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { metricsOf, valueOf } from '#tests/support/telemetry.ts'
import { codeFor, newVisitor } from '#tests/support/visitor.ts'

const deploy = join(import.meta.dirname, '../../../deploy')
const requests = 'http_request_duration_seconds_count'
const calls = 'provider_call_duration_seconds_count'

describe('the metrics, after some visits', () => {
  const clock = movingClock()
  const server = sharedServer({ clock, settings: { RATE_LIMIT_SCALE: '1' } })
  let applicant: Applicant
  let text: string

  beforeAll(async () => {
    applicant = await mandated(await verifiedVisitor(server.url, { now: clock.now() }))
    await register(applicant)
    await postApplication(server.url)
    await fetch(`${server.url}/about?secret=1`)
    for (let count = 0; count < 3; count += 1) await postEnquiry(server.url)
    // Sent a moment ago.
    await sendTo(newVisitor(server.url), applicant.fields['phone'] ?? '')
    await server.workOff({ documents: false })
    text = await metricsOf(server)
  })

  it.each<[name: string, labels: Record<string, string>, count: number]>([
    [requests, { route: api.registerExecutive, status: '201' }, 1],
    [requests, { route: '/*', status: '200' }, 1],
    ['http_requests_shed_total', {}, 0],
    [calls, { provider: 'aadhaar', operation: 'start', outcome: 'ok' }, 1],
    [calls, { provider: 'aadhaar', operation: 'submit', outcome: 'ok' }, 1],
    [calls, { provider: 'sms', operation: 'mobile_code', outcome: 'ok' }, 1],
    ['limit_refusals_total', { limit: 'sms_cooldown' }, 1],
    ['one_time_codes_sent_total', { purpose: 'aadhaar' }, 1],
    ['one_time_codes_verified_total', { purpose: 'register' }, 1],
  ])('have %s of %o: %i', (name, labels, count) => expect(valueOf(text, name, labels)).toBe(count))

  it.each([
    [{ provider: 'gateway', operation: 'ask' }, 1],
    [{ provider: 'mail', operation: 'send' }, 4],
    [{ provider: 'files', operation: 'put' }, 2],
    [{ provider: 'scanner', outcome: 'off' }, 1],
  ])('count calls of %o: %i at least', (labels, least) =>
    expect(valueOf(text, calls, { outcome: 'ok', ...labels })).toBeGreaterThanOrEqual(least),
  )

  it('count attempts at jobs by outcome, and the time until a job was done', () => {
    const kind = notifyAgency.name
    const done = valueOf(text, 'job_try_duration_seconds_count', { kind, outcome: 'done' })
    expect(done).toBe(valueOf(text, 'job_done_after_seconds_count', { kind }))
    expect(done).toBeGreaterThanOrEqual(3)
  })

  it('describe the process: its event loop and its disk', () => {
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds ')
    const [free, size] = ['data_disk_free_bytes', 'data_disk_size_bytes'].map((name) => valueOf(text, name))
    expect(free).toBeGreaterThan(0)
    expect(size).toBeGreaterThan(free ?? 0)
  })

  it('contain nothing personal', async () => {
    const { fields, aadhaar, visitor } = applicant
    const secrets = ['secret', aadhaar, fields['phone'], fields['email'], fields['name'], fields['accountNo']]
    const ids = [fields['transactionId'], fields['consumerId'], await codeFor(visitor, fields['phone'] ?? '')]
    for (const secret of [...secrets, ...ids]) {
      expect(secret).toBeTruthy()
      expect(text).not.toContain(secret)
    }
  })

  it('contain every metric in the alerts', async () => {
    const known = metricsIn(text)
    const named = await namedInAlerts()
    expect(named.length).toBeGreaterThanOrEqual(4)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })
})

describe.each(engines)('the metrics on %s', (engine) => {
  it('count waiting jobs, and connections if there are any', async () => {
    const clock = movingClock()
    await using server = await startServer({ engine, clock })
    await addWaitingWork(server, clock.now())
    await publishVacancy(server.deps)
    clock.advance(90_000)
    const text = await metricsOf(server)
    const kind = 'enquiries.notify-agency'
    expect(valueOf(text, 'outbox_jobs', { kind, status: 'ready' })).toBe(1)
    expect(valueOf(text, 'outbox_jobs', { kind, status: 'dead' })).toBe(1)
    expect(valueOf(text, 'outbox_oldest_seconds', { kind })).toBe(90)
    expect(valueOf(text, 'mandates', { status: 'initiated' })).toBe(1)
    expect(valueOf(text, 'agreements_waiting')).toBe(1)
    expect(valueOf(text, 'vacancies', { state: 'published' })).toBe(1)
    expect(valueOf(text, 'backup_last_success_timestamp_seconds')).toBe((clock.now() - 90_000) / 1000)
    expect(text.includes('db_pool_connections{state="used"}')).toBe(engine === 'postgres')
  })
})

/** Inserts what no visitor causes: a failed job, a waiting job, an agreement to sign, a backup. */
async function addWaitingWork({ deps }: TestServer, now: number): Promise<void> {
  const { db } = deps
  await enqueue(db, notifyAgency, [{ payload: { enquiryId: 'one' }, now }])
  await db.updateTable('jobs').set({ status: 'dead' }).execute()
  await enqueue(db, notifyAgency, [{ payload: { enquiryId: 'other' }, now }])
  const { id } = await addExecutive(deps)
  const own = { id: newId(), executive_id: id, number: 0, kind: 'agreement', reference: 'AG-TEST' } as const
  const accepted = { ...own, address: newId(), created_at: now, accepted_at: now }
  await db.insertInto('agreements').values(accepted).execute()
  await appendAudit(db, { action: 'backup', actor: 'system' }, now)
}

/** Returns the names of the metrics in a text. */
function metricsIn(text: string): Set<string> {
  const names = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
  // A metric of Prometheus itself.
  return new Set([...names, 'up'])
}

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}

async function namedInAlerts(): Promise<string[]> {
  const text = await readFile(join(deploy, 'alerts.yml'), 'utf8')
  const { groups } = parse(text) as { groups: { rules: Rule[] }[] }
  const rules = groups.flatMap((group) => group.rules)
  for (const { alert, labels, annotations } of rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)])
    expect(Object.keys(annotations)).toEqual(['summary', 'description'])
  }
  return rules.flatMap(({ expr }) => namesIn(expr))
}

/** Returns the metrics in a PromQL expression: words with an underscore that are neither functions nor labels. */
function namesIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\b(by|without|on|ignoring|group_left)\s*\([^)]*\)/g, ' ')
  return bare.match(/\b(?:up\b|[a-z]\w*[_:][\w:]+)(?![\w:])(?!\s*\()/g) ?? []
}
