import type { Language } from '#contract/messages/languages.ts'
import { registrationStatus } from '#contract/schemas/mandates.ts'
import { executiveFields } from '#contract/fields/executive.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import { makeInWorker } from '#server/features/onboarding/agreement/document-service.ts'
import { agreementHandlers } from '#server/features/onboarding/agreement/jobs.ts'
import type { AgreementRecord } from '#server/features/onboarding/agreement/rules.ts'
import {
  awaitSigned,
  createSignAgreementPdf,
  type SigningDeps,
} from '#server/features/onboarding/agreement/signing-service.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { consentsOf, findExecutive } from '#server/features/onboarding/registration/store.ts'
import type { JobHandler } from '#server/platform/jobs/job.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { createRecordLinks } from '#server/platform/db/record-links.ts'
import { writtenIn } from '#server/platform/language.ts'
import type { WorkerPool } from '#server/platform/worker-pool/worker-pool.ts'
import type { SignaturePort } from '#server/providers/signature/port.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import type { MailPort } from '#server/providers/mail/port.ts'

interface Base {
  config: Config
  db: Db
  cipher: FieldCipher
  clock: Clock
  log: Log
  threads: WorkerPool
  files: FilesPort
  mail: MailPort
  signature: SignaturePort
  wakeWorker(): void
}

/** The agreements, with the parts of registrations and mandates that they state. */
export interface Agreements extends SigningDeps {
  awaitSigned(agreementId: string): Promise<void>
  handlers: JobHandler[]
}

export function createAgreements(base: Base): Agreements {
  const { config, db, cipher, log, threads } = base
  const { agency, publicUrl } = config
  const sandbox = [config.aadhaar, config.mandate.gateway].some(({ provider }) => provider === 'sandbox')
  const deps: SigningDeps = {
    ...base,
    issuer: { agency, publicUrl, sandbox, binding: config.agreementBinding },
    make: (data) => makeInWorker(threads, data),
    findRecord: (id) => findRecord({ db, cipher, languages: config.languages }, id),
  }
  const signAgreementPdf = createSignAgreementPdf(deps)
  return {
    ...deps,
    awaitSigned: (id) => awaitSigned({ signAgreementPdf, log }, id),
    handlers: agreementHandlers({
      ...deps,
      signAgreementPdf,
      mail: base.mail,
      inbox: config.agencyInbox,
      publicUrl,
      recordLinks: createRecordLinks(base),
    }),
  }
}

/** A registered person with their current mandate, as the agreement states them. */
async function findRecord(
  { db, cipher, languages }: { db: Db; cipher: FieldCipher; languages: readonly Language[] },
  id: string,
): Promise<AgreementRecord | undefined> {
  const executive = await findExecutive(db, cipher, id)
  const mandate = executive && (await findMandate(db, cipher, { id: executive.mandate_id }))
  if (!executive || !mandate) return undefined
  const consents = await consentsOf(db, id)
  const provedAt = (wanted: 'aadhaar' | 'phone') =>
    consents.find(({ purpose }) => purpose === wanted)?.verified_at ?? executive.created_at
  const { name, email, phone, dob, address, city, state, country, pincode } = executive
  return {
    id,
    reference: executive.reference,
    registeredAt: executive.created_at,
    reads: executive.language,
    language: writtenIn(executive.language, languages),
    person: {
      ...{ name, email, phone, dob, address, city, state, country, pincode },
      gender: executiveFields.gender.schema.parse(executive.gender),
      aadhaarLastFour: executive.aadhaar_last_four,
    },
    photoFile: executive.photo_file,
    mandate: {
      id: mandate.id,
      accountName: mandate.accountName,
      accountNo: mandate.accountNo,
      ifsc: mandate.ifscCode,
      maxAmount: mandate.maxAmount,
      firstDay: mandate.debitStart,
      lastDay: mandate.debitEnd,
      transactionId: mandate.transactionId,
      begunAt: mandate.createdAt,
      registrationNo: mandate.regNo,
      status: registrationStatus(mandate.status),
    },
    verified: { aadhaar: provedAt('aadhaar'), phone: provedAt('phone') },
  }
}
