import bankNames from 'ifsc/src/banknames.json' with { type: 'json' }
import lentBeginnings from 'ifsc/src/custom-sublets.json' with { type: 'json' }
import lentBranches from 'ifsc/src/sublet.json' with { type: 'json' }

const IFSC_LETTERS = 11
const BANK_LETTERS = 4

/** By the four letters that an IFSC code begins with. */
const banks: Record<string, string> = bankNames
/** Codes, and beginnings of codes, that one bank lends to another: four letters of that one, or its name. */
const lent: Record<string, string> = { ...lentBeginnings, ...lentBranches }

/** The bank that an IFSC code belongs to, or undefined when nobody knows it; the branch may not exist all the same. */
export function bankName(ifscCode: string): string | undefined {
  for (let length = IFSC_LETTERS; length >= BANK_LETTERS; length -= 1) {
    const holder = own(lent, ifscCode.slice(0, length))
    if (holder !== undefined) return own(banks, holder) ?? holder
  }
  return own(banks, ifscCode.slice(0, BANK_LETTERS))
}

function own(table: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key]?.trim().replaceAll(/\s+/g, ' ') : undefined
}
