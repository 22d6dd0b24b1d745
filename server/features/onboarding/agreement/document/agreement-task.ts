// Work for a thread (server/lib/threads).
import type { AgreementData } from './agreement-data.ts'
import { type MadeAgreement, makeAgreement } from './make-agreement.ts'

export function run(data: AgreementData): Promise<MadeAgreement> {
  return makeAgreement(data)
}
