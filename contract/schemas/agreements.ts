import * as z from 'zod/mini'
import { languages } from '#contract/messages/languages.ts'

/** Every wording there has been, of the agreement and of annexes; one that somebody accepted is never changed. */
export const agreementVersion = z.enum(['2026-11-20', '2026-11-23'])
export type AgreementVersion = z.infer<typeof agreementVersion>
export const currentVersions = { agreement: '2026-11-20', annex: '2026-11-23' } as const

/** One label with its value; an empty value is one that nobody gave. */
const agreementRow = z.object({ label: z.string(), value: z.string() })
export type AgreementRow = z.infer<typeof agreementRow>

/** A piece of the agreement; all of it is plain text, wherever it is shown. */
export const agreementBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('list'), items: z.array(z.string()) }),
  z.object({ kind: z.literal('table'), caption: z.string(), rows: z.array(agreementRow) }),
  /** The photo of the person; the picture itself goes beside the text. */
  z.object({ kind: z.literal('photo'), alt: z.string() }),
  /** The name it was accepted in, empty until then. */
  z.object({ kind: z.literal('signature'), label: z.string(), name: z.string() }),
])
export type AgreementBlock = z.infer<typeof agreementBlock>

/** `terms` are the same words before and after the acceptance; the other two tell of it. */
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

/** The agreement as text, for a page; its PDF is made from the same. `english` follows where the first is in another. */
export const agreementText = z.object({ ...inOneLanguage, english: z.optional(oneText) })
export type AgreementText = z.infer<typeof agreementText>

export const agreementTextResponse = z.object({
  message: z.string(),
  data: z.object({
    text: agreementText,
    signed: z.boolean(),
    /** Lower-case hexadecimal SHA-256 of the PDF that says the same. */
    sha256: z.string(),
  }),
})
export const agreementShownResponse = z.object({ message: z.string() })

/** The id in an agreement's address: its own, and not the record's. */
export const agreementAddress = z.object({ address: z.string() })
/** What makes an agreement's address open, and whether the file is to be kept rather than shown (`download=1`). */
export const agreementQuery = z.object({
  expires: z.optional(z.string()),
  signature: z.optional(z.string()),
  download: z.optional(z.string()),
})

/** The Trusted Types policy under which a page may start the reader of PDFs. */
export const viewerPolicy = 'agreement-viewer'
