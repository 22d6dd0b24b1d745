import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/** Which of the portraits a person has; each number chooses among a few forms or colours. */
export const look = z.object({ ground: z.number(), skin: z.number(), hair: z.number(), cut: z.number() })
export type Look = z.infer<typeof look>

/** What the simulator keeps of an invented person between two calls; the number itself is not among it. */
export const simulatorPerson = z.object({
  full_name: z.string(),
  dob: z.string(),
  gender: z.enum(['M', 'F', 'T']),
  care_of: z.string(),
  zip: z.string(),
  address: z.object({
    country: z.string(),
    dist: z.string(),
    state: z.string(),
    po: z.string(),
    loc: z.string(),
    vtc: z.string(),
    subdist: z.string(),
    street: z.string(),
    house: z.string(),
    landmark: z.string(),
  }),
  /** Absent: a person without a photo. */
  look: z.optional(look),
})
export type SimulatorPerson = z.infer<typeof simulatorPerson>

// Family names that mean «specimen», «example», «imagined» and «test», so that nobody real is met.
const familyNames = ['Namuna', 'Udaharan', 'Kalpanik', 'Pariksha']
const givenNames = {
  M: ['Aarav', 'Bhavin', 'Chirag', 'Dhruv', 'Eklavya', 'Girish', 'Harsh', 'Ishaan'],
  F: ['Anjali', 'Bhumi', 'Charu', 'Divya', 'Esha', 'Gauri', 'Hetal', 'Isha'],
  T: ['Kiran', 'Jyoti', 'Suman', 'Roshan'],
}
const streets = ['Namuna Marg', 'Udaharan Path', 'Kalpanik Road', 'Pariksha Gali']
const landmarks = ['Near the sample school', 'Opposite the example park', 'Behind the test market']
const places = [
  { dist: 'Surat', state: 'Gujarat', zip: '395003' },
  { dist: 'Vadodara', state: 'Gujarat', zip: '390001' },
  { dist: 'Pune', state: 'Maharashtra', zip: '411001' },
  { dist: 'Jaipur', state: 'Rajasthan', zip: '302001' },
  { dist: 'Indore', state: 'Madhya Pradesh', zip: '452001' },
]

/** The person with neither a photo nor a long name is everybody; these two endings are the table's (contract section 5). */
const WITHOUT_PHOTO = '0007'
const LONG_NAME = '0008'
const longName =
  'श्रीमती उदाहरणलक्ष्मी नमूनाप्रसादिनी काल्पनिकेश्वरी परीक्षानन्दिनी दृष्टान्तवती प्रतिरूपशालिनी निदर्शनकुमारी नमूनावाला'

/** The invented person of a number: always the same one. */
export function personOf(number: string): SimulatorPerson {
  const dice = createHash('sha256').update(`stand-in ${number}`).digest()
  const pick = <Item>(list: readonly Item[], at: number): Item => list[(dice[at] ?? 0) % list.length] as Item
  const gender = (dice[0] ?? 0) < 4 ? 'T' : pick(['M', 'F'] as const, 1)
  const { dist, state, zip } = pick(places, 2)
  const family = pick(familyNames, 3)
  const person: SimulatorPerson = {
    full_name: `${pick(givenNames[gender], 4)} ${family}`,
    dob: birthDay(dice),
    gender,
    care_of: (dice[5] ?? 0) % 4 === 0 ? '' : `C/O ${pick(givenNames.M, 6)} ${family}`,
    zip,
    address: {
      country: 'India',
      dist,
      state,
      po: dist,
      loc: 'Namunapur',
      vtc: dist,
      subdist: dist,
      street: pick(streets, 7),
      house: `${1 + (dice[8] ?? 0)}`,
      landmark: pick(landmarks, 9),
    },
    look: {
      ground: pick([0, 1, 2, 3], 10),
      skin: pick([0, 1, 2, 3], 11),
      hair: pick([0, 1, 2], 12),
      cut: pick([0, 1, 2], 13),
    },
  }
  if (number.endsWith(WITHOUT_PHOTO)) return { ...person, look: undefined }
  return number.endsWith(LONG_NAME) ? withGaps(person) : person
}

/** Between the years 1960 and 2005: of age, and at work. */
function birthDay(dice: Buffer): string {
  const days = dice.readUInt16BE(14) % (45 * 365)
  return new Date(Date.UTC(1960, 0, 1) + days * 86_400_000).toISOString().slice(0, 10)
}

function withGaps(person: SimulatorPerson): SimulatorPerson {
  const gaps = { house: '', street: '', landmark: '', dist: '', po: '', loc: '' }
  return { ...person, full_name: longName, address: { ...person.address, ...gaps } }
}
