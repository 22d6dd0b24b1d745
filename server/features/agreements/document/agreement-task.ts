// Work for a thread (server/lib/threads).
import type { AgreementFacts } from './facts.ts'
import { makeAgreement } from './make-agreement.ts'
import type { MadeAgreement } from './make-agreement.ts'

export function run(facts: AgreementFacts): Promise<MadeAgreement> {
  return makeAgreement(facts)
}
