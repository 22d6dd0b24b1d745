import type { FieldCipher } from './field-cipher.ts'

/** What stands for an Aadhaar number wherever one has to be known again; the number itself is kept nowhere (trust.md). */
export function aadhaarIndex(cipher: FieldCipher, aadhaarNumber: string): string {
  return cipher.index('aadhaar_number', aadhaarNumber)
}
