import { createHash } from 'node:crypto'

/** Lower-case hexadecimal SHA-256: the one form in which the product stores, shows and compares what something was. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The same of a value of texts, numbers and lists, over its JSON: the order of an object's fields counts. */
export function digestOf(value: unknown): string {
  return sha256(JSON.stringify(value))
}
