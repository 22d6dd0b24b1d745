import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Names {
  /** By the four letters that an IFSC code begins with. */
  banks: Record<string, string>
  /** Codes, and beginnings of codes, that one bank lends to another: four letters of that one, or its name. */
  lent: Record<string, string>
}

const IFSC_LETTERS = 11
const BANK_LETTERS = 4

let known: Names | undefined

// Ninety kilobytes that most processes of the operator's tool never need.
function names(): Names {
  known ??= JSON.parse(readFileSync(join(import.meta.dirname, 'bank-names.json'), 'utf8')) as Names
  return known
}

/** The bank that an IFSC code belongs to, or undefined when nobody knows it; the branch may not exist all the same. */
export function bankName(ifscCode: string): string | undefined {
  const { banks, lent } = names()
  for (let length = IFSC_LETTERS; length >= BANK_LETTERS; length -= 1) {
    const holder = own(lent, ifscCode.slice(0, length))
    if (holder !== undefined) return own(banks, holder) ?? holder
  }
  return own(banks, ifscCode.slice(0, BANK_LETTERS))
}

function own(table: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
