import { countAllExpired } from '#server/features/privacy/retention-store.ts'
import { passedKeys } from '#server/platform/backup/key-folder.ts'
import { type ClockJump, confirmClock, watchClock } from '#server/platform/clock-watch.ts'
import { abandonedFiles } from '#server/platform/db/tables.ts'
import { ORPHAN_AGE_MS } from '#server/features/careers/jobs.ts'
import { type Command, OpsError, optionsOf, writeCounts } from '#ops/command.ts'
import { audit, type OpsData, withDatabase } from '#ops/database.ts'

const help = `Lets deletion go on after the clock jumped by more than a day, or the server was off for that long.

Usage: npm run -s ops -- confirm-clock [--dry-run]

  --dry-run  shows what is held back and changes nothing; the exit code is 1 while anything is held back

After a jump nothing is deleted by time: no record past its period, no stored file, no key of a backup, no session. Set the
clock right before you confirm it. What was written while it was wrong bears wrong times, so look at the numbers: standard
output has one line per kind of what is past its time by the clock as it stands now, its name and the number, separated by
a tab. Records with their documents, and keys of backups, are deleted by the daily run after the next, so until then what
should stay can still be saved by a backup.
`

export const confirmClockCommand: Command = {
  summary: 'lets deletion go on after the clock jumped; shows what is held back (--dry-run)',
  help,
  async run(args) {
    const options = { 'dry-run': { type: 'boolean', default: false } } as const
    const { 'dry-run': dryRun } = optionsOf('confirm-clock', args, options)
    await withDatabase((deps) => confirm(deps, dryRun))
  },
}

async function confirm(deps: OpsData, dryRun: boolean): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const jump = await watchClock(db, now)
  if (!jump) {
    process.stderr.write(`Nothing is held back: the clock says ${instant(now)} and has not jumped\n`)
    return
  }
  const counts = await heldBack(deps, now)
  writeCounts(counts)
  process.stderr.write(
    `Held back since ${instant(jump.from)}, when the clock jumped to ${instant(jump.to)}; it says ${instant(now)} now\n`,
  )
  if (dryRun) throw new OpsError('Nothing was changed: confirm-clock without --dry-run lets deletion go on')
  await audit(deps, { action: 'confirm_clock', detail: detailOf(jump), counts })
  await confirmClock(db, now)
  process.stderr.write(
    'Confirmed: deletion goes on, of records and keys of backups at the daily run after the next\n',
  )
}

/** What is past its time by that clock, by its name for operators. */
async function heldBack(deps: OpsData, now: number): Promise<Record<string, number>> {
  const { keysDir } = deps.config.backup
  return {
    ...(await countAllExpired(deps)),
    'files without a record': (await abandonedFiles(deps.db, now - ORPHAN_AGE_MS)).length,
    'keys of backups': (await passedKeys(keysDir, now)).length,
  }
}

function detailOf({ from, to }: ClockJump) {
  return { from: instant(from), to: instant(to) }
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
