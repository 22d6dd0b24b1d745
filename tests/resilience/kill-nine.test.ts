import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { probes } from '#contract/paths.ts'
import { ORPHAN_AGE_MS, sweepOrphans } from '#server/features/careers/jobs.ts'
import { uploadsKept } from '#tests/support/application.ts'
import { startProcess } from '#tests/support/child.ts'
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
import { print, seconds } from '#tests/support/print.ts'
import { type Kept, openKept, passClaims } from '#tests/support/resilience/stored.ts'
import { untilTaken, writeEnquiries, type WritePath } from '#tests/support/resilience/write-enquiries.ts'
import {
  everyRecord,
  movedTo,
  writeAcceptances,
  writeApplications,
  writeCallbacks,
  writeRegistrations,
} from '#tests/support/resilience/write-all.ts'
import { startServer } from '#tests/support/server.ts'
import type { Answered } from '#tests/support/visitor.ts'

/** Somebody who registers while the server is killed between each two of their steps. */
interface LongWalk {
  /** Takes the next step, if one is left, at a server that was started again. */
  step(url: string): Promise<void>
}

/** Begins one: nothing that was done has to be done again, and a lost answer is given again. */
function beginLongWalk(): LongWalk {
  let person: Applicant | undefined
  let token: Answered | undefined
  const records = new Set<string>()

  const steps: ((walker: Applicant) => Promise<void>)[] = [
    async (walker) => {
      token = await untilTaken(() => askToken(walker))
      expect(token.status).toBe(200)
    },
    async ({ visitor }) => {
      const chosen = token
      if (!chosen) throw new Error('a step was left out')
      expect((await untilTaken(() => decide(visitor.url, chosen, '0398'))).status).toBe(200)
    },
    registerNow,
    registerNow,
  ]

  async function registerNow(walker: Applicant): Promise<void> {
    const answer = await untilTaken(() => register(walker))
    expect(answer.status).toBe(201)
    records.add(recordOf(answer))
    expect(records.size).toBe(1)
  }

  return {
    async step(url) {
      if (!person) {
        person = await verifiedVisitor(url)
        return
      }
      person = movedTo(url, person)
      await steps.shift()?.(person)
    },
  }
}

/** Enquiries that are acknowledged before a kill. */
const ENQUIRIES = 100

/** A server that takes visitors. */
async function startReady(place: Place) {
  const begun = performance.now()
  const server = startProcess({ ...place.settings, LOG_LEVEL: 'error' })
  const url = await server.url
  expect((await fetch(url + probes.ready)).status).toBe(200)
  print(`ready after ${seconds(performance.now() - begun)}`)
  return { server, url }
}

/** Resolves once so much more was acknowledged, or nothing is left to write, and then at any moment. */
async function untilInTheMiddle(path: WritePath, writing: Promise<void>): Promise<void> {
  const wanted = path.acknowledged() + (path.name === 'enquiries' ? ENQUIRIES : 1)
  let ended = false
  const end = writing.finally(() => (ended = true))
  while (!ended && path.acknowledged() < wanted) await Promise.race([end, sleep(5)])
  await sleep(Math.random() * 300)
}

/** Files that rows name and files that are there are the same, once what was left by the kills is swept. */
async function expectFilesToAgree(kept: Kept): Promise<void> {
  const { db, files, place } = kept
  await sweepOrphans({ db, files, clock: { now: () => Date.now() + ORPHAN_AGE_MS + 60_000 } })
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
    'in the middle of every way of writing loses nothing that was acknowledged: life %i',
    async () => {
      await using place = await makePlace(engine)
      const registrations = writeRegistrations()
      const { people } = registrations
      const paths = [
        registrations,
        writeAcceptances(people),
        writeCallbacks(place, people),
        writeApplications(),
        writeEnquiries(),
      ]
      const walk = beginLongWalk()
      const begun: WritePath[] = []
      for (const path of paths) {
        const { server, url } = await startReady(place)
        for (const earlier of begun) await earlier.comeBack(url)
        await walk.step(url)
        await path.prepare(url)
        begun.push(path)
        const writing = path.write(url)
        await untilInTheMiddle(path, writing)
        await server.kill('SIGKILL')
        await writing
        await using kept = await openKept(place)
        for (const one of begun) await one.compare(kept)
      }
      await expectAllTold(place, begun)
      const acknowledged = paths.map((path) => `${path.acknowledged()} ${path.name}`)
      print(`kill -9 on ${engine}, ${paths.length} times: ${acknowledged.join(', ')} acknowledged`)
    },
  )
})

/** Whoever starts next does what the killed ones left to do, once. */
async function expectAllTold(place: Place, paths: readonly WritePath[]): Promise<void> {
  await using kept = await openKept(place)
  await passClaims(kept)
  await using server = await startServer({ place })
  await server.workOff()
  for (const path of paths) await path.compare(kept)
  await everyRecord(kept)
  const left = await kept.db
    .selectFrom('jobs')
    .select(['kind', 'status'])
    .where('status', '!=', 'done')
    .execute()
  expect(left).toEqual([])
  const accepted = kept.db.selectFrom('agreements').select('signed_file').where('accepted_at', 'is not', null)
  expect((await accepted.execute()).filter(({ signed_file }) => signed_file === null)).toEqual([])
  await expectFilesToAgree(kept)
}
