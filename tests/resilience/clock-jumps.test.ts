import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { probes } from '#contract/paths.ts'
import { startProcess } from '#tests/support/child.ts'
import { enter, freshPhone, knownOf, sendTo } from '#tests/support/codes.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { makePlace } from '#tests/support/place.ts'
import { codeFor, newVisitor } from '#tests/support/visitor.ts'
import { figure } from '#tests/support/resilience/measurement.ts'
import { inForm } from '#tests/support/long.ts'
import { hasFaultTools } from '#tests/support/resilience/traced.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
type Jump = [name: string, seconds: number]
const far: Jump[] = [
  ['a day on', DAY],
  ['a day back', -DAY],
]
const near: Jump[] = [
  ['ten minutes on', 10 * MINUTE],
  ['ten minutes back', -10 * MINUTE],
]
const jumps = inForm({ short: far, long: [...far, ...near] })
/** The wait between two codes, and ten minutes that two clocks may be apart. */
const LONGEST_WAIT = 30 + 10 * MINUTE

/** Debian keeps the library in a folder that is named for the machine's kind. */
function findFaketime(): string {
  const root = '/usr/lib'
  const folders = readdirSync(root).map((name) => join(root, name, 'faketime', 'libfaketime.so.1'))
  return folders.find((file) => existsSync(file)) ?? ''
}

/** A server whose clock can be moved while it runs; its timers go by the clock that nobody moves. */
async function startWithClock() {
  const place = await makePlace('sqlite')
  const file = join(place.dataDir, 'clock')
  await writeFile(file, '+0')
  const server = startProcess({
    ...place.settings,
    RATE_LIMIT_SCALE: '1',
    LD_PRELOAD: findFaketime(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_RESET: '1',
  })
  return {
    url: await server.url,
    /** Sets the clock so many seconds off the right time; whoever reads the file finds it whole. */
    async jump(seconds: number) {
      await writeFile(`${file}.next`, `${seconds < 0 ? '' : '+'}${seconds}`)
      await rename(`${file}.next`, file)
    },
    async [Symbol.asyncDispose]() {
      await server.kill('SIGKILL')
      await place.remove()
    },
  }
}

describe.skipIf(!hasFaultTools)('a clock that jumps', () => {
  it.for(jumps)('%s leaves codes that end, and visitors who are served', async ([name, seconds]) => {
    await using server = await startWithClock()
    const visitor = newVisitor(server.url)
    const phone = freshPhone()
    expect((await sendTo(visitor, phone)).status).toBe(200)
    const code = await codeFor(visitor, phone)
    const life = (await knownOf(visitor)).phoneOtp?.otp.expiresAfter ?? 0
    expect(life).toBeGreaterThan(500)
    expect(life).toBeLessThanOrEqual(600)
    await server.jump(seconds)
    // What was begun before the jump may have to be begun again, and that can be done at once.
    const old = await enter(visitor, phone, code)
    expect([200, 422]).toContain(old.status)
    // No limit lasts longer than its own window because of the jump.
    const resent = await sendTo(visitor, phone)
    expect([200, 429]).toContain(resent.status)
    expect(Number(resent.headers.get('retry-after') ?? 0)).toBeLessThanOrEqual(LONGEST_WAIT)
    const other = freshPhone()
    const again = newVisitor(server.url)
    expect((await sendTo(again, other)).status).toBe(200)
    expect((await knownOf(again)).phoneOtp?.otp.expiresAfter).toBeLessThanOrEqual(600)
    expect((await enter(again, other, await codeFor(again, other))).status).toBe(200)
    expect((await postEnquiry(server.url)).status).toBe(201)
    expect((await fetch(server.url + probes.ready)).status).toBe(200)
    figure(
      'R17',
      `clock ${name}: the code before it is ${old.status === 200 ? 'good' : 'over'}, a new one works at once`,
    )
  })
})
