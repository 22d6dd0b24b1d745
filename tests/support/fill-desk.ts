// A program for the benchmark of the desk: fills the database that the settings name, while no server runs, and prints as
// JSON the cookie of an owner. Arguments: how many applications and registered people, and how many enquiries. Values are
// encrypted and found as the server's own are; files, mandates and consents are left out, since no list reads them.
import { mandateStatuses } from '#contract/schemas/mandates.ts'
import { type RecordKind, type RecordStatus, recordStatuses } from '#contract/schemas/staff-records.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { insertRecords } from '#server/platform/records/store.ts'
import { newId } from '#server/platform/ids.ts'
import { systemClock } from '#server/platform/clock.ts'
import { insertEnquiries, newEnquiry } from './enquiry.ts'
import { inBatches, openToFill, timeOf } from './filling.ts'
import { addStaff, signedIn } from './staff.ts'
import type { TestServer } from './server.ts'
import { documentFieldNames } from '#contract/fields/application.ts'

interface Filling {
  db: Db
  cipher: FieldCipher
  staff: string[]
}

const firstNames =
  'Asha Meera Kiran Ravi Sunita Anil Priya Vikram Kavita Suresh Nisha Rajesh અનિલ સુનીતા'.split(' ')
const lastNames = 'Mehta Desai Shah Rao Patel Trivedi Joshi Sharma Iyer Khan Nair Das Gupta शर्मा पटेल'.split(
  ' ',
)
const cities = 'Surat Surat Surat Surat Rajkot Vadodara Vadodara Bhuj Ahmedabad Ahmedabad'.split(' ')

function pick<Value>(values: readonly Value[], number: number): Value {
  return values[Math.floor(number) % values.length] as Value
}

/** Numbers spread evenly and alike in every run, so that filters are independent of one another. */
function spread(number: number, salt: number): number {
  return Math.imul(number + 1, 2_654_435_761 ^ (salt * 40_503)) >>> 7
}

/** Many are new and few are at the end, as with real work. */
function skewed<Value>(values: readonly Value[], number: number): Value {
  const share = (spread(number, 5) % 1000) / 1000
  return values[Math.min(values.length - 1, Math.floor(share ** 4 * values.length))] as Value
}

function personOf(number: number) {
  const rare = number % 1000 === 7 ? ` Xenia${number}` : ''
  const name = `${pick(firstNames, spread(number, 1))} ${pick(lastNames, spread(number, 2))}${rare}`
  const address = `${number % 500} Ring Road\n${pick(cities, spread(number, 3))}`
  return { name, address, email: `person-${number}@scale.example`, phone: String(6_000_000_000 + number) }
}

/** Adds applications and registered people, with what the lists and the search find them by, and their statuses. */
async function addPeople({ db, cipher, staff }: Filling, kind: RecordKind, count: number): Promise<void> {
  const statuses = recordStatuses[kind]
  await inBatches(count, async (numbers) => {
    const records = numbers.map((number) => {
      const { name, ...person } = personOf(number)
      const documentFields = documentFieldNames.filter((_, at) => at === 0 || spread(number, 7) & (1 << at))
      const own = { ...person, full_name: name, name, date_of_birth: '1998-02-28' }
      const rest = { id: newId(), createdAt: timeOf(number, count), language: 'en', documentFields } as const
      return { ...sameForAll, ...own, ...rest, enquiry: '' }
    })
    await db.transaction().execute(async (trx) => {
      await insertRecords(trx, cipher, { kind, records })
      for (const [at, { id }] of records.entries()) {
        const number = numbers[at] ?? 0
        const work = {
          status: skewed(statuses, number) as RecordStatus,
          assigned_to: spread(number, 4) % 4 ? '' : pick(staff, spread(number, 6)),
          mandate_status: kind === 'executives' ? pick(mandateStatuses, spread(number, 8)) : null,
        }
        await trx.updateTable('records').set(work).where('id', '=', id).execute()
      }
    })
  })
}

const sameForAll = {
  ...{ gender: 'F', dob: '1998-02-28', aadhaar_no: 'XXXXXXXX4321' },
  ...{ city: 'Surat', state: 'Gujarat', country: 'India', pincode: '395002' },
}

function addEnquiries({ db, cipher }: Filling, count: number): Promise<void> {
  return inBatches(count, (numbers) => {
    const rows = numbers.map((number) => {
      const { name, email, phone } = personOf(number)
      const enquiry = 'We are looking for two quality engineers for our plant near Surat.'
      return newEnquiry({ name, email, phone, enquiry, createdAt: timeOf(number, count) })
    })
    return db.transaction().execute((trx) => insertEnquiries(trx, cipher, rows))
  })
}

async function main([records = '0', enquiries = '0']: string[]): Promise<{
  cookie: string
  seconds: number
}> {
  const { db, cipher, close } = await openToFill()
  const deps = { db, cipher, clock: systemClock } as TestServer['deps']
  const owner = await addStaff(deps, 'owner')
  const staff = [
    owner,
    ...(await Promise.all(['Kiran', 'Ravi', 'Nisha'].map((name) => addStaff(deps, 'recruiter', name)))),
  ]
  const from = performance.now()
  const filling = { db, cipher, staff }
  await addPeople(filling, 'applications', Number(records))
  await addPeople(filling, 'executives', Number(records))
  await addEnquiries(filling, Number(enquiries))
  const { cookie } = await signedIn({ deps }, 'owner', { staffId: owner, steppedUp: true })
  await close()
  return { cookie, seconds: (performance.now() - from) / 1000 }
}

process.stdout.write(JSON.stringify(await main(process.argv.slice(2))))
