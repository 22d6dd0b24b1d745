import { failedStatuses, maskAccount } from '#contract/schemas/mandates.ts'
import type { OnboardingSession } from '#contract/schemas/identity.ts'
import type { Agreements } from './agreement.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import { createRecordLinks } from '#server/platform/db/record-links.ts'
import { askPending, seeToUnclaimed } from '#server/features/onboarding/mandate/polling-jobs.ts'
import {
  attachMandate,
  lookForSecond,
  type Records,
} from '#server/features/onboarding/mandate/status-service.ts'
import { notifyStaffHandler } from '#server/features/onboarding/mandate/jobs.ts'
import { isLive } from '#server/features/onboarding/mandate/rules.ts'
import { verifyWithGateway, type MandateDeps } from '#server/features/onboarding/mandate/service.ts'
import { findMandate, giveToExecutive } from '#server/features/onboarding/mandate/store.ts'
import {
  registrationHandlers,
  type NotifyDeps,
  notifyFailure,
} from '#server/features/onboarding/registration/jobs.ts'
import { agreementUrl, type RecordDeps } from '#server/features/onboarding/registration/record-service.ts'
import { replaceMandate, takenBy, withMandateIn } from '#server/features/onboarding/registration/store.ts'
import type { JobHandler } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FileChecker } from '#server/platform/uploads/file-checks/checker.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { createSignedLinks } from '#server/platform/crypto/signed-links.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import type { GatewayPort } from '#server/providers/gateway/port.ts'
import type { Visitor } from '#server/platform/sessions/visitor.ts'

type RestOfSession = Pick<OnboardingSession, 'mandate' | 'registration'>

interface Base {
  config: Pick<Config, 'publicUrl' | 'mandate'>
  db: Db
  cipher: FieldCipher
  clock: Clock
  log: Log
  gateway: GatewayPort
  files: FilesPort
  checker: FileChecker
  agreements: Pick<Agreements, 'draw' | 'isSigned' | 'addressOf'>
  wakeWorker(): void
}

/** Mandates and registrations, each with what it needs of the other: features do not know one another. */
export interface Onboarding {
  mandates: MandateDeps
  registrations: RecordDeps
  /** What a refreshed page is told of the bank and of the registration; undefined once that is complete. */
  restOfSession(visitor: Visitor): Promise<RestOfSession | undefined>
  /** Asks the gateway what is due, and sees to mandates that nobody registered with. */
  look(): Promise<void>
}

export function createOnboarding(base: Base): Onboarding {
  const { db, cipher, clock, config } = base
  const recordLinks = createRecordLinks({ db, cipher })
  const mandates: MandateDeps = {
    ...base,
    recordLinks,
    maxAmount: config.mandate.maxAmount,
    publicUrl: config.publicUrl,
    records: recordsOf(base),
  }
  const registrations: RecordDeps = {
    ...base,
    mandates: {
      find: (by) => findMandate(db, cipher, by),
      believe: (claim) => verifyWithGateway(mandates, claim),
      async give(trx, wanted) {
        const given = await giveToExecutive(trx, { ...wanted, statuses: ['initiated', 'active'] })
        if (given) await lookForSecond(trx, wanted.executiveId, clock.now())
        return given
      },
      adopt: (mandate) => attachMandate(mandates, mandate),
    },
    recordLinks,
    links: createSignedLinks({ cipher, clock, publicUrl: config.publicUrl }),
    isSigned: base.agreements.isSigned,
    addressOf: base.agreements.addressOf,
    drawAgreement: base.agreements.draw,
  }
  return {
    mandates,
    registrations,
    restOfSession: (visitor) => restOfSession(registrations, visitor),
    async look() {
      await askPending(mandates)
      await seeToUnclaimed(mandates)
    },
  }
}

/** What mandates need of the records they belong to. */
export function recordsOf({
  db,
  cipher,
  clock,
  agreements,
}: Pick<Base, 'db' | 'cipher' | 'clock'> & { agreements: Pick<Agreements, 'draw'> }): Records {
  return {
    async failedAmong(ids) {
      const failed = await withMandateIn(db, cipher, { ids, statuses: failedStatuses })
      // The one opened last.
      return failed.toSorted((one, other) => ids.indexOf(other.id) - ids.indexOf(one.id)).at(0)
    },
    isRegistered: async (person) => (await takenBy(db, cipher, person)) !== undefined,
    async notifyFailure(trx, failed) {
      await enqueue(trx, notifyFailure, [{ payload: failed, now: clock.now() }])
    },
    async replaceFailed(trx, { executiveId, mandateId }) {
      const replaced = await replaceMandate(trx, { id: executiveId, mandateId, statuses: failedStatuses })
      // The form that awaits acceptance names the mandate.
      if (replaced) await agreements.draw(trx, executiveId)
      return replaced
    },
  }
}

async function restOfSession(
  { mandates, links, recordLinks, isSigned, addressOf }: RecordDeps,
  { data }: Visitor,
): Promise<RestOfSession | undefined> {
  const { mandate: begun, registration } = data
  // Signed by its link in another browser: this one is free for the next person.
  if (registration && (await isSigned(registration.id))) return undefined
  const mandate = begun && (await mandates.find({ transaction_id: begun.transactionId }))
  return {
    mandate: mandate
      ? {
          transactionId: mandate.transaction_id,
          consumerId: mandate.consumer_id,
          status: mandate.status,
          accountName: mandate.account_name,
          // Its own visitor may have to go on with it; what is taken up needs no number any more.
          accountNo: isLive(mandate.status) ? maskAccount(mandate.account_no) : mandate.account_no,
          ifscCode: mandate.ifsc_code,
          maxAmount: mandate.max_amount,
          debitStartDate: mandate.debit_start,
          debitEndDate: mandate.debit_end,
        }
      : null,
    registration: registration
      ? {
          _id: await recordLinks.tokenOf(registration.id),
          agreement_url: await agreementUrl({ links, addressOf }, registration.id),
        }
      : null,
  }
}

/** The handlers of every mail about mandates and registrations. */
export function onboardingHandlers(told: Omit<NotifyDeps, 'findMandate' | 'recordLinks'>): JobHandler[] {
  const { db, cipher } = told
  const findOne: NotifyDeps['findMandate'] = (by) => findMandate(db, cipher, by)
  return [
    notifyStaffHandler(told),
    ...registrationHandlers({ ...told, recordLinks: createRecordLinks(told), findMandate: findOne }),
  ]
}
