import { expect, test, vi } from 'vitest'
import { sessionStateFrom, emptySession } from './session-state.ts'

const otp = { resendAfter: 30, expiresAfter: 600, triesLeft: 5 }
test("what the server remembers becomes the page's state", () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const nobody = { aadhaar: null, aadhaarOtp: null, phone: null, phoneOtp: null, typed: {} }
  const nothing = { ...nobody, step: 1, mandate: null, registration: null } as const
  expect(sessionStateFrom(nothing)).toEqual(emptySession)
  const known = sessionStateFrom({
    ...nothing,
    aadhaarOtp: { client_id: 'c-1', masked: 'XXXXXXXX4321', otp },
    phoneOtp: { phone: '9700000001', otp },
  })
  expect(known.aadhaarCode).toMatchObject({ shown: 'XXXXXXXX4321', clientId: 'c-1', expiresAt: 1_600_000 })
  expect(known.phoneCode).toMatchObject({ shown: '9700000001', resendAt: 1_030_000, triesLeft: 5 })
})
