import { type MandateStatus, mandateStatuses, maskAccount } from '#contract/schemas/mandates.ts'
import { counted } from '#contract/messages/languages.ts'
import { listMandates, type Mandate, referenceOf } from '#server/features/onboarding/mandate/store.ts'
import { maskNumber } from '#server/platform/masking.ts'
import { optionsOf } from '#ops/args.ts'
import { type Command, UsageError } from '#ops/command.ts'
import { withDatabase } from '#ops/database.ts'
import { failIfSkipped, tabbed, writeOut } from '#ops/output.ts'

const help = `Lists the mandates, oldest first.

Usage: npm run -s ops -- mandates [--status STATUS]

  --status STATUS  only mandates with this status: ${mandateStatuses.join(', ')}

Standard output has one line per mandate, separated by tabs: transaction, when it was begun, status, the gateway's code,
registration number, UMRN, account number and phone (masked), the reference of its registration,
the language of its holder.
`

export const mandatesCommand: Command = {
  summary: 'lists the mandates with their status',
  help,
  async run(args) {
    const status = statusArg(args)
    const unreadable: string[] = []
    let count = 0
    await withDatabase(async ({ db, cipher }) => {
      async function* lines() {
        const query = { status, unreadable: (id: string) => unreadable.push(id) }
        for await (const mandate of listMandates(db, cipher, query)) {
          count += 1
          yield lineOf(mandate, await referenceOf(db, mandate))
        }
      }
      if (await writeOut(lines())) process.stderr.write(`${counted(count, 'mandate')}\n`)
    })
    failIfSkipped(unreadable)
  },
}

function lineOf(mandate: Mandate, registration: string | null): string {
  const { transactionId, createdAt, status, responseCode, regNo, umrn, language } = mandate
  const begun = new Date(createdAt).toISOString()
  const bank = [responseCode, regNo, umrn, maskAccount(mandate.accountNo)]
  return tabbed([transactionId, begun, status, ...bank, maskNumber(mandate.phone), registration, language])
}

function statusArg(args: string[]): MandateStatus | undefined {
  const { status } = optionsOf('mandates', args, { status: { type: 'string' } })
  const known = mandateStatuses.find((name) => name === status?.toLowerCase())
  if (status === undefined || known) return known
  throw new UsageError(`--status «${status}» is none of: ${mandateStatuses.join(', ')}`)
}
