import { parseArgs } from 'node:util'
import { environment, loadConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { certificateChecks } from './checks/certificates.ts'
import type { Finding } from './checks/check.ts'
import { clockCheck } from './checks/clock.ts'
import { backupCheck, diskCheck, keptChecks } from './checks/kept.ts'
import { providerChecks } from './checks/providers.ts'
import type { Command } from './command.ts'
import { OpsError, UsageError } from './command.ts'
import { withDatabaseOf } from './database.ts'

/** One of those that CERT-In's directions of 28 April 2022 name. */
const TIME_SERVER = 'time.nplindia.org'

const help = `Looks at everything that the product stands on; nothing is sent, asked for or paid.

Usage: npm run -s ops -- doctor [--ntp HOST[:PORT]]

  --ntp HOST   the time server that the clock is compared with; ${TIME_SERVER} unless given

Standard output has a line for each: ok, warn or fail, what was looked at, and words, separated by tabs.
The exit code is 1 when any failed.
`

export const doctorCommand: Command = {
  summary: 'looks at everything that the product stands on',
  help,
  async run(words) {
    const timeServer = understand(words)
    const answer = loadConfig(environment())
    const findings = answer.ok
      ? await examine(answer.config, { timeServer, now: Date.now() })
      : answer.faults.map((fault): Finding => ({ verdict: 'fail', what: 'settings', words: fault }))
    for (const { verdict, what, words: said } of findings)
      process.stdout.write(`${verdict}\t${what}\t${said}\n`)
    const failed = findings.filter(({ verdict }) => verdict === 'fail').length
    if (failed > 0) throw new OpsError(`${failed} of ${findings.length} looks failed`)
  },
}

/** Everything that was looked at, in the order of the help. */
export async function examine(
  config: Config,
  { timeServer, now }: { timeServer: string; now: number },
): Promise<Finding[]> {
  const settings: Finding = { verdict: 'ok', what: 'settings', words: 'can be used' }
  const placeholders: Finding = {
    verdict: 'warn',
    what: 'settings',
    words: `still at a default that is no address of yours: ${config.placeholders.join(', ')}`,
  }
  const [kept, ...others] = await Promise.all([
    withDatabaseOf(config, (open) => Promise.all(keptChecks(open, now))).catch(noDatabase),
    diskCheck(config),
    backupCheck(config, now),
    ...providerChecks(config),
    ...certificateChecks(config, now),
    clockCheck(timeServer),
  ])
  return [config.placeholders.length > 0 ? placeholders : settings, ...kept, ...others]
}

function noDatabase(error: unknown): Finding[] {
  if (!(error instanceof OpsError)) throw error
  return [{ verdict: 'fail', what: 'database', words: error.message }]
}

function understand(words: string[]): string {
  try {
    const options = { ntp: { type: 'string', default: TIME_SERVER } } as const
    return parseArgs({ args: words, options }).values.ntp
  } catch (error) {
    const [sentence] = String((error as Error).message).split('. ')
    throw new UsageError(`${sentence}; npm run -s ops -- doctor --help says what there is`)
  }
}
