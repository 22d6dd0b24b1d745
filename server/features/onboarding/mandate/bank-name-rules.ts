import bankNames from 'ifsc/src/banknames.json' with { type: 'json' }
import lentBeginnings from 'ifsc/src/custom-sublets.json' with { type: 'json' }
import lentBranches from 'ifsc/src/sublet.json' with { type: 'json' }

const IFSC_LETTERS = 11
const BANK_LETTERS = 4

/** Banks by the first four letters of their IFSC codes. */
const banks: Record<string, string> = bankNames
/** Codes and prefixes that one bank lends to another; the value is the other bank's four letters or its name. */
const lent: Record<string, string> = { ...lentBeginnings, ...lentBranches }

/** Returns the bank of an IFSC code, or undefined if none is known. The branch need not exist. */
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
