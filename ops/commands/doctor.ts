import { enquiryFields } from '#contract/fields/enquiry.ts'
import { type Config, loadEnvironment } from '#server/config/config.ts'
import { type Command, OpsError, optionsOf, tabbed, UsageError } from '#ops/command.ts'
import {
  certificateChecks,
  clockCheck,
  liveChecks,
  providerChecks,
  type Receivers,
} from '#ops/checks/outside.ts'
import type { CheckResult } from '#ops/checks/check.ts'
import { backupCheck, diskCheck, storageChecks } from '#ops/checks/storage.ts'
import { withDatabaseOf } from '#ops/database.ts'

/** A time server that CERT-In's directions of 28 April 2022 name. */
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
  async run(args) {
    const { ntp: timeServer, live, ...receivers } = understand(args)
    const answer = loadEnvironment()
    const now = Date.now()
    const check = (config: Config) =>
      live ? checkLive(config, { ...receivers, now }) : checkAll(config, { timeServer, now })
    const results = answer.ok
      ? await check(answer.config)
      : answer.faults.map((detail): CheckResult => ({ status: 'fail', what: 'settings', detail }))
    for (const { status, what, detail } of results) process.stdout.write(tabbed([status, what, detail]))
    const failed = results.filter(({ status }) => status === 'fail').length
    if (failed > 0) throw new OpsError(`${failed} of ${results.length} checks failed`)
  },
}

export async function checkLive(
  config: Config,
  options: Receivers & { now: number },
): Promise<CheckResult[]> {
  return [settingsOf(config), ...(await liveChecks(config, options))]
}

export async function checkAll(
  config: Config,
  { timeServer, now }: { timeServer: string; now: number },
): Promise<CheckResult[]> {
  const [stored, ...others] = await Promise.all([
    withDatabaseOf(config, (deps) => Promise.all(storageChecks(deps, now))).catch(databaseFailure),
    diskCheck(config),
    backupCheck(config, now),
    ...providerChecks(config),
    ...certificateChecks(config, now),
    clockCheck(timeServer),
  ])
  return [settingsOf(config), ...stored, ...others]
}

function settingsOf({ placeholders, registers }: Config): CheckResult {
  const what = 'settings'
  if (!registers) {
    const detail =
      'nobody can register as an executive: set AGENCY_FEE to the fee, or to none if registration is free'
    return { status: 'fail', what, detail }
  }
  if (placeholders.length === 0) return { status: 'ok', what, detail: 'valid' }
  const names = placeholders.join(', ')
  return { status: 'warn', what, detail: `still at a default that is not your address: ${names}` }
}

function databaseFailure(error: unknown): CheckResult[] {
  if (!(error instanceof OpsError)) throw error
  return [{ status: 'fail', what: 'database', detail: error.message }]
}

function understand(args: string[]) {
  const values = optionsOf('doctor', args, {
    ntp: { type: 'string', default: TIME_SERVER },
    live: { type: 'boolean', default: false },
    'send-to': { type: 'string' },
    'mail-to': { type: 'string' },
  })
  const { ntp, live, 'send-to': phone, 'mail-to': address } = values
  if (!live && (phone ?? address) !== undefined) throw new UsageError('--send-to and --mail-to need --live')
  if (phone !== undefined && !/^[6-9]\d{9}$/.test(phone))
    throw new UsageError('--send-to needs the ten digits of an Indian mobile number')
  if (address !== undefined && !enquiryFields.email.schema.safeParse(address).success)
    throw new UsageError('--mail-to needs an e-mail address')
  return { ntp, live, phone, address }
}
