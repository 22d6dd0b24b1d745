import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { type Db, openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Engine, makePlace } from './place.ts'
import { startServer, type TestServer } from './server.ts'

/** Shared by all tests of a `describe`: starts before the first of them and ends after the last. */
export function shared<Value extends AsyncDisposable>(start: () => Promise<Value>): Value {
  return startedBy(start, { before: beforeAll, after: afterAll })
}

/** New for each test of a `describe`. */
export function ofEachTest<Value extends AsyncDisposable>(start: () => Promise<Value>): Value {
  return startedBy(start, { before: beforeEach, after: afterEach })
}

function startedBy<Value extends AsyncDisposable>(
  start: () => Promise<Value>,
  { before, after }: { before: typeof beforeAll; after: typeof afterAll },
): Value {
  let running: Value | undefined
  before(async () => {
    running = await start()
  })
  after(() => running?.[Symbol.asyncDispose]())
  const value = () => {
    if (!running) throw new Error('what tests share is there in tests and hooks alone')
    return running
  }
  return new Proxy({} as Value, {
    get: (_, name) => Reflect.get(value(), name),
    set: (_, name, to) => Reflect.set(value(), name, to),
  })
}

export function sharedServer(options?: Parameters<typeof startServer>[0]): TestServer {
  return shared(() => startServer(options))
}

/** Starts a database with the newest tables; `open` opens it as another process does. */
export async function startDatabase(engine: Engine) {
  const place = await makePlace(engine, { hasTables: true })
  const opened = [openDatabase(place)]
  const [{ db }] = opened as [ReturnType<typeof openDatabase>]
  await migrate(db)
  return {
    db,
    place,
    open() {
      const another = openDatabase(place)
      opened.push(another)
      return another.db
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map(({ close }) => close()))
      await place.remove()
    },
  }
}

/** The same for all tests of a `describe`. */
export function sharedDatabase(engine: Engine) {
  return shared(() => startDatabase(engine))
}

/** Runs `work` between a call's reads and its next transaction, or a later one with `more`. */
export function beforeTransaction(db: Db, work: () => Promise<unknown>, more = 0): void {
  const begin = db.transaction.bind(db)
  const spy = vi.spyOn(db, 'transaction')
  for (let passed = 0; passed < more; passed += 1) spy.mockImplementationOnce(begin)
  spy.mockImplementationOnce(() => {
    spy.mockRestore()
    const execute = async (write: Parameters<ReturnType<typeof begin>['execute']>[0]) => {
      await work()
      return begin().execute(write)
    }
    return { execute } as ReturnType<typeof begin>
  })
}
