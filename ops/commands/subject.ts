import { systemClock } from '#server/platform/clock.ts'
import { exportSubject } from '#server/features/privacy/subject-export.ts'
import { argOptions, argsHelp, argsOf, personArg, understood, visible } from '#ops/args.ts'
import { type Command, note, UsageError } from '#ops/command.ts'
import { withDatabase } from '#ops/database.ts'
import { eraseCommand } from './erase.ts'

const help = `Answers a person's request: exports what is held about them, or erases it.

Usage: npm run -s ops -- subject export --email X | --phone X | --id X
       npm run -s ops -- subject erase --email X | --phone X | --id X [--yes]

${argsHelp}

export writes one decrypted JSON object with everything; it names documents, and the files command writes those of an
application. The audit log records it. erase is the erase command.
`

export const subjectCommand: Command = {
  summary: 'writes everything held about a person as JSON, or erases them',
  help,
  async run([what, ...words]) {
    if (what === 'erase') return eraseCommand.run(words)
    if (what !== 'export') throw new UsageError('subject takes one of: export, erase')
    const { values, positionals } = understood('subject', words, argOptions)
    if (positionals.length > 0) {
      throw new UsageError(`subject export takes options only, not «${positionals.join(' ')}»`)
    }
    const asked = argsOf('subject export', values)
    await withDatabase(async (kept) => {
      const deps = { ...kept, clock: systemClock }
      const person = await personArg(deps, asked)
      const held = await exportSubject(deps, person)
      const rows = Object.values(person.rows).flat().length
      await note(kept, { action: 'subject_export', detail: { by: Object.keys(asked).join(), rows } })
      process.stdout.write(visible(`${JSON.stringify(held, null, 2)}\n`))
      process.stderr.write(`${rows} rows\n`)
    })
  },
}
