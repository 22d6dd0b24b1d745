import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { probes } from '#contract/paths.ts'
import { enter, freshPhone, knownOf, sendTo } from '#tests/support/codes.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { codeFor, newVisitor } from '#tests/support/visitor.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const server = sharedServer({ settings: { RATE_LIMIT_SCALE: '1' } })

// Changes the clock of this whole process, libraries included; timers use another clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it.for([
  ['ten minutes on', 10 * MINUTE_MS],
  ['a day back', -DAY_MS],
] as const)('a clock that jumps %s ends codes, and visitors are still served', async ([, ms]) => {
  const visitor = newVisitor(server.url)
  const phone = freshPhone()
  expect((await sendTo(visitor, phone)).status).toBe(200)
  const code = await codeFor(visitor, phone)
  expect((await knownOf(visitor)).phoneOtp?.otp.expiresAfter).toBe(600)
  vi.setSystemTime(Date.now() + ms)
  // What was begun before the jump can be begun again at once.
  expect((await enter(visitor, phone, code)).status).toBe(422)
  // Limits from before the jump do not prevent it.
  expect((await sendTo(visitor, phone)).status).toBe(200)
  const other = freshPhone()
  const again = newVisitor(server.url)
  expect((await sendTo(again, other)).status).toBe(200)
  expect((await knownOf(again)).phoneOtp?.otp.expiresAfter).toBe(600)
  expect((await enter(again, other, await codeFor(again, other))).status).toBe(200)
  expect((await postEnquiry(server.url)).status).toBe(201)
  expect((await fetch(server.url + probes.ready)).status).toBe(200)
})
