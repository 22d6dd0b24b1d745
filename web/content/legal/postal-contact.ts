import { agency } from '#contract/schemas/agency.ts'
import type { Block, ContactEmail } from './legal-text.ts'

/** The agency's postal address with the e-mail addresses that matter for the text at hand. */
export function postalContact(...emails: ContactEmail[]): Block {
  return {
    kind: 'contact',
    name: agency.nameStart,
    addressLines: [agency.street, `${agency.city} ${agency.pincode}`, `${agency.state}, India`],
    emails,
  }
}
