import { createHash } from 'node:crypto'
import type { AgreementText } from '#contract/schemas/agreements.ts'
import { agreementTextOf, textHash } from './agreement-text.ts'
import type { AgreementData } from './agreement-data.ts'
import { makePdf } from './pdf/make-pdf.ts'

/** A document and its fingerprints, lower-case hexadecimal. */
export interface MadeAgreement {
  pdf: Uint8Array
  pdfSha256: string
  text: AgreementText
  textSha256: string
}

/** Draws the agreement up: the form to accept, or with an `acceptance` the accepted one with its evidence, not yet sealed. */
export async function makeAgreement(facts: AgreementData): Promise<MadeAgreement> {
  const text = agreementTextOf(facts)
  const pdf = await makePdf(text, {
    createdAt: facts.acceptance?.at ?? facts.preparedAt,
    foot: `${text.title} · ${facts.reference} · version ${text.version}`,
    photo: facts.photo,
  })
  return { pdf, pdfSha256: createHash('sha256').update(pdf).digest('hex'), text, textSha256: textHash(text) }
}
