// A program for the benchmark of growing tables: fills the database that the settings name, while no server runs, and
// prints as JSON what it took. Arguments: how many enquiries and how many records. Every value is encrypted and every row
// written by the server's own functions; what a file would hold is left out, and jobs stand as done.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { debitPeriod } from '#contract/dates.ts'
import { environment, loadConfig } from '#server/config/config.ts'
import { type Db, SQLITE_FILE } from '#server/platform/db/client.ts'
import { beginAgreement } from '#server/features/onboarding/agreement/store.ts'
import { notifyAgency } from '#server/features/enquiries/jobs.ts'
import { insertEnquiries } from '#server/features/enquiries/store.ts'
import { giveToExecutive } from '#server/features/onboarding/mandate/mandate-holder-store.ts'
import { insertMandate } from '#server/features/onboarding/mandate/store.ts'
import { insertExecutive } from '#server/features/onboarding/registration/store.ts'
import { notifyPerson } from '#server/features/onboarding/registration/jobs.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { newId } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { createDatabase } from '#server/composition/database.ts'

interface Filled {
  enquiries: { bytes: number; seconds: number }
  records: { bytes: number; seconds: number }
}

/** Rows that go into one commit. */
const BATCH = 500
/** Rows are spread over the last year, oldest first. */
const YEAR_MS = 365 * 24 * 60 * 60_000
const words =
  'We are looking for two quality engineers for our plant near Surat. Could you call me this week?'

interface Place {
  db: Db
  cipher: FieldCipher
  /** When the row of that number of so many was made. */
  timeOf(number: number, of: number): number
}

async function addEnquiries({ db, cipher, timeOf }: Place, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => from + at)
    const enquiries = numbers.map((number) => ({
      id: newId(),
      createdAt: timeOf(number, count),
      name: 'Meera Desai',
      email: `employer-${number}@scale.example`,
      phone: String(6_000_000_000 + number),
      enquiry: words,
      suspect: null,
      notice: null,
      language: 'en' as const,
    }))
    await db.transaction().execute(async (trx) => {
      await insertEnquiries(trx, cipher, enquiries)
      await enqueue(
        trx,
        notifyAgency,
        enquiries.map(({ id, createdAt }) => ({ payload: { enquiryId: id }, now: createdAt })),
      )
      await finishJobs(trx)
    })
  }
}

async function addRecords({ db, cipher, timeOf }: Place, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    await db.transaction().execute(async (trx) => {
      for (let number = from; number < Math.min(from + BATCH, count); number += 1)
        await addRecord(trx, cipher, { number, now: timeOf(number, count) })
      await finishJobs(trx)
    })
  }
}

/** A person on record as a registration leaves one, with an active mandate and a form that is not drawn up. */
async function addRecord(
  trx: Db,
  cipher: FieldCipher,
  { number, now }: { number: number; now: number },
): Promise<void> {
  const [id, mandate] = [newId(), newId()]
  const { start, end } = debitPeriod(now)
  const phone = String(7_000_000_000 + number)
  await insertMandate(trx, cipher, {
    id: mandate,
    createdAt: now,
    transactionId: String(5_000_000_000_000 + number),
    consumerId: `c${String(number).padStart(19, '0')}`,
    attemptNumber: null,
    sessionId: newId(),
    holderIndex: newId(),
    phone,
    retryOf: null,
    language: 'en',
    accountName: 'Bench Person',
    accountNo: String(100_000_000_000 + number),
    ifscCode: 'HDFC0000001',
    maxAmount: '5000',
    debitStart: start,
    debitEnd: end,
    askedOn: start,
    askAt: null,
  })
  await trx.updateTable('mandates').set({ status: 'active' }).where('id', '=', mandate).execute()
  await insertExecutive(trx, cipher, {
    id,
    created_at: now,
    aadhaar_index: cipher.index('scale', String(number)),
    aadhaar_last_four: '4321',
    language: 'en',
    name: 'Bench Person',
    email: `person-${number}@scale.example`,
    phone,
    gender: 'F',
    dob: '1998-02-28',
    address: '12 Ring Road',
    city: 'Surat',
    state: 'Gujarat',
    country: 'India',
    pincode: '395002',
    photo_file: newId(),
    mandate_id: mandate,
    consents: (['aadhaar', 'phone'] as const).map((purpose) => ({
      purpose,
      version: '2026-11-20',
      ...{ notice_version: '2026-11-21', notice_sha256: null, language: 'en', words_sha256: null },
      given_at: now,
      verified_at: now,
    })),
  })
  await giveToExecutive(trx, { id: mandate, executiveId: id })
  await beginAgreement(trx, { executiveId: id, now })
  await enqueue(trx, notifyPerson, [{ payload: { executiveId: id }, now }])
}

async function finishJobs(trx: Db): Promise<void> {
  await trx
    .updateTable('jobs')
    .set((e) => ({ status: 'done', attempts: 1, finished_at: e.ref('created_at') }))
    .where('status', '=', 'ready')
    .execute()
}

/** What the database takes on disk. */
async function bytesOf(db: Db, dataDir: string): Promise<number> {
  const file = join(dataDir, SQLITE_FILE)
  if (existsSync(file)) {
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    return statSync(file).size
  }
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(
    db,
  )
  return rows[0]?.size ?? 0
}

async function main([enquiries = '0', records = '0']: string[]): Promise<Filled> {
  const answer = loadConfig(environment())
  if (!answer.ok) throw new Error(answer.faults.join('\n'))
  const { config } = answer
  const { database, cipher } = await createDatabase(config, { log: createLog('warn'), now: Date.now() })
  const { db } = database
  const begin = Date.now() - YEAR_MS
  const timeOf = (number: number, of: number) => begin + Math.floor((number / of) * YEAR_MS)
  const place = { db, cipher, timeOf }
  const measured = async (work: () => Promise<void>) => {
    const before = await bytesOf(db, config.dataDir)
    const from = performance.now()
    await work()
    const seconds = (performance.now() - from) / 1000
    return { bytes: (await bytesOf(db, config.dataDir)) - before, seconds }
  }
  const filled = {
    enquiries: await measured(() => addEnquiries(place, Number(enquiries))),
    records: await measured(() => addRecords(place, Number(records))),
  }
  await database.close()
  return filled
}

process.stdout.write(JSON.stringify(await main(process.argv.slice(2))))
