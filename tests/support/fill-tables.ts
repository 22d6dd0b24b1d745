// A program for the benchmark of growing tables: fills the database that the settings name, while no server runs, and
// prints as JSON what it took. Arguments: how many enquiries and how many records. Every value is encrypted and every row
// written by the server's own functions; what a file would hold is left out, and jobs stand as done.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Db, SQLITE_FILE } from '#server/platform/db/client.ts'
import { openAgreement } from '#server/features/onboarding/agreement/store.ts'
import { notifyAgency } from '#server/features/enquiries/jobs.ts'
import { giveToExecutive, insertMandate } from '#server/features/onboarding/mandate/store.ts'
import { insertExecutive } from '#server/features/onboarding/registration/store.ts'
import { notifyPerson } from '#server/features/onboarding/registration/jobs.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { insertEnquiries, newEnquiry } from './enquiry.ts'
import { newMandate, newPerson } from './executive.ts'
import { inBatches, openToFill, timeOf } from './filling.ts'

interface Filled {
  enquiries: { bytes: number; seconds: number }
  records: { bytes: number; seconds: number }
}

const words =
  'We are looking for two quality engineers for our plant near Surat. Could you call me this week?'

interface Place {
  db: Db
  cipher: FieldCipher
}

function addEnquiries({ db, cipher }: Place, count: number): Promise<void> {
  return inBatches(count, async (numbers) => {
    const enquiries = numbers.map((number) =>
      newEnquiry({
        createdAt: timeOf(number, count),
        name: 'Meera Desai',
        email: `employer-${number}@scale.example`,
        phone: String(6_000_000_000 + number),
        enquiry: words,
      }),
    )
    await db.transaction().execute(async (trx) => {
      await insertEnquiries(trx, cipher, enquiries)
      await enqueue(
        trx,
        notifyAgency,
        enquiries.map(({ id, createdAt }) => ({ payload: { enquiryId: id }, now: createdAt })),
      )
      await finishJobs(trx)
    })
  })
}

function addRecords({ db, cipher }: Place, count: number): Promise<void> {
  return inBatches(count, (numbers) =>
    db.transaction().execute(async (trx) => {
      for (const number of numbers) await addRecord(trx, cipher, { number, now: timeOf(number, count) })
      await finishJobs(trx)
    }),
  )
}

/** A person on record as a registration leaves one, with an active mandate and a form that is not drawn up. */
async function addRecord(
  trx: Db,
  cipher: FieldCipher,
  { number, now }: { number: number; now: number },
): Promise<void> {
  const phone = String(7_000_000_000 + number)
  const mandate = newMandate(now, {
    transactionId: String(5_000_000_000_000 + number),
    consumerId: `c${String(number).padStart(19, '0')}`,
    phone,
    accountName: 'Bench Person',
    accountNo: String(100_000_000_000 + number),
  })
  const person = newPerson(now, {
    id: newId(),
    aadhaarIndex: cipher.index('scale', String(number)),
    name: 'Bench Person',
    email: `person-${number}@scale.example`,
    phone,
    photoFile: newId(),
    mandateId: mandate.id,
  })
  await insertMandate(trx, cipher, mandate)
  await trx.updateTable('mandates').set({ status: 'active' }).where('id', '=', mandate.id).execute()
  await insertExecutive(trx, cipher, person)
  await giveToExecutive(trx, { id: mandate.id, executiveId: person.id })
  await openAgreement(trx, cipher, { executiveId: person.id, now })
  await enqueue(trx, notifyPerson, [{ payload: { executiveId: person.id }, now }])
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
  const { dataDir, db, cipher, close } = await openToFill()
  const place = { db, cipher }
  const measured = async (work: () => Promise<void>) => {
    const before = await bytesOf(db, dataDir)
    const from = performance.now()
    await work()
    const seconds = (performance.now() - from) / 1000
    return { bytes: (await bytesOf(db, dataDir)) - before, seconds }
  }
  const filled = {
    enquiries: await measured(() => addEnquiries(place, Number(enquiries))),
    records: await measured(() => addRecords(place, Number(records))),
  }
  await close()
  return filled
}

process.stdout.write(JSON.stringify(await main(process.argv.slice(2))))
