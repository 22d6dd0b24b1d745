/** The kinds of files that visitors may send, with their endings. `also` are accepted endings that are not shown. */
export const fileKinds = {
  pdf: { contentType: 'application/pdf', endings: ['pdf'], also: [] },
  doc: { contentType: 'application/msword', endings: ['doc'], also: [] },
  docx: {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
    also: [],
  },
  // Windows and WhatsApp Web save a JPEG as jfif.
  jpg: { contentType: 'image/jpeg', endings: ['jpg', 'jpeg'], also: ['jfif', 'jpe'] },
  png: { contentType: 'image/png', endings: ['png'], also: [] },
} as const
export type FileKind = keyof typeof fileKinds

/** Returns the endings for an input's `accept`: `.pdf,.doc,.docx`. */
export function acceptOf(kinds: readonly FileKind[]): string {
  return kinds
    .flatMap((kind) => [...fileKinds[kind].endings, ...fileKinds[kind].also])
    .map((ending) => `.${ending}`)
    .join(',')
}

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
