import { maskAccount } from '#contract/schemas/mandates.ts'
import { maskAadhaar } from '#contract/schemas/identity.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { consentsOf, type Executive, listExecutives } from '#server/features/onboarding/registration/store.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import type { Kept } from './database.ts'
import type { Wanted } from './commands/export.ts'
import type { Row } from './output.ts'

export const executiveColumns = [
  ...['id', 'created_at', 'name', 'email', 'phone', 'gender', 'dob'],
  ...['address', 'city', 'state', 'country', 'pincode', 'aadhaar_no'],
  'notice',
  ...['transaction_id', 'mandate', 'mandate_reg_no', 'account_name', 'account_no', 'ifsc_code'],
]

/** Registered people, oldest first, each with the mandate that counts. */
export async function* executiveRows(kept: Kept, { since, reveal, unreadable }: Wanted): AsyncGenerator<Row> {
  for await (const person of listExecutives(kept.db, kept.cipher, { since, unreadable })) {
    const notice = await noticeOf(kept, person)
    yield { ...personOf(person, reveal), notice, ...(await mandateOf(kept, person, reveal)) }
  }
}

function personOf(person: Executive, reveal: boolean): Row {
  const { reference, name, gender, dob, address, city, state, country, pincode } = person
  return {
    ...{ id: reference, created_at: new Date(person.created_at).toISOString(), name },
    email: reveal ? person.email : maskEmail(person.email),
    phone: reveal ? person.phone : maskNumber(person.phone),
    ...{ gender, dob, address, city, state, country, pincode },
    aadhaar_no: maskAadhaar(person.aadhaar_last_four),
  }
}

/** The notice on the page when the person first pressed Verify. */
async function noticeOf({ db }: Kept, { id }: Executive): Promise<string | null> {
  const [first] = await consentsOf(db, id)
  return first?.notice_version ?? null
}

async function mandateOf({ db, cipher }: Kept, person: Executive, reveal: boolean): Promise<Row> {
  const mandate = await findMandate(db, cipher, { id: person.mandate_id })
  const accountNo = mandate?.accountNo ?? ''
  return {
    transaction_id: mandate?.transactionId ?? '',
    mandate: mandate?.status ?? '',
    mandate_reg_no: mandate?.regNo ?? '',
    account_name: mandate?.accountName ?? '',
    account_no: reveal ? accountNo : maskAccount(accountNo),
    ifsc_code: mandate?.ifscCode ?? '',
  }
}
