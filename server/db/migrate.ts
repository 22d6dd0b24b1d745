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
}

/**
 * Brings the database forward to the newest schema; returns the names applied, none when it was there already.
 * All of it is one transaction behind the engine's lock: interrupted it leaves nothing, and processes that start
 * at once go one after the other.
 */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
