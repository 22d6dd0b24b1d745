// For benchmarks: fills the database of the settings while no server runs, and prints the result as JSON. Arguments:
// a purpose (`desk`, `tables` or `vacancies`), and numbers of rows. The server's own functions encrypt and write
// every row, without the files.
import { documentFieldNames } from '#contract/fields/application.ts'
import { vacancySectors } from '#contract/fields/sectors.ts'
import { employmentTypes } from '#contract/fields/vacancy.ts'
import { mandateStatuses } from '#contract/schemas/mandates.ts'
import { type RecordKind, type RecordStatus, recordStatuses } from '#contract/schemas/staff-records.ts'
import { loadEnvironment } from '#server/config/config.ts'
import { notifyAgency } from '#server/features/enquiries/jobs.ts'
import { openAgreement } from '#server/features/onboarding/agreement/store.ts'
import { giveToExecutive, insertMandate } from '#server/features/onboarding/mandate/store.ts'
import { notifyPerson } from '#server/features/onboarding/registration/jobs.ts'
import { insertExecutive } from '#server/features/onboarding/person/store.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openWithKey } from '#server/platform/crypto/key-check.ts'
import type { Db } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { insertRecords } from '#server/features/records/store.ts'
import { insertEnquiries, newEnquiry } from './enquiry.ts'
import { newMandate, newPerson } from './executive.ts'
import { publishVacancy } from './published-vacancy.ts'
import type { TestServer } from './server.ts'
import { addStaff, signedIn } from './staff.ts'

/** Rows of one commit. */
const BATCH = 500
const YEAR_MS = 365 * 24 * 60 * 60_000
const begin = Date.now() - YEAR_MS

const answer = loadEnvironment()
if (!answer.ok) throw new Error(answer.faults.join('\n'))
const { config } = answer
const { database, cipher } = await openWithKey(config, { log: createLog('warn'), now: Date.now() })
const { db, close } = database
const deps = { db, cipher, clock: systemClock } as TestServer['deps']

/** Adds numbered rows with times in the last year, oldest first. */
async function inBatches(
  count: number,
  add: (trx: Db, rows: { number: number; now: number }[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => ({
      number: from + at,
      now: begin + Math.floor(((from + at) / count) * YEAR_MS),
    }))
    await db.transaction().execute((trx) => add(trx, rows))
  }
}

function pick<Value>(values: readonly Value[], number: number): Value {
  return values[Math.floor(number) % values.length] as Value
}

/** Returns evenly spread numbers, the same in every run, so that filters are independent of one another. */
function spread(number: number, salt: number): number {
  return Math.imul(number + 1, 2_654_435_761 ^ (salt * 40_503)) >>> 7
}

/** Returns mostly new and few final statuses, as in real work. */
function skewed<Value>(values: readonly Value[], number: number): Value {
  const share = (spread(number, 5) % 1000) / 1000
  return values[Math.min(values.length - 1, Math.floor(share ** 4 * values.length))] as Value
}

const firstNames =
  'Asha Meera Kiran Ravi Sunita Anil Priya Vikram Kavita Suresh Nisha Rajesh અનિલ સુનીતા'.split(' ')
const lastNames = 'Mehta Desai Shah Rao Patel Trivedi Joshi Sharma Iyer Khan Nair Das Gupta शर्मा पटेल'.split(
  ' ',
)
const cities = 'Surat Surat Surat Surat Rajkot Vadodara Vadodara Bhuj Ahmedabad Ahmedabad'.split(' ')

function personOf(number: number) {
  const rare = number % 1000 === 7 ? ` Xenia${number}` : ''
  const name = `${pick(firstNames, spread(number, 1))} ${pick(lastNames, spread(number, 2))}${rare}`
  const address = `${number % 500} Ring Road\n${pick(cities, spread(number, 3))}`
  return { name, address, email: `person-${number}@scale.example`, phone: String(6_000_000_000 + number) }
}

const sameForAll = {
  ...{ gender: 'F', dob: '1998-02-28', date_of_birth: '1998-02-28', aadhaar_no: 'XXXXXXXX4321' },
  ...{ city: 'Surat', state: 'Gujarat', country: 'India', pincode: '395002', enquiry: '' },
  ...{ service: '', sector: 'finance', role: 'Accountant', experience: '', work_place: '', pay_expected: '' },
}

function recordOf({ number, now }: { number: number; now: number }) {
  const { name, ...person } = personOf(number)
  const documentFields = documentFieldNames.filter((_, at) => at === 0 || spread(number, 7) & (1 << at))
  const own = { id: newId(), createdAt: now, language: 'en', documentFields } as const
  return { ...sameForAll, ...person, full_name: name, name, ...own }
}

