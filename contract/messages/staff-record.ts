import { documentFields } from '#contract/fields/application.ts'

const documentNames = new Map<string, string>([
  ...Object.entries(documentFields).map(([field, { name }]) => [field, name] as const),
  // Of an executive, who chose them in no list of documents.
  ['photo', 'Photo'],
  ['agreement', 'Agreement'],
])

/** What visitors and staff call the document of a field. */
export function documentName(field: string): string {
  const [, annex] = /^annex(\d+)$/.exec(field) ?? []
  return annex === undefined
    ? (documentNames.get(field) ?? field)
    : `Addition to the agreement (annex ${annex})`
}

/** An enquiry that came as a program sends them: why it was marked. */
export const suspicionWords = {
  label: 'Marked as suspect',
  honeypot: 'It filled a field that people do not see',
  'too-fast': 'It was sent faster than a person writes',
} as const

/** The reasons as they are stored, in words. */
export function suspicionText(stored: string | null): string {
  const reasons: Readonly<Record<string, string>> = suspicionWords
  const found = stored?.split(/[,\s]+/) ?? []
  return found.map((reason) => reasons[reason] ?? reason).join('; ')
}

/** How a person's agreement stands, whatever became of the mandate. */
export const agreementStates = {
  label: 'Agreement',
  unsigned: 'Not signed',
  signed: 'Signed',
  annexOpen: 'Signed; an addition for another mandate awaits acceptance',
} as const

export const mandateLabel = 'Mandate'

/** In the place of its status, once it no longer counts. */
export const mandateEnded = 'Ended'

/** What the virus scanner said of a document, at the desk and in exports. */
export const scanNames = {
  clean: 'No virus found',
  unscanned: 'Not checked for viruses yet',
  off: 'Not checked for viruses',
} as const
