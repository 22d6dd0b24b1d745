/** Every kind of file that a visitor may send, by its proper ending; `also` are endings that people are not told of. */
export const fileKinds = {
  pdf: { contentType: 'application/pdf', endings: ['pdf'], also: [] },
  doc: { contentType: 'application/msword', endings: ['doc'], also: [] },
  docx: {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
    also: [],
  },
  // Windows and WhatsApp in a browser save a JPEG as the first of the two.
  jpg: { contentType: 'image/jpeg', endings: ['jpg', 'jpeg'], also: ['jfif', 'jpe'] },
  png: { contentType: 'image/png', endings: ['png'], also: [] },
} as const
export type FileKind = keyof typeof fileKinds

/** The endings of some kinds as an input's `accept` names them: `.pdf,.doc,.docx`. */
export function acceptOf(kinds: readonly FileKind[]): string {
  return kinds
    .flatMap((kind) => [...fileKinds[kind].endings, ...fileKinds[kind].also])
    .map((ending) => `.${ending}`)
    .join(',')
}

/** The endings of some kinds, in order. */
export function endingsOf(kinds: readonly FileKind[]): string[] {
  return kinds.flatMap((kind) => [...fileKinds[kind].endings])
}

/**
 * What can be found in a document that acts, fetches or opens something once its original is opened; what is worst comes
 * first. Their words are in `contract/messages/staff-record.ts`.
 */
export const documentMarks = [
  ...(['hidden', 'script', 'action', 'field', 'template', 'linked', 'control', 'object'] as const),
  ...(['attachment', 'media', 'otherLink', 'form', 'irregular', 'oldWord', 'link'] as const),
] as const
export type DocumentMark = (typeof documentMarks)[number]
