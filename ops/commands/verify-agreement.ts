import { agreementNamed } from '#server/features/onboarding/agreement/store.ts'
import { executiveNamed } from '#server/features/records/link-store.ts'
import { argumentOf, type Command, OpsError, tabbed } from '#ops/command.ts'
import { withDatabase } from '#ops/database.ts'

const help = `Recomputes the evidence of an agreement or an annex: the documents' hashes, the signature, and what the audit
log says of them.

Usage: npm run -s ops -- verify-agreement REFERENCE

  REFERENCE  on the document, such as AG-7K2M-0QXW-93HT, or of the registration, such as EX-7K3M9Q, which checks the
             agreement and every annex

Standard output has one line per check, separated by tabs: ok or FAILED, the subject (with the reference of an annex) and
the result.
The exit code is 1 if any check failed. An agreement that is not accepted yet is not a failure; an accepted one without a
signature is.
`

export const verifyAgreementCommand: Command = {
  summary: 'recomputes the evidence of an agreement',
  help,
  async run(args) {
    const what = 'the reference of an agreement or of a person'
    const { argument: reference } = argumentOf('verify-agreement', args, { what, options: {} })
    // Imported here, because these modules load slowly and other commands do not need them.
    const { verifyAgreements } = await import('#server/features/onboarding/agreement/verification-service.ts')
    const { signatureCheck } = await import('#server/providers/signature/p12-signature.ts')
    const checks = await withDatabase(async (deps) => {
      const agreement = await agreementNamed(deps.db, reference.toUpperCase())
      const executiveId = agreement?.executiveId ?? (await executiveNamed(deps.db, reference))
      if (executiveId === undefined) return []
      return verifyAgreements({ ...deps, signature: signatureCheck }, { ...agreement, executiveId })
    })
    if (checks.length === 0) throw new OpsError(`No agreement belongs to ${reference}`)
    for (const { ok, of, found } of checks) process.stdout.write(tabbed([ok ? 'ok' : 'FAILED', of, found]))
    const failed = checks.filter(({ ok }) => !ok).length
    if (failed > 0) throw new OpsError(`${failed} of ${checks.length} checks failed`)
    process.stderr.write(`All ${checks.length} checks passed\n`)
  },
}
