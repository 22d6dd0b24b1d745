// A program for the benchmark of the desk: fills the database that the settings name, while no server runs, and prints as
// JSON the cookie of an owner. Arguments: how many applications and registered people, and how many enquiries. Values are
// encrypted and found as the server's own are; files, mandates and consents are left out, since no list reads them.
import { mandateStatuses } from '#contract/schemas/mandates.ts'
import { applicationStatuses, executiveStatuses, recordKinds } from '#contract/schemas/staff-records.ts'
import { insertEnquiries } from '#server/features/enquiries/store.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { insertSearchTokens } from '#server/platform/db/search-tokens.ts'
import { newId, REFERENCE_LETTERS } from '#server/platform/ids.ts'
import { systemClock } from '#server/platform/clock.ts'
import { newEnquiry } from './enquiry.ts'
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

function referenceOf(kind: string, number: number): string {
  const letters = Array.from({ length: 6 }, (_, at) =>
    REFERENCE_LETTERS.charAt((number >> (5 * (5 - at))) & 31),
  )
  return `${kind}-${letters.join('')}`
}

interface Filled extends ReturnType<typeof personOf> {
  number: number
  id: string
}

interface Table {
  table: 'applications' | 'executives'
  count: number
  /** The columns of its own. */
  own(person: Filled, encrypted: (column: string, text: string) => string): object
}

/** Adds people to a table, with what the lists and the search find them by. */
function addPeople({ db, cipher, staff }: Filling, { table, count, own }: Table): Promise<void> {
  return inBatches(count, async (numbers) => {
    const people = numbers.map((number) => ({ number, id: newId(), ...personOf(number) }))
    const rows = people.map((person) => {
      const { number, id, email, phone } = person
      return {
        ...own(person, (column, text) => cipher.encrypt({ table, column, row: id }, text)),
        ...{ id, version: 1, language: 'en' },
        created_at: timeOf(number, count),
        reference: referenceOf(recordKinds[table], number),
        assigned_to: spread(number, 4) % 4 ? '' : pick(staff, spread(number, 6)),
        email_index: cipher.index(`${table}.email`, email),
        phone_index: cipher.index(`${table}.phone`, phone),
      }
    })
    const found = people.map(({ number, id, name, address: text }) => {
      return { id, createdAt: timeOf(number, count), name, place: { of: table, text } }
    })
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto(table)
        .values(rows as never)
        .execute()
      await insertSearchTokens(trx, cipher, found)
    })
  })
}

function addApplications(filling: Filling, count: number): Promise<void> {
  return addPeople(filling, {
    table: 'applications',
    count,
    own: ({ number, name, address, email, phone }, encrypted) => ({
      notice_version: null,
      status: skewed(applicationStatuses, number),
      documents: 1 | (spread(number, 7) % 2 ** documentFieldNames.length),
      full_name: encrypted('full_name', name),
      email: encrypted('email', email),
      phone: encrypted('phone', phone),
      date_of_birth: encrypted('date_of_birth', '1998-02-28'),
      address: encrypted('address', address),
    }),
  })
}

const sameForAll = {
  ...{ gender: 'F', dob: '1998-02-28', aadhaar_last_four: '4321' },
  ...{ city: 'Surat', state: 'Gujarat', country: 'India', pincode: '395002' },
}

function addExecutives(filling: Filling, count: number): Promise<void> {
  return addPeople(filling, {
    table: 'executives',
    count,
    own({ number, id, name, address, email, phone }, encrypted) {
      const cells = Object.entries({ ...sameForAll, name, address, email, phone })
      return {
        ...Object.fromEntries(cells.map(([column, text]) => [column, encrypted(column, text)])),
        status: skewed(executiveStatuses, number),
        mandate_status: pick(mandateStatuses, spread(number, 8)),
        ...{ link_number: 0, aadhaar_index: id, photo_file: id, mandate_id: id },
      }
    },
  })
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
  await addApplications(filling, Number(records))
  await addExecutives(filling, Number(records))
  await addEnquiries(filling, Number(enquiries))
  const { cookie } = await signedIn({ deps }, 'owner', { staffId: owner, steppedUp: true })
  await close()
  return { cookie, seconds: (performance.now() - from) / 1000 }
}

process.stdout.write(JSON.stringify(await main(process.argv.slice(2))))
