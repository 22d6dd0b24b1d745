/** What the pages of the agreement say in the browser beside the sentences of `messages.ts`. */
export const agreementPageMessages = {
  document: 'Your agreement, page by page',
  loading: 'Opening your agreement…',
  notShown: 'The agreement cannot be shown here. Please open it, download it, or read it as text below.',
  again: 'Try again',
  open: 'Open',
  download: 'Download',
  /** After «Open» and «Download», for those who hear the links alone. */
  theAgreement: 'the agreement as PDF',
  larger: 'Larger',
  smaller: 'Smaller',
  asText: 'Read the agreement as text',
  photo: 'Photo',
  notSigned: 'Not signed yet',
  submit: 'Submit',
  signing: 'Your acceptance is being kept and the agreement sealed. This can take a few seconds.',
  /** Beside the checkbox. */
  signedAs: 'It is accepted in the name of',
  loadingRecord: 'Opening your record…',
  unreached: 'Your record could not be opened. Please check your connection and try again.',
  /** Where the answer to an acceptance did not come. */
  unanswered:
    'Your acceptance may not have reached us. Please check your connection and press Submit again: it counts once.',
} as const

export function pageOf(page: number, count: number): string {
  return `Page ${page} of ${count}. The same words stand below as text.`
}
