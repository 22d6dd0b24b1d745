// Work for a thread (server/lib/threads).
import type { AgreementFacts } from './agreement-data.ts'
import { type MadeAgreement, makeAgreement } from './make-agreement.ts'

export function run(facts: AgreementFacts): Promise<MadeAgreement> {
  return makeAgreement(facts)
}
