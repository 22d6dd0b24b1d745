import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type HttpError, Refused } from '#server/platform/http/http-errors.ts'

export { Refused }

/** What the desk reads from. */
export interface DeskStores {
  db: Db
  cipher: FieldCipher
}

/** A refusal in the sentence of its code, or in one of its own. */
export function refused(code: HttpError['code'], text?: string): Refused {
  return new Refused({ code, ...(text === undefined ? {} : { message: { text } }) })
}

/** A time in milliseconds as answers have it. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}
