import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { documentsOf } from '#server/features/careers/store.ts'
import { listExecutives } from '#server/features/onboarding/registration/store.ts'
import { decryptFile } from '#server/platform/crypto/file-cipher.ts'
import { createRecordLinks } from '#server/platform/links.ts'
import { listRecords } from '#server/platform/records/store.ts'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { buildPdf, stream } from '#tests/support/bad-files/pdf.ts'
import { agreementActions, agreementOf, postSigning } from '#tests/support/executive.ts'
import { deliver, genuineAnswer, openSandbox } from '#tests/support/gateway-store.ts'
import type { Place } from '#tests/support/place.ts'
import { type Applicant, mandated, recordOf, register, verifiedVisitor } from '#tests/support/registration.ts'
import { type Kept, openKept, payloadsOf } from '#tests/support/resilience/stored.ts'
import { type Answered, newVisitor } from '#tests/support/visitor.ts'
import { atOnce, orCut, untilTaken, type WritePath } from './write-enquiries.ts'

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
    expect(mandates.map((mandate) => mandate.id)).toEqual([person.mandateId])
    const consents = db.selectFrom('consents').select('purpose').where('executive_id', '=', id)
    expect((await consents.execute()).map(({ purpose }) => purpose).sort()).toEqual(['aadhaar', 'phone'])
    const sealed = await kept.files.get(person.photoFile)
    if (!sealed) throw new Error('a record names a picture that is not there')
    expect((await buffer(decryptFile(cipher, person.photoFile, sealed))).length).toBeGreaterThan(100)
    expect(told.filter(({ executiveId }) => executiveId === id)).toHaveLength(2)
    found.set(mandates[0]?.transaction_id ?? '', await links.tokenOf(id))
  }
  return found
}

/** Acceptances of agreements: each is kept once, with its entry in the audit log, and its document is signed once. */
export function writeAcceptances(people: () => Registered[]): WritePath {
  const accepted = new Set<string>()

  async function accept(url: string, { id, name }: Registered): Promise<void> {
    const answer = await orCut(postSigning(url, { id, signName: name }))
    if (answer?.status === 200) accepted.add(id)
  }

  return {
    name: 'acceptances',
    prepare: async () => undefined,
    write: async (url) => void (await Promise.all(people().map((person) => accept(url, person)))),
    acknowledged: () => accepted.size,
    async comeBack(url) {
      for (const person of people().filter(({ id }) => !accepted.has(id))) {
        // Refused as signed already where only the answer was lost.
        const again = () => postSigning(url, { id: person.id, signName: person.name })
        expect([200, 409]).toContain((await untilTaken(again)).status)
        accepted.add(person.id)
      }
    },
    async compare({ db, cipher, files }) {
      for (const { id: link } of people()) {
        const id = (await createRecordLinks({ db, cipher }).find(link)) ?? ''
        const agreement = await agreementOf({ db, cipher }, id)
        const actions = await agreementActions({ db, cipher }, id)
        const times = (action: string) => actions.filter((one) => one === action).length
        if (accepted.has(link)) expect(agreement?.acceptedAt).toEqual(expect.any(Number))
        expect(times('sign')).toBe(agreement?.acceptedAt ? 1 : 0)
        expect(times('seal')).toBe(agreement?.signed ? 1 : 0)
        if (agreement?.signed) expect(await files.get(agreement.signed.file)).toBeDefined()
      }
    },
  }
}

const WRITERS = 4
/** In the order in which the gateway may tell them: the mandate stands in the end. */
const outcomes = ['0398', '0392', '0399', '0300'] as const

interface Message {
  transactionId: string
  text: string
}

