import { later } from '#web/lib/later.ts'

/** The modal is fetched once a number is being typed: nobody needs it before. */
export const otpModal = later(async () => (await import('./otp-modal.tsx')).OtpModal)
