import { openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createBooks } from '#server/features/sandbox/service.ts'
import { createLimits } from '#server/platform/rate-limit/rate-limit.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createSealer } from '#server/platform/crypto/field-cipher.ts'
import { startStandIn } from '#server/providers/simulator-server.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import * as simulator from '#server/providers/aadhaar/simulator.ts'
import { createSurepass } from '#server/providers/aadhaar/surepass.ts'
import type { Place } from './place.ts'
import type { MovingClock } from './server.ts'

export interface AadhaarProcess {
  port: AadhaarPort
  /** The stand-in's folder, for calls of no adapter's. */
  url: string
  token: string
  /** Every SMS so far. */
  sms: { to: string; text: string }[]
  /** The code of the newest SMS to a number. */
  codeOf(number: string): string
  log(): string
  close(): Promise<void>
}

interface Options {
  place: Place
  clock: MovingClock
  /** Calls a minute that the account may make. */
  calls?: number
}

/** One process's adapter and stand-in over the books of that place, the adapter without patience. */
export async function startAadhaar({ place, clock, calls = 1000 }: Options): Promise<AadhaarProcess> {
  const database = openDatabase({ databaseUrl: place.databaseUrl, dataDir: place.dataDir })
  await migrate(database.db)
  const deps = { db: database.db, sealer: createSealer(Buffer.alloc(32, 7)), clock }
  const token = 'stand.in.token'
  const sms: AadhaarProcess['sms'] = []
  const lines: string[] = []
  const standIn = await startStandIn([
    (app) =>
      simulator.aadhaarStandIn(app, {
        token,
        clock,
        host: 'www.agency.example:8443',
        sessions: createBooks(deps, 'aadhaar', simulator.standInSession),
        waits: createBooks(deps, 'aadhaar_wait', simulator.standInWait),
        waitMs: 30_000,
        limit: createLimits(1)({ name: 'test', points: calls, seconds: 60 }),
        keepSms: async (message) => void sms.push(message),
      }),
  ])
  const url = standIn.url + simulator.AADHAAR_STAND_IN
  const log = createLog('info', { write: (line) => lines.push(line) })
  return {
    port: createSurepass({ url, token, log, limitMs: 5000 }),
    url,
    token,
    sms,
    codeOf: (number) => /\b\d{6}\b/.exec(sms.findLast(({ to }) => to === number)?.text ?? '')?.[0] ?? '',
    log: () => lines.join(''),
    async close() {
      await standIn.close()
      await database.close()
    },
  }
}
