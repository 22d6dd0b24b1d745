import { operatorActor } from '#server/platform/audit/log.ts'
import { systemClock } from '#server/platform/clock.ts'
import { runRetention, wouldForget } from '#server/features/privacy/retention.ts'
import { type Command, UsageError } from '#ops/command.ts'
import { withDatabase } from '#ops/database.ts'
import { startProgress } from '#ops/output.ts'
import { tabbed, understood } from '#ops/args.ts'

const help = `Deletes data that is past its retention period, as a running server does once a day.

Usage: npm run -s ops -- retention [--dry-run]

  --dry-run  counts what is past its period and changes nothing

Standard output has one line per kind of data: its name and the number, separated by a tab. It works in small steps beside
a running server, and can be stopped and started again. The audit log records what was deleted.

The periods are in server/features/privacy/periods.ts. Registrations and agreements have none: an operator erases them.
`

export const retentionCommand: Command = {
  summary: 'deletes data past its retention period, or counts it (--dry-run)',
  help,
  async run(words) {
    const { values, positionals } = understood('retention', words, {
      'dry-run': { type: 'boolean', default: false },
    })
    if (positionals.length > 0) {
      throw new UsageError(`retention takes options only, not «${positionals.join(' ')}»`)
    }
    await withDatabase(async (kept) => {
      const deps = { ...kept, clock: systemClock }
      if (values['dry-run']) {
        write(await wouldForget(deps))
        process.stderr.write('Nothing was changed\n')
        return
      }
      const progress = startProgress()
      write(await runRetention(deps, { actor: operatorActor(kept.cipher), progress: progress.tell }))
      progress.end('forgotten')
    })
  },
}

function write(counts: Record<string, number>): void {
  process.stdout.write(
    Object.entries(counts)
      .map((line) => tabbed(line))
      .join(''),
  )
}
