import { recordNamed } from '#server/platform/db/record-links.ts'
import { argumentOf } from '#ops/args.ts'
import { type Command, OpsError } from '#ops/command.ts'
import { withDatabase } from '#ops/database.ts'
import { tabbed } from '#ops/output.ts'

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
  async run(args) {
    const what = 'the reference of one person'
    const { argument: reference } = argumentOf('verify-agreement', args, { what, options: {} })
    // Loaded here: what reads PDFs and certificates takes longer to load than other commands to run.
    const { verifyAgreement } = await import('#server/features/onboarding/agreement/verification-service.ts')
    const { signatureCheck } = await import('#server/providers/signature/create.ts')
    const checks = await withDatabase(async (deps) => {
      const id = await recordNamed(deps.db, reference)
      return id === undefined ? undefined : verifyAgreement({ ...deps, signature: signatureCheck }, id)
    })
    if (!checks) throw new OpsError(`No agreement belongs to ${reference}`)
    for (const { ok, of, found } of checks) process.stdout.write(tabbed([ok ? 'ok' : 'FAILED', of, found]))
    const failed = checks.filter(({ ok }) => !ok).length
    if (failed > 0) throw new OpsError(`${failed} of ${checks.length} checks failed`)
    process.stderr.write(`All ${checks.length} checks passed\n`)
  },
}
