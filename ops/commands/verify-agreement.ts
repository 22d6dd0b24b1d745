import { recordNamed } from '#server/platform/db/record-links.ts'
import type { AgreementCheck } from '#server/features/onboarding/agreement/verification-service.ts'
import { type Command, OpsError, UsageError } from '#ops/command.ts'
import { withDatabase } from '#ops/database.ts'
import { tabbed, understood } from '#ops/args.ts'

const help = `Recomputes the evidence of an agreement: the chain of events, the documents' hashes, the signature.

Usage: npm run -s ops -- verify-agreement REFERENCE

  REFERENCE  the one in the registration's e-mail, such as EX-7K3M9Q, which is the id in export executives

Standard output has one line per check: ok or FAILED, the subject, and the result, separated by tabs.
The exit code is 1 if any check failed. An agreement that is not accepted yet is no failure; one that was accepted and is
not signed is.
`

export const verifyAgreementCommand: Command = {
  summary: 'recomputes the evidence of an agreement',
  help,
  async run(words) {
    const reference = understand(words)
    // Not with the tool: what reads PDFs and certificates takes longer to load than all other commands to run.
    const { verifyAgreement } = await import('#server/features/onboarding/agreement/verification-service.ts')
    const { signatureCheck } = await import('#server/providers/signature/create.ts')
    const checks = await withDatabase(async (kept) => {
      const id = await recordNamed(kept.db, reference)
      return id === undefined ? undefined : verifyAgreement({ ...kept, signature: signatureCheck }, id)
    })
    if (!checks) throw new OpsError(`No agreement belongs to ${reference}`)
    for (const check of checks) process.stdout.write(lineOf(check))
    const failed = checks.filter(({ ok }) => !ok).length
    if (failed > 0) throw new OpsError(`${failed} of ${checks.length} checks failed`)
    process.stderr.write(`All ${checks.length} checks passed\n`)
  },
}

function understand(words: string[]): string {
  const [id, ...more] = understood('verify-agreement', words, {}).positionals
  if (id === undefined || more.length > 0)
    throw new UsageError('verify-agreement takes the reference of one person')
  return id
}

function lineOf({ ok, of, found }: AgreementCheck): string {
  return tabbed([ok ? 'ok' : 'FAILED', of, found])
}
