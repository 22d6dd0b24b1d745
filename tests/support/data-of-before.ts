import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import type { Source } from '#server/config/config.ts'
import { makePlace, type Engine, type Place } from './place.ts'

type Person = Record<string, string>

/** Of `fixtures/before-renames`: who can go on with what, and what the commands of that version printed. */
export interface Facts extends Record<Engine, Printed> {
  /** The time, in milliseconds, at which the visitors stopped. */
  at: number
  /** An application came in the name of this person. */
  owner: Person
  applicant: Person
  /** Registered people, by the token of their link: one who signed, and one whose mandate failed. */
  signed: Person & { id: string }
  failed: { id: string; fields: Person }
  /** Visitors: with a mandate and no registration yet, with codes on their way, and with a code for the link of `signed`. */
  goesOn: { cookie: string; fields: Person; known: { mandate: object } }
  coded: { cookie: string; phone: string; aadhaar: string; started: { client_id: string } }
  linked: { cookie: string }
  messages: { to: string; text: string }[]
  bank: { transactionId: string }[]
  /** By `restore`, of the backup. */
  restored: string
}

interface Printed {
  settings: Source
  enquiries: object[]
  applications: { id: string; email: string }[]
  executives: { id: string; email: string }[]
  /** About `signed`. */
  subject: {
    enquiries: object[]
    applications: object[]
    registrations: [{ agreement: { signed: { sha256: string } } }]
    mandates: { response_message: string; learnt: object[] }[]
  }
  /** A line for each. */
  jobs: string
}

/** The data of the version before, unpacked into a folder that is the caller's to remove. */
export function unpackDataOfBefore(): { folder: string; facts: Facts; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'data-of-before-'))
  const packed = readFileSync(join(import.meta.dirname, 'fixtures', 'before-renames', 'data.tar.br'))
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: brotliDecompressSync(packed) })
  const facts = JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8')) as Facts
  return { folder, facts, remove: () => rmSync(folder, { recursive: true }) }
}

/** A copy of that data for a server of that engine. */
export async function placeOfBefore(engine: Engine, folder: string): Promise<Place> {
  const place = await makePlace(engine)
  cpSync(join(folder, engine), place.dataDir, { recursive: true })
  if (place.databaseUrl === undefined) return place
  const client = new pg.Client(place.databaseUrl)
  await client.connect()
  // Lines that begin with a backslash are for psql alone.
  const statements = readFileSync(join(folder, 'dump.sql'), 'utf8').replaceAll(/^\\.*$/gm, '')
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
  return place
}

/** The links in the mails to somebody, newest first, each from its path on. */
export function linksMailedTo({ messages }: Facts, email: string | undefined, path: RegExp): string[] {
  return messages
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => text.match(/http\S+/g) ?? [])
    .map((link) => new URL(link))
    .filter(({ href }) => path.test(href))
    .map(({ pathname, hash }) => pathname + hash)
}
