import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
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

describe('the metrics, after visitors have been there', () => {
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
    await forgetForms(server)
    await server.workOff()
    text = await metricsOf(server)
  })

  it('count each call of the API by its pattern and status', () => {
    const labels = { route: '/api/v1/fieldExecutive/register-executive-on-website', status: '201' }
    expect(valueOf(text, 'http_request_duration_seconds_count', labels)).toBe(1)
    expect(valueOf(text, 'http_request_duration_seconds_count', { route: '/*', status: '200' })).toBe(1)
    expect(valueOf(text, 'http_requests_shed_total')).toBe(0)
  })

  it('count each provider call: its operation, outcome and time, and the state of its breaker', () => {
    const calls = (labels: Record<string, string>) =>
      valueOf(text, 'provider_call_duration_seconds_count', { outcome: 'ok', ...labels })
    expect(calls({ provider: 'aadhaar', operation: 'start' })).toBe(1)
    expect(calls({ provider: 'aadhaar', operation: 'submit' })).toBe(1)
    expect(calls({ provider: 'sms', operation: 'mobile_code' })).toBe(1)
    expect(calls({ provider: 'gateway', operation: 'ask' })).toBeGreaterThanOrEqual(1)
    expect(calls({ provider: 'mail', operation: 'send' })).toBeGreaterThanOrEqual(4)
    expect(calls({ provider: 'files', operation: 'put' })).toBeGreaterThanOrEqual(2)
    expect(calls({ provider: 'scanner', outcome: 'off' })).toBeGreaterThanOrEqual(1)
    expect(valueOf(text, 'provider_breaker_state', { provider: 'sms', state: 'closed' })).toBe(1)
    expect(valueOf(text, 'provider_breaker_state', { provider: 'sms', state: 'open' })).toBe(0)
  })

  it('count attempts at jobs by outcome, and the time until a job was done', () => {
    const kind = 'enquiries.tell-agency'
    const done = valueOf(text, 'job_try_duration_seconds_count', { kind, outcome: 'done' })
    expect(done).toBe(valueOf(text, 'job_done_after_seconds_count', { kind }))
    expect(done).toBeGreaterThanOrEqual(3)
  })

  it('count refusals by the name of the limit', () => {
    expect(valueOf(text, 'limit_refusals_total', { limit: 'sms_cooldown' })).toBe(1)
  })

  it('count the codes that were sent and the codes that were entered', () => {
    for (const purpose of ['aadhaar', 'register']) {
      expect(valueOf(text, 'one_time_codes_sent_total', { purpose })).toBe(1)
      expect(valueOf(text, 'one_time_codes_verified_total', { purpose })).toBe(1)
    }
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

  it('hold every metric that the dashboard and the alerts name', async () => {
    const known = metricsIn(text)
    expect((await namedInDashboard()).filter((name) => !known.has(name))).toEqual([])
    expect((await namedInAlerts()).filter((name) => !known.has(name))).toEqual([])
  })
})

describe.each(engines)('the metrics on %s', (engine) => {
  it('count what waits, and connections where there are some', async () => {
    const clock = movingClock()
    await using server = await startServer({ engine, clock })
    await addWaitingWork(server, clock.now())
    await publishVacancy(server.deps)
    clock.advance(90_000)
    const text = await metricsOf(server)
    const kind = 'enquiries.tell-agency'
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

/** Drawing forms up takes a second, and is not what is counted here. */
async function forgetForms({ deps: { db } }: TestServer): Promise<void> {
  await db.deleteFrom('jobs').where('kind', '=', 'agreements.draw-form').execute()
}

/** What no visitor does by hand: a job that was given up, one that waits, an agreement without its encrypt, a backup. */
async function addWaitingWork({ deps }: TestServer, now: number): Promise<void> {
  const { db } = deps
  const jobs = ['one', 'other'].map((enquiryId) => ({ payload: { enquiryId }, now }))
  await enqueue(db, notifyAgency, jobs)
  await db
    .updateTable('jobs')
    .set({ status: 'dead' })
    .where('payload', '=', JSON.stringify({ enquiryId: 'other' }))
    .execute()
  const { id } = await addExecutive(deps)
  const own = { id: newId(), executive_id: id, number: 0, kind: 'agreement', reference: 'AG-TEST' } as const
  const accepted = { ...own, address: newId(), created_at: now, accepted_at: now }
  await db.insertInto('agreements').values(accepted).execute()
  await appendAudit(db, { action: 'backup', actor: 'system' }, now)
}

/** The names of the series that a text of metrics holds. */
function metricsIn(text: string): Set<string> {
  const names = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
  // Prometheus's own, of whether it was answered.
  return new Set([...names, 'up'])
}

async function namedInDashboard(): Promise<string[]> {
  const dashboard = JSON.parse(await readFile(join(deploy, 'grafana-dashboard.json'), 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[]
  }
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(expressions.length).toBeGreaterThan(20)
  return expressions.flatMap(namesIn)
}

interface Rule {
  record?: string
  alert?: string
  expr: string
  labels?: { severity: string }
  annotations?: { summary: string; description: string }
}

async function namedInAlerts(): Promise<string[]> {
  const { groups } = parse(await readFile(join(deploy, 'alerts.yml'), 'utf8')) as {
    groups: { rules: Rule[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  for (const { alert, labels, annotations } of rules.filter((rule) => rule.alert)) {
    expect([alert, labels?.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)])
    expect([alert, annotations]).toEqual([
      alert,
      { summary: expect.any(String), description: expect.any(String) },
    ])
  }
  const recorded = rules.flatMap(({ record }) => record ?? [])
  return rules.flatMap(({ expr }) => namesIn(expr)).filter((name) => !recorded.includes(name))
}

/** The metrics that an expression of PromQL names: what is left without labels, spans, functions and words of its own. */
function namesIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring|group_left)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\boffset\s+\w+/g, ' ')
  const words = bare.match(/[a-zA-Z_:][\w:]*(?!\w)(?!\s*\()/g) ?? []
  const keywords = ['and', 'or', 'unless', 'sum', 'max', 'min', 'bool', 'e6', 'e8']
  return words.filter((word) => !keywords.includes(word))
}
