import { createLog } from '#server/platform/observability/log.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import { createSurepass } from '#server/providers/aadhaar/surepass.ts'
import { startSandbox } from '#sandbox/start.ts'
import type { SandboxStore } from '#sandbox/store.ts'
import type { MovingClock } from './server.ts'

export interface AadhaarProcess {
  port: AadhaarPort
  /** The simulator's folder, for calls of no adapter's. */
  url: string
  token: string
  /** The texts to a number, newest first. */
  textsTo(number: string): Promise<string[]>
  /** The code of the newest of them. */
  codeOf(number: string): Promise<string>
  log(): string
  close(): Promise<void>
}

interface Options {
  store: SandboxStore
  clock: MovingClock
  /** Milliseconds for which the adapter waits. */
  limitMs?: number
}

/** One process's adapter and sandbox over that store. */
export async function startAadhaar(options: Options): Promise<AadhaarProcess> {
  const { store, clock, limitMs = 30_000 } = options
  const sandbox = await startSandbox({
    ...{ store, clock, secret: 'shared', publicUrl: 'https://www.agency.example:8443', payee: '' },
    smsTexts: {},
  })
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const { url, token } = sandbox.aadhaar
  const textsTo = async (to: string) => (await sandbox.messages.list({ to })).map(({ text }) => text)
  return {
    port: createSurepass({ url, token, log, limitMs }),
    ...{ url, token, textsTo },
    codeOf: async (number) => /\b\d{6}\b/.exec((await textsTo(number))[0] ?? '')?.[0] ?? '',
    log: () => lines.join(''),
    close: sandbox.close,
  }
}
