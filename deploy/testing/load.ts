import { api, pages } from '#contract/paths.ts'
import { goodEnquiry } from '#server/testing/enquiry.ts'
import type { Nginx } from './nginx-server.ts'
import { openBrowser } from './visit.ts'
import type { Browser, Request, Visit } from './visit.ts'

/** What came of a load. */
export interface Load {
  sent: number
  /** Enquiries that were answered as stored. */
  stored: number
  /** Requests that a process turned away because its machine was busy, in words. */
  shed: number
  /** What each request that was not answered as it should be got instead. */
  failures: string[]
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

/** Milliseconds between two requests, whatever has become of the ones before. */
const SPAN_MS = 12
/** Requests under way at most: a machine that stands still for seconds would else look like a flood to nginx. */
const AT_ONCE = 100
/** Requests on one connection: fewer than after which nginx closes it. */
const A_CONNECTION = 400

/** Sends requests at a steady rate until it is stopped, and then waits for every answer. */
export async function startLoad(nginx: Nginx): Promise<{ stop(): Promise<Load> }> {
  const load: Load = { sent: 0, stored: 0, shed: 0, failures: [] }
  const pending = new Set<Promise<void>>()
  let browser = openBrowser(nginx)
  await browser
  const timer = setInterval(() => {
    if (pending.size >= AT_ONCE) return
    if (load.sent % A_CONNECTION === A_CONNECTION - 1) {
      const old = browser
      browser = openBrowser(nginx)
      void old.then(({ close }) => close())
    }
    const one = ask(browser, load).finally(() => pending.delete(one))
    pending.add(one)
  }, SPAN_MS)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
      ;(await browser).close()
      return load
    },
  }
}

async function ask(browser: Promise<Browser>, load: Load): Promise<void> {
  const [path, request, wanted] = mix[load.sent % mix.length] ?? [pages.home, {}, 200]
  load.sent += 1
  try {
    const answer = await (await browser).visit(path, request)
    if (answer.status === wanted) load.stored += wanted === 201 ? 1 : 0
    else if (isShed(answer)) load.shed += 1
    else load.failures.push(`${path}: ${answer.status}`)
  } catch (error) {
    load.failures.push(`${path}: ${String(error)}`)
  }
}

/** nginx's own refusal of that status has no such header. */
function isShed({ status, headers }: Visit): boolean {
  return status === 503 && headers['x-robots-tag'] !== undefined
}
