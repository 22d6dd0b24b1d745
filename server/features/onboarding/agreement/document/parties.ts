import type { AgreementSection } from '#contract/schemas/agreements.ts'
import { paragraph, table, terms } from './blocks.ts'
import type { AgreementData } from './agreement-data.ts'
import { writtenDay, writtenGender } from './written.ts'

/** Who agrees with whom. */
export function parties({ agency }: AgreementData): AgreementSection {
  return terms(
    'parties',
    'Parties',
    paragraph(
      'This agreement is between the agency and the person named below. “We”, “us” and “the agency” mean the agency. “You” means that person, who registers as an executive; our Refund Policy calls the same person the client.',
    ),
    table('The agency', [
      ['Name', agency.name.charAt(0).toUpperCase() + agency.name.slice(1)],
      ['Address', `${agency.street}, ${agency.city} ${agency.pincode}, ${agency.state}, India`],
      ['E-mail', agency.email],
      ['Payments and refunds', agency.supportEmail],
      ['Privacy', agency.privacyEmail],
    ]),
  )
}

/** The person's own data; numbers are masked. */
export function person({ person: given, photo }: AgreementData): AgreementSection {
  const place = [given.address, given.city, given.state, given.pincode, given.country]
  return terms(
    'your-details',
    'Your details',
    ...(photo ? [{ kind: 'photo' as const, alt: 'Photo of the person named below' }] : []),
    table('You', [
      ['Name', given.name],
      ['Date of birth', writtenDay(given.dob)],
      ['Gender', writtenGender[given.gender]],
      ['Address', place.filter(Boolean).join(', ')],
      ['Mobile number', given.phone],
      ['E-mail', given.email],
      ['Aadhaar number', given.aadhaarMasked],
    ]),
    paragraph(
      'Of the Aadhaar number only the last four digits are shown. The full number is not stored by us and stands nowhere in this document.',
    ),
  )
}
