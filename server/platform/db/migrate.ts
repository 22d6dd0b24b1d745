import { Migrator } from 'kysely/migration'
import type { Db } from './client.ts'
import * as enquiriesAndJobs from './migrations/0001-enquiries-and-jobs.ts'
import * as sandboxMessages from './migrations/0002-sandbox-messages.ts'
import * as keyCheck from './migrations/0003-key-check.ts'
import * as applications from './migrations/0004-applications.ts'
import * as sessionsAndCodes from './migrations/0005-sessions-and-codes.ts'
import * as mandatesAndExecutives from './migrations/0006-mandates-and-executives.ts'
import * as sandboxBooks from './migrations/0007-sandbox-books.ts'
import * as agreements from './migrations/0008-agreements.ts'
import * as auditAndRights from './migrations/0009-audit-and-rights.ts'
import * as noticesAndDigests from './migrations/0010-notices-and-digests.ts'
import * as keys from './migrations/0011-keys.ts'
import * as schedules from './migrations/0012-schedules.ts'
import * as agreementAddressesAndTries from './migrations/0013-agreement-addresses-and-tries.ts'
import * as jobRequestId from './migrations/0014-job-request-id.ts'
import * as mandatesEnded from './migrations/0015-mandates-ended.ts'
import * as recordLinks from './migrations/0017-record-links.ts'
import * as applicationLinks from './migrations/0018-application-links.ts'
import * as staffAccess from './migrations/0019-staff-access.ts'
import * as records from './migrations/0020-records.ts'
import * as webhooks from './migrations/0021-webhooks.ts'
import * as passkeyOfSession from './migrations/0022-passkey-of-session.ts'
import * as languages from './migrations/0023-languages.ts'
import * as shownWords from './migrations/0024-shown-words.ts'

const migrations = {
  '0001-enquiries-and-jobs': enquiriesAndJobs,
  '0002-sandbox-messages': sandboxMessages,
  '0003-key-check': keyCheck,
  '0004-applications': applications,
  '0005-sessions-and-codes': sessionsAndCodes,
  '0006-mandates-and-executives': mandatesAndExecutives,
  '0007-sandbox-books': sandboxBooks,
  '0008-agreements': agreements,
  '0009-audit-and-rights': auditAndRights,
  '0010-notices-and-digests': noticesAndDigests,
  '0011-keys': keys,
  '0012-schedules': schedules,
  '0013-agreement-addresses-and-tries': agreementAddressesAndTries,
  '0014-job-request-id': jobRequestId,
  '0015-mandates-ended': mandatesEnded,
  '0017-record-links': recordLinks,
  '0018-application-links': applicationLinks,
  '0019-staff-access': staffAccess,
  '0020-records': records,
  '0021-webhooks': webhooks,
  '0022-passkey-of-session': passkeyOfSession,
  '0023-languages': languages,
  '0024-shown-words': shownWords,
}

/**
 * Brings the database forward to the newest schema; returns the names applied, none when it was there already.
 * All of it is one transaction behind the engine's lock: interrupted it leaves nothing, and processes that start
 * at once go one after the other. `to` names a migration to stop at.
 */
export async function migrate(db: Db, to?: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error, results } = await (to ? migrator.migrateTo(to) : migrator.migrateToLatest())
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** The names of the migrations that this version of the product knows, in their order. */
export const migrationNames = Object.keys(migrations).toSorted()
