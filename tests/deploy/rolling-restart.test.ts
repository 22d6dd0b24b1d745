import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api, pages, probes } from '#contract/paths.ts'
import { freePort } from '#scripts/free-port.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { type ServerProcess, startProcess } from '#tests/support/child.ts'
import { hasNginx, type Nginx, siteName, startNginx } from '#tests/support/deploy/nginx-server.ts'
import { type Browser, openBrowser, type Request } from '#tests/support/deploy/visit.ts'
import { goodEnquiry } from '#tests/support/enquiry.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Engine, engines, makePlace } from '#tests/support/place.ts'
import { print } from '#tests/support/print.ts'
import { rounds } from '#tests/support/rounds.ts'

const WATCH_MS = 200

const enquiry: Request = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(goodEnquiry),
}
const mix: [path: string, request: Request, wanted: number][] = [
  [pages.home, {}, 200],
  [api.sendEnquiry, enquiry, 201],
  [api.maxAmount, {}, 200],
  [pages.contact, {}, 200],
  [api.sendEnquiry, enquiry, 201],
]

/** Milliseconds between two requests: half as many as nginx allows one address in the long run. */
const PAUSE_MS = 20
/** Requests at the same time at most, so that a slow or busy machine gets no more than it answers. */
const AT_ONCE = 16
/** Requests on one connection: fewer than after which nginx closes it. */
const A_CONNECTION = 400

/** Sends requests at a steady rate, whatever happens to earlier ones, until it is stopped and has every answer. */
function startLoad(nginx: Nginx) {
  const load = {
    sent: 0,
    /** Enquiries that were answered as stored. */
    stored: 0,
    /** Requests that nginx answered with 503 and a time to retry, since no process was there. */
    away: 0,
    /** What each request with a wrong answer got instead. */
    failures: [] as string[],
  }
  const pending = new Set<Promise<void>>()
  let browser = openBrowser(nginx)

  async function ask(at: Promise<Browser>): Promise<void> {
    const [path, request, wanted] = mix[load.sent % mix.length] ?? [pages.home, {}, 200]
    load.sent += 1
    try {
      const { status, headers } = await (await at).visit(path, request)
      // nginx's own answer of that status lacks this header.
      const isOurs = headers['x-robots-tag'] !== undefined
      if (status === wanted) load.stored += wanted === 201 ? 1 : 0
      else if (status === 503 && !isOurs && headers['retry-after'] === '10') load.away += 1
      else load.failures.push(`${path}: ${status}`)
    } catch (error) {
      load.failures.push(`${path}: ${String(error)}`)
    }
  }

  const timer = setInterval(() => {
    if (pending.size >= AT_ONCE) return
    if (load.sent % A_CONNECTION === A_CONNECTION - 1) {
      void browser.then(({ close }) => close())
      browser = openBrowser(nginx)
    }
    const one = ask(browser).finally(() => pending.delete(one))
    pending.add(one)
  }, PAUSE_MS)
  return {
    load,
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
      ;(await browser).close()
      return load
    },
  }
}

/** Starts so many processes of one site behind nginx, which are restarted one at a time. */
async function startSite(engine: Engine, count: number) {
  await using begun = new AsyncDisposableStack()
  const place = begun.use(await makePlace(engine, { hasTables: true }))
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()))
  const started: ServerProcess[] = []
  const start = (port: number) => {
    const proxied = { PORT: String(port), PUBLIC_URL: `https://${siteName}`, TRUST_PROXY: '127.0.0.1' }
    const own = { DATA_DIR: join(place.dataDir, String(port)), DATA_KEY: 'ab'.repeat(32) }
    const one = startProcess({ ...place.settings, ...proxied, ...(count > 1 ? own : {}) })
    started.push(one)
    return one
  }
  begun.defer(async () => void (await Promise.all(started.map((one) => one.kill('SIGKILL')))))
  const running = new Map(ports.map((port) => [port, start(port)]))
  await Promise.all(started.map(({ url }) => url))
  const nginx = await startNginx(ports)
  begun.defer(nginx.stop)
  // As agency-watch.service does.
  const watched = `http://127.0.0.1:${nginx.ports.watch}${probes.ready}`
  const watch = setInterval(() => {
    for (let asked = 0; asked < 4; asked += 1)
      fetch(watched).then(
        (answer) => answer.text(),
        () => undefined,
      )
  }, WATCH_MS)
  begun.defer(() => clearInterval(watch))
  const all = begun.move()
  return {
    nginx,
    /** Resolves once nginx sends requests to each running process. */
    areAsked: () =>
      eventually(() => {
        for (const one of running.values()) expect(one.stderr()).toContain('"msg":"answered"')
      }),
    async restart(at: number) {
      const port = ports[at % ports.length] ?? 0
      expect(await running.get(port)?.kill('SIGTERM')).toBe(0)
      const fresh = start(port)
      running.set(port, fresh)
      await fresh.url
    },
    async countEnquiries() {
      const { db, close } = openDatabase(place)
      const rows = await db.selectFrom('records').select('id').execute()
      await close()
      return rows.length
    },
    /** Returns the errors that the processes logged. */
    faults: () =>
      started.flatMap((one) => one.stderr().match(/^.*"level":"(error|fatal)".*$/gm) ?? []).join('\n'),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

describe.runIf(hasNginx)('behind nginx', () => {
  it.runIf(engines.includes('postgres'))(
    'two processes are restarted, one while the other serves everything, and no request fails',
    async () => {
      await using site = await startSite('postgres', 2)
      const { stop } = startLoad(site.nginx)
      await site.areAsked()
      for (let count = 0; count < rounds; count += 1) {
        await site.restart(count)
        await site.areAsked()
      }
      const { sent, stored, away, failures } = await stop()
      print(`${rounds} restarts of two processes: ${sent} requests, ${stored} stored`)
      expect([failures, away], site.faults()).toEqual([[], 0])
      expect(stored).toBeGreaterThan(0)
      // Nothing was sent to a second process after a first one had handled it.
      expect(await site.countEnquiries()).toBe(stored)
    },
    1_200_000,
  )

  it('one process is restarted: meanwhile 503 with a time to retry, and nothing that was stored is lost', async () => {
    await using site = await startSite('sqlite', 1)
    const { load, stop } = startLoad(site.nginx)
    for (let count = 0; count < rounds; count += 1) {
      await site.areAsked()
      const before = load.stored
      await eventually(() => expect(load.stored).toBeGreaterThan(before))
      await site.restart(count)
    }
    await site.areAsked()
    const { sent, stored, away, failures } = await stop()
    print(`${rounds} restarts of one process: ${sent} requests, ${away} answered 503`)
    expect(failures, site.faults()).toEqual([])
    expect(away).toBeGreaterThan(0)
    expect(await site.countEnquiries()).toBe(stored)
  }, 600_000)
})
