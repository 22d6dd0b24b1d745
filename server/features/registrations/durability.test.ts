import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { storedDataKey } from '#server/lib/data-folder.ts'
import { openFile } from '#server/lib/file-sealing.ts'
import { createSealer } from '#server/lib/sealing.ts'
import { createDiskFiles } from '#server/providers/files/disk.ts'
import { startProcess } from '#server/testing/child.ts'
import type { ServerProcess } from '#server/testing/child.ts'
import { engines, makePlace } from '#server/testing/place.ts'
import type { Place } from '#server/testing/place.ts'
import { askToken, decide, recordOf, register, verifiedVisitor } from '#server/testing/registration.ts'
import type { Applicant } from '#server/testing/registration.ts'
import type { Answered } from '#server/testing/visitor.ts'
import { newVisitor } from '#server/testing/visitor.ts'
import { listExecutives } from './store.ts'

/** What the steps of a registration hand on to one another. */
interface Walk {
  applicant: Applicant
  token?: Answered
}

/** The steps of a registration; a server may end between any two of them, or in the middle of one. */
const steps: [name: string, (walk: Walk) => Promise<Answered>][] = [
  ['token', async (walk) => (walk.token = await askToken(walk.applicant))],
  ['bank', async ({ applicant, token }) => decide(applicant.visitor.url, token ?? unexpected(), '0398')],
  ['register', ({ applicant }) => register(applicant)],
]

function unexpected(): never {
  throw new Error('a step was left out')
}

/** The same person at another address: the server was started again. */
function movedTo(url: string, { applicant, token }: Walk): Walk {
  const visitor = newVisitor(url, applicant.visitor.cookie())
  return { applicant: { ...applicant, visitor }, ...(token ? { token } : {}) }
}

/** What is answered, or nothing where the line was cut. */
async function orCut(answer: Promise<Answered>): Promise<Answered | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof TypeError) return undefined
    throw error
  })
}

/** Each record with all that belongs to it; throws where something is missing or double. */
async function agreement(place: Place): Promise<Map<string, string>> {
  const { db, close } = openDatabase(place)
  const key = storedDataKey(place.dataDir)
  if (!key) throw new Error('the folder holds no key')
  const sealer = createSealer(key)
  const files = createDiskFiles(join(place.dataDir, 'files'))
  const found = new Map<string, string>()
  for await (const person of listExecutives(db, sealer, { since: 0, unreadable: expect.unreachable })) {
    const { id } = person
    const rows = await db.selectFrom('mandates').selectAll().where('executive_id', '=', id).execute()
    expect(rows.map((row) => row.id)).toEqual([person.mandate_id])
    const consents = await db
      .selectFrom('consents')
      .select('purpose')
      .where('executive_id', '=', id)
      .execute()
    expect(consents.map(({ purpose }) => purpose).sort()).toEqual(['aadhaar', 'phone'])
    const sealed = await files.get(person.photo_file)
    if (!sealed) throw new Error('a record names a picture that is not there')
    expect((await buffer(openFile(sealer, person.photo_file, sealed))).length).toBeGreaterThan(100)
    const jobs = await db
      .selectFrom('jobs')
      .select(['kind', 'payload'])
      .where('kind', 'like', 'registrations.%')
      .execute()
    const own = jobs.filter(({ payload }) => JSON.parse(payload).executiveId === id)
    expect(own.map(({ kind }) => kind).sort()).toEqual([
      'registrations.tell-agency',
      'registrations.tell-person',
    ])
    found.set(rows[0]?.transaction_id ?? '', id)
  }
  await close()
  return found
}

describe.each(engines)('kill -9 on %s', { timeout: 240_000 }, (engine) => {
  it('between each two steps costs nobody anything: the person goes on where they were', async () => {
    const place = await makePlace(engine)
    let server = startProcess(place.settings)
    let walk: Walk = { applicant: await verifiedVisitor(await server.url) }
    for (const [name, step] of steps) {
      const answer = await step(walk)
      expect([name, answer.status]).toEqual([name, name === 'register' ? 201 : 200])
      await server.kill('SIGKILL')
      server = startProcess(place.settings)
      walk = movedTo(await server.url, walk)
    }
    // The answer is lost as well: the same call is answered with the same record.
    const again = await register(walk.applicant)
    expect(again.status).toBe(201)
    await server.kill('SIGKILL')
    const { transactionId = '' } = walk.applicant.fields
    expect([...(await agreement(place))]).toEqual([[transactionId, recordOf(again)]])
    await place.remove()
  })

  it('in the middle of registrations loses none that was answered, and makes none double', async () => {
    const place = await makePlace(engine)
    const answered = new Map<string, string>()
    for (let round = 0; round < 3; round += 1) {
      const server = startProcess(place.settings)
      const url = await server.url
      const people = await Promise.all(Array.from({ length: 4 }, () => verifiedVisitor(url)))
      const walks = people.map((applicant): Walk => ({ applicant }))
      for (const [name, step] of steps.slice(0, 2)) {
        const answers = await Promise.all(walks.map(step))
        expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 200, 200, 200, 200])
      }
      const underWay = walks.map(({ applicant }) => registerTwice(applicant, answered))
      await sleep(Math.random() * 600)
      await server.kill('SIGKILL')
      await Promise.all(underWay)
      await finish(place, walks, answered)
      const kept = await agreement(place)
      expect([...answered].filter(([transaction, id]) => kept.get(transaction) !== id)).toEqual([])
      expect(kept.size).toBe((round + 1) * 4)
    }
    await place.remove()
  })
})

/** Two copies at once, as an impatient browser sends them. */
async function registerTwice(applicant: Applicant, answered: Map<string, string>): Promise<void> {
  const copies = await Promise.all([orCut(register(applicant)), orCut(register(applicant))])
  for (const copy of copies) note(copy, applicant, answered)
}

function note(answer: Answered | undefined, { fields }: Applicant, answered: Map<string, string>): void {
  if (!answer || answer.status === 503) return
  expect([answer.status, answer.body.message]).toEqual([201, expect.any(String)])
  const transaction = fields['transactionId'] ?? ''
  const before = answered.get(transaction) ?? recordOf(answer)
  expect(recordOf(answer)).toBe(before)
  answered.set(transaction, before)
}

/** Everybody comes back to a server that was started again, and is registered in the end. */
async function finish(place: Place, walks: readonly Walk[], answered: Map<string, string>): Promise<void> {
  const server: ServerProcess = startProcess(place.settings)
  const url = await server.url
  for (const walk of walks) {
    const { applicant } = movedTo(url, walk)
    note(await register(applicant), applicant, answered)
  }
  await server.kill('SIGKILL')
}
