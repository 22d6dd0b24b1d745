// A program for the benchmark of vacancies: fills the database that the settings name, while no server runs, and prints as
// JSON the cookie of a recruiter. Arguments: how many vacancies are open, and how many people stand at the first of them.
import { vacancySectors } from '#contract/fields/sectors.ts'
import { employmentTypes } from '#contract/fields/vacancy.ts'
import { insertCandidate } from '#server/features/vacancies/candidate-store.ts'
import { insertRecords } from '#server/platform/records/store.ts'
import { newId } from '#server/platform/ids.ts'
import { systemClock } from '#server/platform/clock.ts'
import { inBatches, openToFill, timeOf } from './filling.ts'
import { publishVacancy } from './published-vacancy.ts'
import { addStaff, signedIn } from './staff.ts'
import type { TestServer } from './server.ts'

const titles = ['Accountant', 'Staff nurse', 'Weaver', 'Software tester', 'Driver', 'Store keeper']
const cities = ['Surat', 'Vadodara', 'Rajkot', 'Bhuj', 'Ahmedabad']

function pick<Value>(values: readonly Value[], number: number): Value {
  return values[number % values.length] as Value
}

async function main([vacancies = '0', people = '0']: string[]) {
  const { db, cipher, close } = await openToFill()
  const deps = { db, cipher, clock: systemClock } as TestServer['deps']
  const references: string[] = []
  for (let number = 0; number < Number(vacancies); number += 1) {
    references.push(
      await publishVacancy(deps, {
        title: `${pick(titles, number)} ${number}`,
        sector: pick(vacancySectors, number),
        city: pick(cities, number),
        employment: [pick(employmentTypes, number)],
        remote: number % 7 === 0,
        countries: 'IN',
      }),
    )
  }
  const [first = ''] = references
  const { id: vacancyId } = await db
    .selectFrom('vacancies')
    .select('id')
    .where('reference', '=', first)
    .executeTakeFirstOrThrow()
  const count = Number(people)
  await inBatches(count, async (numbers) => {
    const records = numbers.map((number) => ({
      ...{ id: newId(), createdAt: timeOf(number, count), language: 'en' as const },
      ...{ full_name: `Asha Mehta ${number}`, email: `asha-${number}@scale.example` },
      ...{
        phone: String(6_000_000_000 + number),
        date_of_birth: '1998-02-28',
        address: '12 Ring Road, Surat',
      },
      ...{ sector: 'finance', role: 'Accountant', experience: '', work_place: '', pay_expected: '' },
    }))
    await db.transaction().execute(async (trx) => {
      await insertRecords(trx, cipher, { kind: 'applications', records })
      for (const { id } of records)
        await insertCandidate(trx, { vacancyId, applicationId: id, now: Date.now() })
    })
  })
  const { cookie } = await signedIn({ deps }, 'recruiter', { staffId: await addStaff(deps, 'recruiter') })
  await close()
  return { cookie, reference: first }
}

process.stdout.write(JSON.stringify(await main(process.argv.slice(2))))
