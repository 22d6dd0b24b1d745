import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { createRecordLinks } from '#server/platform/db/record-links.ts'
import { listExecutives } from '#server/features/onboarding/registration/store.ts'
import { decryptFile } from '#server/platform/crypto/file-cipher.ts'
import { type Applicant, mandated, recordOf, register, verifiedVisitor } from '#tests/support/registration.ts'
import { type Answered, newVisitor } from '#tests/support/visitor.ts'
import { type Kept, payloadsOf } from '#tests/support/resilience/stored.ts'
import { orCut, untilTaken, type WritePath } from './write-path.ts'

const PEOPLE = 4

/** A person on record, as others go on with. */
export interface Registered {
  id: string
  name: string
  transactionId: string
}

export interface Registrations extends WritePath {
  /** Those who were answered. */
  people(): Registered[]
}

/** The same person at another address: the server was started again. */
export function movedTo(url: string, applicant: Applicant): Applicant {
  return { ...applicant, visitor: newVisitor(url, applicant.visitor.cookie()) }
}

/** Registrations, each sent twice at once, as an impatient browser does: one record, whole, and the same in every answer. */
export function writeRegistrations(): Registrations {
  const applicants: Applicant[] = []
  /** Records by the transaction that they were registered with. */
  const answered = new Map<string, string>()

  function note(answer: Answered | undefined, { fields }: Applicant): void {
    if (!answer || answer.status === 503) return
    expect([answer.status, answer.body.message]).toEqual([201, expect.any(String)])
    const transaction = fields['transactionId'] ?? ''
    const before = answered.get(transaction) ?? recordOf(answer)
    expect(recordOf(answer)).toBe(before)
    answered.set(transaction, before)
  }

  async function registerTwice(applicant: Applicant): Promise<void> {
    const copies = await Promise.all([orCut(register(applicant)), orCut(register(applicant))])
    for (const copy of copies) note(copy, applicant)
  }

  return {
    name: 'registrations',
    async prepare(url) {
      const people = Array.from({ length: PEOPLE }, () => verifiedVisitor(url))
      const ready = await Promise.all(people.map(async (person) => mandated(await person)))
      applicants.push(...ready)
    },
    write: async () => void (await Promise.all(applicants.slice(-PEOPLE).map(registerTwice))),
    acknowledged: () => answered.size,
    async comeBack(url) {
      for (const applicant of applicants) {
        note(await untilTaken(() => register(movedTo(url, applicant))), applicant)
      }
      expect(answered.size).toBe(applicants.length)
    },
    async compare(kept) {
      const there = await everyRecord(kept)
      expect([...answered].filter(([transaction, id]) => there.get(transaction) !== id)).toEqual([])
    },
    people: () =>
      applicants.flatMap(({ fields }) => {
        const { name = '', transactionId = '' } = fields
        const id = answered.get(transactionId)
        return id === undefined ? [] : [{ id, name, transactionId }]
      }),
  }
}

/** The link of each record by its transaction; throws where something that belongs to one is missing or double. */
export async function everyRecord(kept: Kept): Promise<Map<string, string>> {
  const { db, cipher } = kept
  const found = new Map<string, string>()
  const links = createRecordLinks(kept)
  const told = await payloadsOf(kept, 'registrations.tell-agency', 'registrations.tell-person')
  for await (const person of listExecutives(db, cipher, { since: 0, unreadable: expect.unreachable })) {
    const { id } = person
    const mandates = await db.selectFrom('mandates').selectAll().where('executive_id', '=', id).execute()
    expect(mandates.map((mandate) => mandate.id)).toEqual([person.mandate_id])
    const consents = db.selectFrom('consents').select('purpose').where('executive_id', '=', id)
    expect((await consents.execute()).map(({ purpose }) => purpose).sort()).toEqual(['aadhaar', 'phone'])
    const sealed = await kept.files.get(person.photo_file)
    if (!sealed) throw new Error('a record names a picture that is not there')
    expect((await buffer(decryptFile(cipher, person.photo_file, sealed))).length).toBeGreaterThan(100)
    expect(told.filter(({ executiveId }) => executiveId === id)).toHaveLength(2)
    found.set(mandates[0]?.transaction_id ?? '', await links.tokenOf(id))
  }
  return found
}
