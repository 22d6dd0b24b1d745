import * as z from 'zod/mini'
import { languages } from '#contract/messages/languages.ts'

/** All versions of the text of agreements and annexes. An accepted version is never changed. */
export const agreementVersion = z.enum(['2026-11-20', '2026-11-23'])
export type AgreementVersion = z.infer<typeof agreementVersion>
export const currentVersions = { agreement: '2026-11-20', annex: '2026-11-23' } as const

/** A label with its value, which is empty if nobody gave one. */
const agreementRow = z.object({ label: z.string(), value: z.string() })
export type AgreementRow = z.infer<typeof agreementRow>

/** A part of the agreement, always plain text. */
export const agreementBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('list'), items: z.array(z.string()) }),
  z.object({ kind: z.literal('table'), caption: z.string(), rows: z.array(agreementRow) }),
  /** The person's photo, which is sent separately. */
  z.object({ kind: z.literal('photo'), alt: z.string() }),
  /** The name of the person who accepted; empty before. */
  z.object({ kind: z.literal('signature'), label: z.string(), name: z.string() }),
])
export type AgreementBlock = z.infer<typeof agreementBlock>

/** `terms` are the same before and after acceptance; the other parts are about the acceptance. */
export const agreementSection = z.object({
  id: z.string(),
  part: z.enum(['terms', 'signature', 'evidence']),
  heading: z.string(),
  blocks: z.array(agreementBlock),
})
export type AgreementSection = z.infer<typeof agreementSection>

const tags = Object.values(languages).map(({ tag }) => tag)

const inOneLanguage = {
  version: agreementVersion,
  language: z.enum(tags),
  title: z.string(),
  /** Below the title. */
  summary: z.array(agreementBlock),
  sections: z.array(agreementSection),
}
const oneText = z.object(inOneLanguage)
/** The agreement in one language. */
export type OneText = z.infer<typeof oneText>

/** The agreement as text, with the same content as its PDF; `english` if the first text is in another language. */
export const agreementText = z.object({ ...inOneLanguage, english: z.optional(oneText) })
export type AgreementText = z.infer<typeof agreementText>

export const agreementTextResponse = z.object({
  message: z.string(),
  data: z.object({
    text: agreementText,
    signed: z.boolean(),
    /** Lower-case hexadecimal SHA-256 of the PDF with the same content. */
    sha256: z.string(),
  }),
})
export const agreementShownResponse = z.object({ message: z.string() })

/** The id in an agreement's address, which differs from the record's. */
export const agreementAddress = z.object({ address: z.string() })
/** The signature of an agreement's address, and whether to download the file (`download=1`). */
export const agreementQuery = z.object({
  expires: z.optional(z.string()),
  signature: z.optional(z.string()),
  download: z.optional(z.string()),
})

/** The Trusted Types policy for loading the PDF reader. */
export const viewerPolicy = 'agreement-viewer'
