import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import sharp from 'sharp'

/** Which of the portraits a person has; each number chooses among a few forms or colours. */
export const look = z.object({ ground: z.number(), skin: z.number(), hair: z.number(), cut: z.number() })
export type Look = z.infer<typeof look>

const text = z.string()

/** What is kept of an invented person between two calls; the number itself is not among it. */
export const sandboxPerson = z.object({
  full_name: z.string(),
  dob: z.string(),
  gender: z.enum(['M', 'F', 'T']),
  care_of: z.string(),
  zip: z.string(),
  address: z.object({
    ...{ country: text, dist: text, state: text, po: text, loc: text },
    ...{ vtc: text, subdist: text, street: text, house: text, landmark: text },
  }),
  /** Absent: a person without a photo. */
  look: z.optional(look),
})
export type SandboxPerson = z.infer<typeof sandboxPerson>

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

/** The person with neither a photo nor a long name is everybody; these two endings choose them. */
const WITHOUT_PHOTO = '0007'
const LONG_NAME = '0008'
const longName =
  'श्रीमती उदाहरणलक्ष्मी नमूनाप्रसादिनी काल्पनिकेश्वरी परीक्षानन्दिनी दृष्टान्तवती प्रतिरूपशालिनी निदर्शनकुमारी नमूनावाला'

/** The invented person of a number: always the same one. */
export function personOf(number: string): SandboxPerson {
  const dice = createHash('sha256').update(`stand-in ${number}`).digest()
  const pick = <Item>(list: readonly Item[], at: number): Item => list[(dice[at] ?? 0) % list.length] as Item
  const gender = (dice[0] ?? 0) < 4 ? 'T' : pick(['M', 'F'] as const, 1)
  const { dist, state, zip } = pick(places, 2)
  const family = pick(familyNames, 3)
  const person: SandboxPerson = {
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

function withGaps(person: SandboxPerson): SandboxPerson {
  const gaps = { house: '', street: '', landmark: '', dist: '', po: '', loc: '' }
  return { ...person, full_name: longName, address: { ...person.address, ...gaps } }
}

const grounds = ['#dfe8e2', '#e8e1d5', '#d9e2ec', '#ece0e2']
const skins = ['#8d5a3b', '#a8714b', '#c08a5f', '#6f452c']
const hairs = ['#1d1a18', '#3a2a20', '#77706a']
const cuts = [
  'M50 92 Q52 38 100 38 Q148 38 150 92 Q132 66 100 66 Q68 66 50 92 Z',
  'M46 150 Q38 36 100 36 Q162 36 154 150 Q146 84 100 72 Q54 84 46 150 Z',
  'M54 84 Q62 44 100 44 Q138 44 146 84 Q120 60 100 62 Q80 60 54 84 Z',
]

/** As many as there are looks, a few kilobytes each. */
const drawn = new Map<string, Promise<string>>()

/** A drawn portrait as base64 of a small JPEG; made of plain shapes, which need no fonts to be there. */
export function portrait(look: Look): Promise<string> {
  const svg = draw(look)
  const known = drawn.get(svg) ?? encode(svg)
  drawn.set(svg, known)
  return known
}

async function encode(svg: string): Promise<string> {
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
  return jpeg.toString('base64')
}

function draw({ ground, skin, hair, cut }: Look): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="240">
    <rect width="200" height="240" fill="${grounds[ground]}"/>
    <path d="M20 240 Q24 176 100 176 Q176 176 180 240 Z" fill="#2f5d50"/>
    <rect x="82" y="140" width="36" height="48" rx="14" fill="${skins[skin]}"/>
    <ellipse cx="100" cy="104" rx="46" ry="58" fill="${skins[skin]}"/>
    <path d="${cuts[cut]}" fill="${hairs[hair]}"/>
    <circle cx="82" cy="104" r="5"/><circle cx="118" cy="104" r="5"/>
    <path d="M84 134 Q100 146 116 134" stroke="#000" stroke-width="4" fill="none"/>
  </svg>`
}
