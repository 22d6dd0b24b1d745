import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { probes } from '#contract/paths.ts'
import { startProcess } from '#tests/support/child.ts'
import { enter, freshPhone, knownOf, sendTo } from '#tests/support/codes.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { makePlace } from '#tests/support/place.ts'
import { shared } from '#tests/support/shared.ts'
import { codeFor, newVisitor } from '#tests/support/visitor.ts'
import { hasFaultTools } from '#tests/support/resilience/traced.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

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
  /** Sets the clock so many seconds off the right time; whoever reads the file finds it whole. */
  const jump = async (seconds: number) => {
    await writeFile(`${file}.next`, `${seconds < 0 ? '' : '+'}${seconds}`)
    await rename(`${file}.next`, file)
  }
  await jump(0)
  const server = startProcess({
    ...{ RATE_LIMIT_SCALE: '1', ...place.settings },
    ...{ LD_PRELOAD: findFaketime(), FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' },
    ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_DONT_RESET: '1' },
  })
  const stop = async () => {
    await server.kill('SIGKILL')
    await place.remove()
  }
  return { url: await server.url, jump, [Symbol.asyncDispose]: stop }
}

describe.skipIf(!hasFaultTools)('a clock that jumps', () => {
  const server = shared(startWithClock)
  it.for([
    ['ten minutes on', 10 * MINUTE],
    ['a day back', -DAY],
  ] as const)('%s leaves codes that end, and visitors who are served', async ([, seconds]) => {
    const visitor = newVisitor(server.url)
    const phone = freshPhone()
    expect((await sendTo(visitor, phone)).status).toBe(200)
    const code = await codeFor(visitor, phone)
    const life = (await knownOf(visitor)).phoneOtp?.otp.expiresAfter ?? 0
    expect(life).toBeGreaterThan(500)
    expect(life).toBeLessThanOrEqual(600)
    await server.jump(seconds)
    // What was begun before the jump has to be begun again, and that can be done at once.
    expect((await enter(visitor, phone, code)).status).toBe(422)
    // No limit of before the jump stands in the way.
    expect((await sendTo(visitor, phone)).status).toBe(200)
    const other = freshPhone()
    const again = newVisitor(server.url)
    expect((await sendTo(again, other)).status).toBe(200)
    expect((await knownOf(again)).phoneOtp?.otp.expiresAfter).toBeLessThanOrEqual(600)
    expect((await enter(again, other, await codeFor(again, other))).status).toBe(200)
    expect((await postEnquiry(server.url)).status).toBe(201)
    expect((await fetch(server.url + probes.ready)).status).toBe(200)
  })
})
