import { describe, expect, it } from 'vitest'
import { recordFields } from '#contract/fields/records.ts'
import { staffRoles } from '#contract/schemas/staff-access.ts'
import { mayDo } from '#contract/calls/staff-calls.ts'
import {
  boardFilters,
  type RecordKind,
  recordFilters,
  recordKind,
  recordSorts,
} from '#contract/schemas/staff-records.ts'
import { deskAs, freshApplication, freshEnquiry } from '#tests/support/desk-records.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { townIn } from '#server/features/records/town-rules.ts'

it.each([
  ['4711 Moonlight Towers, Ring Road, Surat', 'Surat'],
  ['12 Ring Road\nSurat 395002', 'Surat'],
  ['B-12, Ring Road, Surat, Gujarat - 395002.', 'Surat, Gujarat'],
  ['7 Lal Darwaja, Bhuj, GUJRAT, INDIA', 'Bhuj, GUJRAT, INDIA'],
  ['१२ मुख्य मार्ग, सूरत, गुजरात', 'सूरत, गुजरात'],
  ['4711 Moonlight Towers', ''],
  ['4711, 12/B', ''],
])('the town in %j is %j', (address, town) => expect(townIn(address)).toBe(town))

/** The text of each masked field: words that occur nowhere else. */
const hidden: Record<string, string> = {
  email: 'moonlit@canary.example',
  phone: '9712345671',
  date_of_birth: '1971-12-03',
  dob: '1971-12-03',
  address: '4711 Moonlight Towers, Canary Street, Bhuj 370001',
  pincode: '370002',
  aadhaar_no: 'XXXXXXXX4321',
}

/** Returns what somebody might search for in a masked text, except the town, which everybody sees. */
function tries(text: string): string[] {
  const words = text.replaceAll('Bhuj', '').split(/[^\p{L}\p{N}@.-]+/u)
  const all = new Set([text.replaceAll('Bhuj', ''), ...words, ...words.map((word) => word.slice(-4))])
  return [...all].filter((word) => word !== '')
}

describe.each(enginesInTurn)('masked data at the desk, on %s', (engine) => {
  const server = sharedServer({ engine })

  async function add(kind: RecordKind, change: Record<string, string> = {}): Promise<string> {
    const { email = '', phone = '', address = '', date_of_birth = '' } = { ...hidden, ...change }
    const add = {
      enquiries: () => freshEnquiry(server.deps, { email, phone }),
      applications: () =>
        freshApplication(server.deps, { email, phone, address, date_of_birth, work_place: 'Anand' }),
      executives: () =>
        addExecutive(server.deps, { email, phone, address, dob: '1971-12-03', pincode: '370002' }),
    }
    return (await add[kind]()).reference
  }

  it.each(recordKind.options)('of %s is found by no filter, for no role, in any way', async (kind) => {
    const reference = await add(kind)
    const beside = await add(kind, { email: 'other@example.in', phone: '9712345672', address: '' })
    const masked = recordFields[kind].filter(({ mask }) => mask !== false)
    for (const { key } of masked) expect(hidden, key).toHaveProperty(key)
    const asked = masked.flatMap(({ key, search }) =>
      tries(hidden[key] ?? '').map((text) => ({ search, text })),
    )
    for (const role of staffRoles) {
      const desk = await deskAs(server, role)
      const found: string[] = []
      for (const { search, text } of asked) {
        const by = (filter: string) => `${filter}=${encodeURIComponent(text)}`
        // The day of arrival is not personal.
        const isPersonal = (filter: string) => filter !== 'from' && filter !== 'to'
        // Saved filters and the export of a list use the same filters.
        const ways = [
          ...Object.keys(recordFilters.shape)
            .filter(isPersonal)
            .map((filter) => `${kind}?${by(filter)}`),
          ...recordSorts.map((sort) => `${kind}?sort=${sort}&${by('place')}`),
          ...recordSorts.map((sort) => `${kind}/${beside}/neighbours?sort=${sort}&${by('place')}`),
        ]
        for (const way of ways)
          if ((await desk(`records/${way}`)).text.includes(reference)) found.push(`${role} ${way}`)
        for (const filter of Object.keys(boardFilters.shape).filter(isPersonal)) {
          const { body } = await desk<{ counts?: object }>(`records/${kind}/counts?${by(filter)}`)
          if (Object.values(body.counts ?? {}).some((count) => count > 0))
            found.push(`${role} counts ${text}`)
        }
        // People who may see e-mails and phones can search for them.
        const mayFind = mayDo(role, 'records.contact') && (search === 'email' || search === 'phone')
        if (!mayFind && (await desk('search', { q: text })).text.includes(reference))
          found.push(`${role} search ${text}`)
      }
      expect(found).toEqual([])
    }
  })

  it('does not reveal, by a record with a guessed contact, whose contact it is', async () => {
    const person = await freshApplication(server.deps)
    const { path } = await freshEnquiry(server.deps, { email: person.email })
    for (const role of staffRoles) {
      const desk = await deskAs(server, role)
      const { body } = await desk<{ also: { reference: string }[] }>(path)
      const named = body.also.map(({ reference }) => reference)
      expect(named, role).toEqual(mayDo(role, 'records.contact') ? [person.reference] : [])
    }
  })
})
