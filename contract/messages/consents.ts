import type { consentVersions } from '#contract/schemas/identity.ts'

type Version = (typeof consentVersions)[number]

/**
 * The two sentences beside each Verify button, by the version that is recorded when it is pressed. A version that people
 * have agreed to is never edited: other words are another version.
 */
export const consentTexts: Record<Version, { aadhaar: [string, string]; phone: [string, string] }> = {
  '2026-11-20': {
    aadhaar: [
      'When you press Verify, our verification provider sends a code to the mobile number linked to your Aadhaar; with that code it fetches your name, date of birth, gender, address and photo from the Aadhaar records, so that we can confirm who is registering.',
      'We do not keep the Aadhaar number itself: only its last four digits and a mark that cannot be turned back into it.',
    ],
    phone: [
      'When you press Verify, we send a code to this number by SMS, so that we know we can reach you on it.',
      'We use the number for your registration, and the code is not kept.',
    ],
  },
}
