import { openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createKeyValueStore } from '#server/features/sandbox/service.ts'
import { createLimits } from '#server/platform/limits/memory-limits.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { startSimulator } from '#server/providers/simulator-server.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import * as aadhaar from '#server/providers/aadhaar/simulator.ts'
import { createSurepass } from '#server/providers/aadhaar/surepass.ts'
import type { Place } from './place.ts'
import type { MovingClock } from './server.ts'

export interface AadhaarProcess {
  port: AadhaarPort
  /** The simulator's folder, for calls of no adapter's. */
  url: string
  token: string
  /** Every SMS so far. */
  sms: { to: string; text: string }[]
  /** The code of the newest SMS to a number. */
  codeOf(number: string): string
  log(): string
  /** Empties the simulator's store. */
  forget(): Promise<unknown>
  close(): Promise<void>
}

interface Options {
  place: Place
  clock: MovingClock
  /** Calls a minute that the account may make. */
  calls?: number
  /** Milliseconds for which the adapter waits. */
  limitMs?: number
}

/** One process's adapter and simulator over the store of that place, the adapter without patience. */
export async function startAadhaar(options: Options): Promise<AadhaarProcess> {
  const { place, clock, calls = 1000, limitMs = 30_000 } = options
  const database = openDatabase({ databaseUrl: place.databaseUrl, dataDir: place.dataDir })
  await migrate(database.db)
  const deps = { db: database.db, cipher: createFieldCipher(Buffer.alloc(32, 7)), clock }
  const token = 'stand.in.token'
  const sms: AadhaarProcess['sms'] = []
  const lines: string[] = []
  const server = await startSimulator([
    (app) =>
      aadhaar.aadhaarSimulator(app, {
        token,
        clock,
        host: 'www.agency.example:8443',
        sessions: createKeyValueStore(deps, 'aadhaar', aadhaar.simulatorSession),
        waits: createKeyValueStore(deps, 'aadhaar_wait', aadhaar.simulatorWait),
        waitMs: 30_000,
        limit: createLimits(1)({ name: 'test', points: calls, seconds: 60 }),
        keepSms: async (message) => void sms.push(message),
      }),
  ])
  const url = server.url + aadhaar.AADHAAR_SIMULATOR
  const log = createLog('info', { write: (line) => lines.push(line) })
  return {
    port: createSurepass({ url, token, log, limitMs }),
    url,
    token,
    sms,
    codeOf: (number) => /\b\d{6}\b/.exec(sms.findLast(({ to }) => to === number)?.text ?? '')?.[0] ?? '',
    log: () => lines.join(''),
    forget: () => database.db.deleteFrom('sandbox_books').execute(),
    async close() {
      await server.close()
      await database.close()
    },
  }
}
