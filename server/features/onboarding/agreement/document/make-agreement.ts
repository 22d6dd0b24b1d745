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
export async function makeAgreement(data: AgreementData): Promise<MadeAgreement> {
  const text = agreementTextOf(data)
  const pdf = await makePdf(text, {
    createdAt: data.acceptance?.at ?? data.preparedAt,
    foot: `${text.title} · ${data.reference} · version ${text.version}`,
    photo: data.photo,
  })
  return { pdf, pdfSha256: createHash('sha256').update(pdf).digest('hex'), text, textSha256: textHash(text) }
}
