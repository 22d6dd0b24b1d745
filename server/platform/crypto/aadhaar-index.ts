import type { Sealer } from './field-cipher.ts'

/** What stands for an Aadhaar number wherever one has to be known again; the number itself is kept nowhere (trust.md). */
export function aadhaarIndex(sealer: Sealer, aadhaarNumber: string): string {
  return sealer.index('aadhaar_number', aadhaarNumber)
}
