import * as z from 'zod/mini'
import { otp } from '#contract/fields/field.ts'
import { otpState } from './identity.ts'

/** A code for a link that was opened in another browser than the one that registered (LINK_STEP_UP). */
export const linkOtpRequest = z.object({ id: z.string() })
export const linkOtpResponse = z.object({
  message: z.string(),
  /** The phone on record, masked. */
  data: z.object({ phone: z.string() }),
  otp: otpState,
})
export const verifyLinkOtpRequest = z.object({ id: z.string(), otp })
export const verifyLinkOtpResponse = z.object({ message: z.string() })
