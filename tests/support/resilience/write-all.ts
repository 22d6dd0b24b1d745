import { setTimeout as sleep } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { documentsOf } from '#server/features/careers/store.ts'
import { listExecutives } from '#server/features/onboarding/person/store.ts'
import { decryptFile } from '#server/platform/crypto/file-cipher.ts'
import { createRecordLinks } from '#server/features/records/link-store.ts'
import { listRecords } from '#server/features/records/store.ts'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { buildPdf, stream } from '#tests/support/bad-files/pdf.ts'
import type { Answer } from '#tests/support/enquiry.ts'
import { agreementActions, agreementOf, postSigning } from '#tests/support/executive.ts'
import { deliver, genuineAnswer, openSandbox } from '#tests/support/gateway-store.ts'
import type { Place } from '#tests/support/place.ts'
import {
  type Applicant,
  mandated,
  mandateEvents,
  recordOf,
  register,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { type Kept, openKept, payloadsOf } from '#tests/support/resilience/stored.ts'
import { type Answered, newVisitor } from '#tests/support/visitor.ts'
import { orCut, untilCut, type WritePath } from './write-enquiries.ts'

/** Repeats while a busy server sheds the call, or a document is not made yet. */
export async function untilTaken<Value extends Answer>(ask: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask()
    if (answer.status !== 503 || tries === 100) return answer
    await sleep(200)
  }
}

/** A registered person, for further steps. */
type Registered = Record<'id' | 'name' | 'transactionId', string>

/** The same person after the server was started again at another address. */
export function movedTo(url: string, applicant: Applicant): Applicant {
  return { ...applicant, visitor: newVisitor(url, applicant.visitor.cookie()) }
}

/** Registrations, each sent twice at once, like an impatient browser: one complete record, the same in every answer. */
export function writeRegistrations(): WritePath & { people(): Registered[] } {
  const applicants: Applicant[] = []
  /** Answered registrations by transaction. */
  const answered = new Map<string, Registered>()

  function note(answer: Answered | undefined, { fields }: Applicant): void {
    if (!answer || answer.status === 503) return
    expect([answer.status, answer.body.message]).toEqual([201, expect.any(String)])
    const { name = '', transactionId = '' } = fields
    const before = answered.get(transactionId) ?? { id: recordOf(answer), name, transactionId }
    expect(recordOf(answer)).toBe(before.id)
    answered.set(transactionId, before)
  }

  return {
    name: 'registrations',
    async prepare(url) {
      const people = Array.from({ length: 4 }, async () => mandated(await verifiedVisitor(url)))
      applicants.push(...(await Promise.all(people)))
    },
    write: () =>
      Promise.all([...applicants, ...applicants].map(async (one) => note(await orCut(register(one)), one))),
    acknowledged: () => answered.size,
    async comeBack(url) {
      for (const one of applicants) note(await untilTaken(() => register(movedTo(url, one))), one)
      expect(answered.size).toBe(applicants.length)
    },
    async compare(kept) {
      const there = await everyRecord(kept)
      for (const { id, transactionId } of answered.values()) expect(there.get(transactionId)).toBe(id)
    },
    people: () => [...answered.values()],
  }
}

/** Returns the link of each record by its transaction; throws if a part of one is missing or double. */
export async function everyRecord(kept: Kept): Promise<Map<string, string>> {
  const { db, cipher } = kept
  const found = new Map<string, string>()
  const links = createRecordLinks(kept)
  const told = await payloadsOf(kept, 'registrations.notify-agency', 'registrations.notify-person')
  for await (const person of listExecutives(db, cipher, { since: 0, unreadable: expect.unreachable })) {
    const { id } = person
    const mandates = await db.selectFrom('mandates').selectAll().where('executive_id', '=', id).execute()
    expect(mandates.map((mandate) => mandate.id)).toEqual([person.mandateId])
    const consents = db.selectFrom('consents').select('purpose').where('executive_id', '=', id)
    expect((await consents.execute()).map(({ purpose }) => purpose).sort()).toEqual(['aadhaar', 'phone'])
    expect((await openFile(kept, person.photoFile)).length).toBeGreaterThan(100)
    expect(told.filter(({ executiveId }) => executiveId === id)).toHaveLength(2)
    found.set(mandates[0]?.transaction_id ?? '', await links.tokenOf(id))
  }
  return found
}

/** Returns a row's file, decrypted. */
async function openFile({ files, cipher }: Kept, id: string): Promise<Buffer> {
  const sealed = await files.get(id)
  if (!sealed) throw new Error('a row names a file that is not there')
  return buffer(decryptFile(cipher, id, sealed))
}

