import type { Source } from '#server/config/config.ts'
import { shared } from '#tests/support/shared.ts'
import { startServer } from '#tests/support/server.ts'
import { siteName, startNginx } from './nginx-server.ts'
import { openBrowser } from './visit.ts'

/** nginx in front of those ports of 127.0.0.1, and a browser at it. */
async function startAt(ports: number[]) {
  await using begun = new AsyncDisposableStack()
  const nginx = begun.adopt(await startNginx(ports), ({ stop }) => stop())
  const browser = begun.adopt(await openBrowser(nginx), ({ close }) => close())
  const both = begun.move()
  return { nginx, browser, [Symbol.asyncDispose]: () => both.disposeAsync() }
}

/** nginx with nothing behind it: at the port of TCP's own multiplexer nobody listens. */
export function sharedNginx() {
  return shared(() => startAt([1]))
}

/** A server behind nginx, and a browser there, for all tests of a `describe`. */
export function sharedSite(settings: Source = {}) {
  return shared(async () => {
    const proxied = { PUBLIC_URL: `https://${siteName}`, TRUST_PROXY: '127.0.0.1', ...settings }
    const server = await startServer({ settings: proxied })
    const front = await startAt([Number(new URL(server.url).port)])
    return {
      ...front,
      server,
      async [Symbol.asyncDispose]() {
        await front[Symbol.asyncDispose]()
        await server.stop()
      },
    }
  })
}
