import { describe, expect, it } from 'vitest'
import { probes } from '#contract/paths.ts'
import { ORPHAN_AGE_MS, sweepOrphans } from '#server/platform/uploads/stored-documents.ts'
import { uploadsKept } from '#tests/support/application.ts'
import { startProcess } from '#tests/support/child.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { rounds } from '#tests/support/rounds.ts'
import { engines, makePlace, type Place } from '#tests/support/place.ts'
import {
  type Applicant,
  askToken,
  decide,
  recordOf,
  register,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { print } from '#tests/support/print.ts'
import { type Kept, openKept, passClaims } from '#tests/support/resilience/stored.ts'
import { writeEnquiries, type WritePath } from '#tests/support/resilience/write-enquiries.ts'
import {
  everyRecord,
  movedTo,
  untilTaken,
  writeAcceptances,
  writeApplications,
  writeCallbacks,
  writeRegistrations,
} from '#tests/support/resilience/write-all.ts'
import { startServer } from '#tests/support/server.ts'
import type { Answered } from '#tests/support/visitor.ts'

/** A person who registers, a few steps at each server: nothing is done twice, and a lost answer is given again. */
function beginLongWalk() {
  let person: Applicant
  let token: Answered
  const records = new Set<string>()
  async function registerNow(): Promise<void> {
    const answer = await untilTaken(() => register(person))
    expect(answer.status).toBe(201)
    expect(records.add(recordOf(answer)).size).toBe(1)
  }
  const steps: ((url: string) => Promise<void>)[] = [
    async (url) => void (person = await verifiedVisitor(url)),
    async () => {
      token = await untilTaken(() => askToken(person))
      expect(token.status).toBe(200)
    },
    async (url) => expect((await untilTaken(() => decide(url, token, '0398'))).status).toBe(200),
    registerNow,
    registerNow,
  ]
  return async (url: string, count = steps.length) => {
    if (person) person = movedTo(url, person)
    for (const step of steps.splice(0, count)) await step(url)
  }
}

/** Returns a random number from 1 to `most`. */
function upTo(most: number): number {
  return 1 + Math.floor(Math.random() * most)
}

/** Resolves at a random moment once each path has more acknowledgements, or nothing is left to write. */
async function untilInTheMiddle(paths: readonly WritePath[], writing: readonly Promise<unknown>[]) {
  const wanted = paths.map((path) => path.acknowledged() + upTo(path.name === 'enquiries' ? 60 : 4))
  const ended = new Set<number>()
  for (const [at, one] of writing.entries()) void one.finally(() => ended.add(at))
  const isDue = (path: WritePath, at: number) => ended.has(at) || path.acknowledged() >= (wanted[at] ?? 0)
  await expect.poll(() => paths.every(isDue), { interval: 5, timeout: 300_000 }).toBe(true)
}

/** Expects the files of the rows and the stored files to be the same after the sweep. */
async function expectFilesToAgree(kept: Kept): Promise<void> {
  const { db, files, place } = kept
  await sweepOrphans({
    db,
    files,
    log: createLog('error'),
    clock: { now: () => Date.now() + ORPHAN_AGE_MS + 60_000 },
  })
  const [documents, photos, agreements] = await Promise.all([
    db.selectFrom('application_files').select('id').execute(),
    db.selectFrom('executives').select('photo_file').execute(),
    db.selectFrom('agreements').select(['form_file', 'signed_file']).execute(),
  ])
  const named = [
    ...documents.map(({ id }) => id),
    ...photos.map(({ photo_file }) => photo_file),
    ...agreements.flatMap(({ form_file, signed_file }) => [form_file, signed_file]),
  ]
  const there = await uploadsKept(place.dataDir)
  expect(there.files.sort()).toEqual(named.filter((id) => id !== null).sort())
  expect(there.spool).toEqual([])
}

describe.each(engines)('kill -9 on %s', (engine) => {
  it.for(Array.from({ length: rounds }, (_, index) => index + 1))(
    'in the middle of all ways of writing loses nothing that was acknowledged: life %i',
    async () => {
      await using place = await makePlace(engine)
      const registrations = writeRegistrations()
      const { people } = registrations
      const lives = [
        [registrations, writeApplications(), writeEnquiries()],
        [writeAcceptances(people), writeCallbacks(place, people)],
      ]
      const walkOn = beginLongWalk()
      const begun: WritePath[] = []
      for (const paths of lives) {
        const server = startProcess({ ...place.settings, LOG_LEVEL: 'error' })
        const url = await server.url
        expect((await fetch(url + probes.ready)).status).toBe(200)
        for (const earlier of begun) await earlier.comeBack?.(url)
        await walkOn(url, upTo(2))
        for (const path of paths) await path.prepare?.(url)
        const writing = paths.map((path) => path.write(url))
        await untilInTheMiddle(paths, writing)
        await server.kill('SIGKILL')
        await Promise.all(writing)
        begun.push(...paths)
        await using kept = await openKept(place)
        for (const path of begun) await path.compare(kept)
      }
      await expectAllTold(place, begun, walkOn)
      const acknowledged = begun.map((path) => `${path.acknowledged()} ${path.name}`)
      print(`kill -9 on ${engine}: ${acknowledged.join(', ')} acknowledged`)
    },
  )
})

/** Expects the next process to do, once, what the killed ones left. */
async function expectAllTold(
  place: Place,
  paths: readonly WritePath[],
  walkOn: (url: string) => Promise<void>,
): Promise<void> {
  await using kept = await openKept(place)
  await passClaims(kept)
  await using server = await startServer({ place })
  await walkOn(server.url)
  await server.workOff()
  for (const path of paths) await path.comeBack?.(server.url)
  await server.workOff()
  for (const path of paths) await path.compare(kept)
  await everyRecord(kept)
  const left = kept.db.selectFrom('jobs').select(['kind', 'status']).where('status', '!=', 'done')
  expect(await left.execute()).toEqual([])
  const accepted = kept.db.selectFrom('agreements').select('signed_file').where('accepted_at', 'is not', null)
  expect((await accepted.execute()).filter(({ signed_file }) => signed_file === null)).toEqual([])
  await expectFilesToAgree(kept)
}