/** Acceptances of agreements: each is stored once, with its audit entry, and its document is signed once. */
export function writeAcceptances(people: () => Registered[]): WritePath {
  const accepted = new Set<string>()
  const accept = (url: string, { id, name }: Registered) => postSigning(url, { id, signName: name })

  return {
    name: 'acceptances',
    write: (url) =>
      Promise.all(
        people().map(async (person) => {
          const answer = await orCut(untilTaken(() => accept(url, person)))
          if (answer?.status === 200) accepted.add(person.id)
        }),
      ),
    acknowledged: () => accepted.size,
    async comeBack(url) {
      for (const person of people().filter(({ id }) => !accepted.has(id))) {
        // Refused as signed already if only the answer was lost.
        expect([200, 409]).toContain((await untilTaken(() => accept(url, person))).status)
        accepted.add(person.id)
      }
    },
    async compare(kept) {
      for (const { id: link } of people()) {
        const id = (await createRecordLinks(kept).find(link)) ?? ''
        const { acceptedAt, signed } = (await agreementOf(kept, id)) ?? {}
        const actions = await agreementActions(kept, id)
        if (accepted.has(link)) expect(acceptedAt).toEqual(expect.any(Number))
        const due = [...(acceptedAt ? ['sign'] : []), ...(signed ? ['seal'] : [])]
        expect(actions.filter((one) => one === 'sign' || one === 'seal')).toEqual(due)
        if (signed) expect(await kept.files.get(signed.file)).toBeDefined()
      }
    },
  }
}

/** In the gateway's possible order; in the end the mandate is set up. */
const outcomes = ['0398', '0392', '0399', '0300'] as const

/** The gateway's own reports, repeated: each is stored once, and counts. */
export function writeCallbacks(place: Place, people: () => Registered[]): WritePath {
  const messages: { transactionId: string; text: string }[] = []
  const acknowledged = new Set<(typeof messages)[number]>()

  return {
    name: 'callbacks of the gateway',
    async prepare() {
      await using deps = await openKept(place)
      const sandbox = await openSandbox(deps)
      for (const { transactionId } of people()) {
        for (const status of outcomes) {
          const change = { status, mandateRegNo: status === '0300' ? '970000001' : '' }
          const text = await genuineAnswer({ deps: { sandbox } }, transactionId, change)
          messages.push({ transactionId, text })
        }
      }
      await sandbox.close()
    },
    write(url) {
      let next = 0
      return untilCut(4, async () => {
        const message = messages[(next += 1) % messages.length]
        const answer = message && (await orCut(deliver({ url }, message.text)))
        if (!answer || answer.status === 503) return answer
        expect([answer.status, answer.body.message.endsWith('|1')]).toEqual([200, true])
        acknowledged.add(message)
        return answer
      })
    },
    acknowledged: () => acknowledged.size,
    async compare(kept) {
      const failed = await payloadsOf(kept, 'registrations.notify-failure')
      for (const { id: link, transactionId } of people()) {
        const id = await createRecordLinks(kept).find(link)
        const { mandate, events, told } = await mandateEvents(kept, transactionId)
        const promised = [...acknowledged].filter((message) => message.transactionId === transactionId)
        expect(told.length).toBeGreaterThanOrEqual(promised.length)
        const learnt = events.map(({ status }) => status)
        expect(learnt.includes('active') ? ['active'] : learnt).toContain(mandate?.status)
        expect(failed.filter(({ executiveId }) => executiveId === id).length).toBeLessThanOrEqual(1)
      }
    },
  }
}

function resumeOf(email: string): Buffer {
  return buildPdf({ content: `BT (${email}) Tj ET`, more: [stream('', Buffer.alloc(100_000, 'x'))] })
}

/** Applications with two documents each: rows, files and jobs agree, and every document is complete. */
export function writeApplications(): WritePath {
  const acknowledged = new Set<string>()
  return {
    name: 'applications with papers',
    write: (url) =>
      untilCut(6, async () => {
        const person = somebody()
        const resume = resumeOf(person.email)
        const documents = [documentPart('resume', resume), documentPart('pan_card', resume, 'pan.pdf')]
        const answer = await orCut(postApplication(url, person, documents))
        if (!answer || answer.status === 503) return answer
        expect(answer.status).toBe(201)
        acknowledged.add(person.email)
        return answer
      }),
    acknowledged: () => acknowledged.size,
    async compare(kept) {
      const of = { kind: 'applications', since: 0, unreadable: expect.unreachable } as const
      const there = await Array.fromAsync(listRecords(kept.db, kept.cipher, of))
      for (const { id, email } of there) {
        const documents = await documentsOf(kept.db, kept.cipher, id)
        expect(documents.map(({ field }) => field)).toEqual(['pan_card', 'resume'])
        for (const file of documents)
          expect((await openFile(kept, file.id)).equals(resumeOf(email))).toBe(true)
      }
      const emails = new Set(there.map(({ email }) => email))
      expect([...acknowledged].filter((email) => !emails.has(email))).toEqual([])
      expect(emails.size).toBe(there.length)
      const told = await payloadsOf(kept, 'careers.notify-agency')
      expect(told.map(({ applicationId }) => applicationId).sort()).toEqual(there.map(({ id }) => id).sort())
    },
  }
}