/** What the gateway tells of its own accord, again and again: each word of it stands once, and counts. */
export function writeCallbacks(place: Place, people: () => Registered[]): WritePath {
  const messages: Message[] = []
  const acknowledged = new Set<Message>()

  async function tellUntilItDies(url: string, first: number): Promise<void> {
    for (let at = first; ; at += 1) {
      const message = messages[at % messages.length]
      if (!message) return
      const answer = await orCut(deliver({ url }, message.text))
      if (!answer) return
      if (answer.status === 503) continue
      expect([answer.status, answer.body.message.endsWith('|1')]).toEqual([200, true])
      acknowledged.add(message)
    }
  }

  return {
    name: 'callbacks of the gateway',
    async prepare() {
      await using deps = await openKept(place)
      const sandbox = await openSandbox(deps)
      for (const { transactionId } of people()) {
        for (const status of outcomes) {
          const change = { status, mandateRegNo: status === '0300' ? '970000001' : '' }
          messages.push({
            transactionId,
            text: await genuineAnswer({ deps: { sandbox } }, transactionId, change),
          })
        }
      }
      await sandbox.close()
    },
    write: (url) => atOnce(WRITERS, (index) => tellUntilItDies(url, index * outcomes.length)),
    acknowledged: () => acknowledged.size,
    comeBack: async () => undefined,
    async compare(kept) {
      const told = await payloadsOf(kept, 'registrations.tell-failure')
      for (const { id: link, transactionId } of people()) {
        const id = await createRecordLinks(kept).find(link)
        const mandate = await kept.db
          .selectFrom('mandates')
          .select(['id', 'status'])
          .where('transaction_id', '=', transactionId)
          .executeTakeFirstOrThrow()
        const events = await kept.db
          .selectFrom('mandate_events')
          .select(['source', 'status', 'digest'])
          .where('mandate_id', '=', mandate.id)
          .execute()
        const called = events.filter(({ source }) => source === 'callback')
        const promised = [...acknowledged].filter((message) => message.transactionId === transactionId)
        expect(called.length).toBeGreaterThanOrEqual(promised.length)
        expect(new Set(called.map(({ digest }) => digest)).size).toBe(called.length)
        const learnt = events.map(({ status }) => status)
        expect(learnt.includes('active') ? ['active'] : learnt).toContain(mandate.status)
        expect(told.filter(({ executiveId }) => executiveId === id).length).toBeLessThanOrEqual(1)
      }
    },
  }
}

const APPLICANTS = 6

/** A resume that names whose it is. */
function resumeOf(email: string): Buffer {
  return buildPdf({ content: `BT (${email}) Tj ET`, more: [stream('', Buffer.alloc(100_000, 'x'))] })
}

/** Applications with two documents each: rows, files and jobs agree, and a paper is whole. */
export function writeApplications(): WritePath {
  const acknowledged = new Set<string>()

  async function applyUntilItDies(url: string): Promise<void> {
    for (;;) {
      const person = somebody()
      const resume = resumeOf(person.email)
      const documents = [documentPart('resume', resume), documentPart('pan_card', resume, 'pan.pdf')]
      const answer = await orCut(postApplication(url, person, documents))
      if (!answer) return
      if (answer.status === 503) continue
      expect(answer.status).toBe(201)
      acknowledged.add(person.email)
    }
  }

  return {
    name: 'applications with papers',
    prepare: async () => undefined,
    write: (url) => atOnce(APPLICANTS, () => applyUntilItDies(url)),
    acknowledged: () => acknowledged.size,
    comeBack: async () => undefined,
    async compare(kept) {
      const ids: string[] = []
      const emails = new Set<string>()
      const of = { kind: 'applications', since: 0, unreadable: expect.unreachable } as const
      for await (const { id, email } of listRecords(kept.db, kept.cipher, of)) {
        const documents = await documentsOf(kept.db, kept.cipher, id)
        ids.push(id)
        emails.add(email)
        expect(documents.map(({ field }) => field)).toEqual(['pan_card', 'resume'])
        for (const { id: file } of documents) {
          const sealed = await kept.files.get(file)
          if (!sealed) throw new Error('a row names a file that is not there')
          expect((await buffer(decryptFile(kept.cipher, file, sealed))).equals(resumeOf(email))).toBe(true)
        }
      }
      expect([...acknowledged].filter((email) => !emails.has(email))).toEqual([])
      expect(emails.size).toBe(ids.length)
      const told = await payloadsOf(kept, 'careers.tell-agency')
      expect(told.map(({ applicationId }) => applicationId).sort()).toEqual(ids.sort())
    },
  }
}
