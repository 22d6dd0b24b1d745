import { email } from '#contract/fields.ts'
import { type Config, environment, loadConfig } from '#server/config/config.ts'
import { certificateChecks, clockCheck } from '#ops/checks/certificates-and-clock.ts'
import type { Finding } from '#ops/checks/check.ts'
import { liveChecks } from '#ops/checks/live.ts'
import type { Receivers } from '#ops/checks/live-messages.ts'
import { backupCheck, diskCheck, keptChecks } from '#ops/checks/storage.ts'
import { providerChecks } from '#ops/checks/providers.ts'
import { type Command, OpsError, UsageError } from '#ops/command.ts'
import { withDatabaseOf } from '#ops/database.ts'
import { tabbed, understood } from '#ops/args.ts'

/** One of those that CERT-In's directions of 28 April 2022 name. */
const TIME_SERVER = 'time.nplindia.org'

const help = `Checks everything the product depends on; it sends, requests and pays nothing.

Usage: npm run -s ops -- doctor [--ntp HOST[:PORT]]
       npm run -s ops -- doctor --live [--send-to PHONE] [--mail-to ADDRESS]

  --ntp HOST         the time server to compare the clock with; ${TIME_SERVER} by default
  --live             instead: asks each vendor in the settings one free question with your own credentials; needs no
                     database
  --send-to PHONE    with --live: sends one real SMS to this number of ten digits
  --mail-to ADDRESS  with --live: sends one real e-mail there

Standard output has one line per check: ok, warn or fail, the subject, and an explanation, separated by tabs. With --live
the explanation is what was asked, what came back and what to do.
The exit code is 1 if any check failed.
`

export const doctorCommand: Command = {
  summary: 'checks everything the product depends on, and with --live asks the vendors',
  help,
  async run(words) {
    const { ntp: timeServer, live, ...receivers } = understand(words)
    const answer = loadConfig(environment())
    const now = Date.now()
    const work = (config: Config) =>
      live ? examineLive(config, { ...receivers, now }) : examine(config, { timeServer, now })
    const findings = answer.ok
      ? await work(answer.config)
      : answer.faults.map((fault): Finding => ({ verdict: 'fail', what: 'settings', words: fault }))
    for (const { verdict, what, words: said } of findings) process.stdout.write(tabbed([verdict, what, said]))
    const failed = findings.filter(({ verdict }) => verdict === 'fail').length
    if (failed > 0) throw new OpsError(`${failed} of ${findings.length} checks failed`)
  },
}

/** The settings and what the vendors answer. */
export async function examineLive(config: Config, wishes: Receivers & { now: number }): Promise<Finding[]> {
  return [settingsOf(config), ...(await liveChecks(config, wishes))]
}

/** Everything that was looked at, in the order of the help. */
export async function examine(
  config: Config,
  { timeServer, now }: { timeServer: string; now: number },
): Promise<Finding[]> {
  const [kept, ...others] = await Promise.all([
    withDatabaseOf(config, (open) => Promise.all(keptChecks(open, now))).catch(noDatabase),
    diskCheck(config),
    backupCheck(config, now),
    ...providerChecks(config),
    ...certificateChecks(config, now),
    clockCheck(timeServer),
  ])
  return [settingsOf(config), ...kept, ...others]
}

function settingsOf({ placeholders }: Config): Finding {
  const what = 'settings'
  if (placeholders.length === 0) return { verdict: 'ok', what, words: 'valid' }
  const names = placeholders.join(', ')
  return { verdict: 'warn', what, words: `still at a default that is not your address: ${names}` }
}

function noDatabase(error: unknown): Finding[] {
  if (!(error instanceof OpsError)) throw error
  return [{ verdict: 'fail', what: 'database', words: error.message }]
}

function understand(words: string[]) {
  const { values, positionals } = understood('doctor', words, {
    ntp: { type: 'string', default: TIME_SERVER },
    live: { type: 'boolean', default: false },
    'send-to': { type: 'string' },
    'mail-to': { type: 'string' },
  })
  const { ntp, live, 'send-to': phone, 'mail-to': address } = values
  if (positionals.length > 0) throw new UsageError(`doctor takes no argument ${positionals.join(' ')}`)
  if (!live && (phone ?? address) !== undefined) throw new UsageError('--send-to and --mail-to need --live')
  if (phone !== undefined && !/^[6-9]\d{9}$/.test(phone))
    throw new UsageError('--send-to needs the ten digits of an Indian mobile number')
  if (address !== undefined && !email.safeParse(address).success)
    throw new UsageError('--mail-to needs an e-mail address')
  return { ntp, live, phone, address }
}