/** Adds applications and registered people, without mandates and consents, which no list reads. */
function addPeople(kind: RecordKind, count: number, staff: readonly string[]): Promise<void> {
  return inBatches(count, async (trx, rows) => {
    const records = rows.map(recordOf)
    await insertRecords(trx, cipher, { kind, records })
    for (const [at, { id }] of records.entries()) {
      const { number = 0 } = rows[at] ?? {}
      const work = {
        status: skewed<RecordStatus>(recordStatuses[kind], number),
        assigned_to: spread(number, 4) % 4 ? '' : pick(staff, spread(number, 6)),
        mandate_status: kind === 'executives' ? pick(mandateStatuses, spread(number, 8)) : null,
      }
      await trx.updateTable('records').set(work).where('id', '=', id).execute()
    }
  })
}

/** Adds enquiries whose mails were sent. */
function addEnquiries(count: number): Promise<void> {
  return inBatches(count, async (trx, rows) => {
    const enquiry =
      'We are looking for two quality engineers for our plant near Surat. Could you call me this week?'
    const enquiries = rows.map(({ number, now }) => {
      const { name, email, phone } = personOf(number)
      return newEnquiry({ name, email, phone, enquiry, createdAt: now })
    })
    await insertEnquiries(trx, cipher, enquiries)
    const jobs = enquiries.map(({ id, createdAt }) => ({ payload: { enquiryId: id }, now: createdAt }))
    await enqueue(trx, notifyAgency, jobs)
    await finishJobs(trx)
  })
}

/** Adds people like a registration, with an active mandate and a form that is not made yet. */
function addRegistered(count: number): Promise<void> {
  return inBatches(count, async (trx, rows) => {
    for (const { number, now } of rows) {
      const [phone, name] = [String(7_000_000_000 + number), 'Bench Person']
      const consumerId = `c${String(number).padStart(19, '0')}`
      const account = { accountName: name, accountNo: String(100_000_000_000 + number) }
      const transactionId = String(5_000_000_000_000 + number)
      const mandate = newMandate(now, { transactionId, consumerId, phone, ...account })
      const aadhaarIndex = cipher.index('scale', String(number))
      const own = { name, phone, email: `person-${number}@scale.example`, mandateId: mandate.id }
      const person = newPerson(now, { id: newId(), aadhaarIndex, photoFile: newId(), ...own })
      await insertMandate(trx, cipher, mandate)
      await trx.updateTable('mandates').set({ status: 'active' }).where('id', '=', mandate.id).execute()
      await insertExecutive(trx, cipher, person)
      await giveToExecutive(trx, { id: mandate.id, executiveId: person.id })
      await openAgreement(trx, cipher, { executiveId: person.id, now })
      await enqueue(trx, notifyPerson, [{ payload: { executiveId: person.id }, now }])
    }
    await finishJobs(trx)
  })
}

async function finishJobs(trx: Db): Promise<void> {
  await trx
    .updateTable('jobs')
    .set((e) => ({ status: 'done', attempts: 1, finished_at: e.ref('created_at') }))
    .where('status', '=', 'ready')
    .execute()
}

const ways: Record<string, (first: number, second: number) => Promise<object>> = {
  /** Adds equal numbers of applications and registered people, and enquiries; the cookie is an owner's. */
  async desk(records, enquiries) {
    const owner = await addStaff(deps, 'owner')
    const others = ['Kiran', 'Ravi', 'Nisha'].map((name) => addStaff(deps, 'recruiter', name))
    const staff = [owner, ...(await Promise.all(others))]
    await addPeople('applications', records, staff)
    await addPeople('executives', records, staff)
    await addEnquiries(enquiries)
    return signedIn({ deps }, 'owner', { staffId: owner, steppedUp: true })
  },
  /** Adds enquiries, and people with everything that belongs to them. */
  async tables(enquiries, records) {
    await addEnquiries(enquiries)
    await addRegistered(records)
    return {}
  },
  /** Adds open vacancies. */
  async vacancies(vacancies) {
    const titles = ['Accountant', 'Staff nurse', 'Weaver', 'Software tester', 'Driver', 'Store keeper']
    const places = [...new Set(cities)]
    let reference = ''
    for (let number = 0; number < vacancies; number += 1) {
      const content = {
        ...{ title: `${pick(titles, number)} ${number}`, sector: pick(vacancySectors, number) },
        ...{ city: pick(places, number), employment: [pick(employmentTypes, number)] },
        ...{ remote: number % 7 === 0, countries: 'IN' as const },
      }
      reference = await publishVacancy(deps, content)
    }
    return { reference }
  },
}

const [way = '', first, second] = process.argv.slice(2)
const filled = await ways[way]?.(Number(first), Number(second))
await close()
process.stdout.write(JSON.stringify(filled))
