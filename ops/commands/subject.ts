import { counted } from '#contract/messages/languages.ts'
import { answerSubject } from '#server/features/privacy/subject-export.ts'
import { operatorActor } from '#server/platform/audit/log.ts'
import { addHelp, addOption, optionsOf, personHelp, personOf, personOptions, personQuery } from '#ops/args.ts'
import { type Command, UsageError } from '#ops/command.ts'
import { withDatabase } from '#ops/database.ts'
import { visible } from '#server/platform/message-text.ts'
import { eraseCommand } from './erase.ts'

const help = `Answers a person's request: exports what is held about them, or erases it.

Usage: npm run -s ops -- subject export --id X | --email X | --phone X [--add REF]
       npm run -s ops -- subject erase --id X | --email X | --phone X [--add REF] [--yes]

${personHelp}
${addHelp}

  --yes      erases; without it erase only shows what would be deleted

export writes one decrypted JSON object with everything; it names documents, and the files command writes those of an
application. The audit log records it. erase is the erase command.
`

export const subjectCommand: Command = {
  summary: 'writes everything held about a person as JSON, or erases them',
  help,
  async run([action, ...args]) {
    if (action === 'erase') return eraseCommand.run(args)
    if (action !== 'export') throw new UsageError('subject takes one of: export, erase')
    const { add, ...values } = optionsOf('subject', args, { ...personOptions, ...addOption })
    const query = personQuery('subject export', values)
    await withDatabase(async (deps) => {
      const person = await personOf(deps, query, add)
      const asked = { person, by: Object.keys(query).join(), actor: operatorActor(deps.cipher) }
      const { held, rows } = await answerSubject(deps, asked)
      process.stdout.write(visible(`${JSON.stringify(held, null, 2)}\n`))
      process.stderr.write(`${counted(rows, 'row')}\n`)
    })
  },
}
