import { api, pages } from '#contract/paths.ts'
import { goodEnquiry } from '#tests/support/enquiry.ts'
import type { Nginx } from './nginx-server.ts'
import { type Browser, openBrowser, type Request, type Visit } from './visit.ts'

/** What came of a load. */
export interface Load {
  sent: number
  /** Enquiries that were answered as stored. */
  stored: number
  /** Requests that a process turned away because its machine was busy, in words. */
  shed: number
  /** Requests that nginx answered 503 with the time to come again, since no process was there. */
  away: number
  /** Milliseconds from the first to the last of those with no good answer between, at most. */
  awayMs: number
  /** What each request that was not answered as it should be got instead. */
  failures: string[]
}

interface Running extends Load {
  /** When it was first answered that no process is there, since the last good answer. */
  awaySince: number | undefined
}

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

/** Requests a second, whatever has become of the ones before: as many as nginx takes from one address for long. */
const A_SECOND = 100
const LOOK_MS = 5
/** Requests under way at most, so that a machine is asked no more than it answers, however slow or busy it is. */
const AT_ONCE = 16
/** Requests on one connection: fewer than after which nginx closes it. */
const A_CONNECTION = 400

/** Sends requests at a steady rate until it is stopped, and then waits for every answer. */
export async function startLoad(nginx: Nginx): Promise<{ stop(): Promise<Load> }> {
  const load: Running = {
    sent: 0,
    stored: 0,
    shed: 0,
    away: 0,
    awayMs: 0,
    failures: [],
    awaySince: undefined,
  }
  const pending = new Set<Promise<void>>()
  let browser = openBrowser(nginx)
  await browser
  const begun = performance.now()
  let due = 0
  const sendOne = () => {
    if (pending.size >= AT_ONCE) return
    if (load.sent % A_CONNECTION === A_CONNECTION - 1) {
      const old = browser
      browser = openBrowser(nginx)
      void old.then(({ close }) => close())
    }
    const one = ask(browser, load).finally(() => pending.delete(one))
    pending.add(one)
  }
  const timer = setInterval(() => {
    for (; due < ((performance.now() - begun) / 1000) * A_SECOND; due += 1) sendOne()
  }, LOOK_MS)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
      ;(await browser).close()
      return load
    },
  }
}

async function ask(browser: Promise<Browser>, load: Running): Promise<void> {
  const [path, request, wanted] = mix[load.sent % mix.length] ?? [pages.home, {}, 200]
  load.sent += 1
  try {
    const answer = await (await browser).visit(path, request)
    if (answer.status === wanted) {
      load.stored += wanted === 201 ? 1 : 0
      load.awaySince = undefined
    } else if (isShed(answer)) load.shed += 1
    else if (isAway(answer)) noteAway(load)
    else load.failures.push(`${path}: ${answer.status}`)
  } catch (error) {
    load.failures.push(`${path}: ${String(error)}`)
  }
}

/** nginx's own answer of that status has no such header. */
function isShed({ status, headers }: Visit): boolean {
  return status === 503 && headers['x-robots-tag'] !== undefined
}

function isAway({ status, headers }: Visit): boolean {
  return status === 503 && headers['retry-after'] === '10' && headers['x-robots-tag'] === undefined
}

function noteAway(load: Running): void {
  const now = performance.now()
  load.awaySince ??= now
  load.away += 1
  load.awayMs = Math.max(load.awayMs, now - load.awaySince)
}
