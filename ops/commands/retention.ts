import { operatorActor } from '#server/platform/audit/log.ts'
import { runRetention, countAllExpired } from '#server/features/privacy/retention.ts'
import { watchClock } from '#server/platform/clock-watch.ts'
import { optionsOf } from '#ops/args.ts'
import { type Command, OpsError } from '#ops/command.ts'
import { withDatabase } from '#ops/database.ts'
import { startProgress, writeCounts } from '#ops/output.ts'

const help = `Deletes data that is past its retention period, as a running server does once a day.

Usage: npm run -s ops -- retention [--dry-run]

  --dry-run  counts what is past its period and changes nothing

Standard output has one line per kind of data: its name and the number, separated by a tab. It works in small steps beside
a running server, and can be stopped and started again. The audit log records what was deleted.
After a jump of the clock nothing is deleted until confirm-clock.

The periods are in server/features/privacy/periods.ts. Registrations and agreements have none: an operator erases them.
`

export const retentionCommand: Command = {
  summary: 'deletes data past its retention period, or counts it (--dry-run)',
  help,
  async run(args) {
    const options = { 'dry-run': { type: 'boolean', default: false } } as const
    const { 'dry-run': dryRun } = optionsOf('retention', args, options)
    await withDatabase(async (deps) => {
      if (dryRun) {
        writeCounts(await countAllExpired(deps))
        process.stderr.write('Nothing was changed\n')
        return
      }
      if (await watchClock(deps.db, deps.clock.now()))
        throw new OpsError('The clock jumped, so nothing is deleted: see confirm-clock --help')
      const progress = startProgress()
      const actor = operatorActor(deps.cipher)
      writeCounts(await runRetention(deps, { actor, progress: progress.tell }))
      progress.end('deleted')
    })
  },
}
