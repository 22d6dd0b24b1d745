import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from './browser.ts'
import { type Connection, connectTo } from './devtools.ts'

/** One page of a tab; a tab has several while others are prerendered or kept in the back/forward cache. */
export interface Page {
  send(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>
  /** The value of an expression in the page. */
  evaluate<T>(expression: string): Promise<T>
}

export interface Tab {
  /** The page the tab shows once that is the one at `url` and it has loaded; rejects after fifteen seconds. */
  shown(url: string): Promise<Page>
  close(): Promise<void>
}

function isShown(url: string): string {
  return `location.href === ${JSON.stringify(url)} && !document.prerendering && document.readyState === 'complete'`
}

function pageOf(connection: Connection, sessionId: string): Page {
  const send: Page['send'] = (method, params) => connection.send(method, params, sessionId)
  return {
    send,
    async evaluate<T>(expression: string) {
      const wanted = { expression, returnByValue: true, awaitPromise: true }
      const answer = await send('Runtime.evaluate', wanted)
      return (answer['result'] as { value: T }).value
    },
  }
}

/** Opens a tab at `url` and attaches to whatever pages come to be in it. */
export async function openTab(browser: Browser, url: string): Promise<Tab> {
  const connection = await connectTo(browser)
  const pages = new Map<string, Page>()
  connection.on('Target.attachedToTarget', ({ sessionId }) => {
    pages.set(String(sessionId), pageOf(connection, String(sessionId)))
  })
  connection.on('Target.detachedFromTarget', ({ sessionId }) => void pages.delete(String(sessionId)))
  const { targetId } = await connection.send('Target.createTarget', { url, forTab: true })
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true })
  pages.delete(String(sessionId))
  const follow = {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: true,
    filter: [{ type: 'page' }],
  }
  await connection.send('Target.setAutoAttach', follow, String(sessionId))
  return {
    shown: (wanted) => find(pages, wanted),
    async close() {
      await connection.send('Target.closeTarget', { targetId })
      connection.close()
    },
  }
}

async function find(pages: ReadonlyMap<string, Page>, url: string): Promise<Page> {
  for (let tries = 0; tries < 150; tries += 1) {
    // A page just opened, or just left, has nothing that could answer.
    const asked = [...pages.values()].map(async (page) => {
      return (await page.evaluate<boolean>(isShown(url)).catch(() => false)) ? page : undefined
    })
    const page = (await Promise.all(asked)).find((found) => found !== undefined)
    if (page) return page
    await sleep(100)
  }
  throw new Error(`${url} is not shown`)
}
