import { afterAll, beforeAll } from 'vitest'
import { startServer, type TestServer } from './server.ts'

/** A server that all tests of a `describe` share: it starts before the first of them and ends after the last. */
export function sharedServer(options?: Parameters<typeof startServer>[0]): TestServer {
  let running: TestServer | undefined
  beforeAll(async () => {
    running = await startServer(options)
  })
  afterAll(() => running?.stop())
  return new Proxy({} as TestServer, {
    get(_, name) {
      if (!running) throw new Error('the shared server is there in tests and hooks alone')
      return Reflect.get(running, name)
    },
  })
}
