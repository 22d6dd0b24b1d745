/** Every kind of file a visitor may send, by its proper ending. */
export const fileKinds = {
  pdf: { contentType: 'application/pdf', endings: ['pdf'] },
  doc: { contentType: 'application/msword', endings: ['doc'] },
  docx: {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
  },
  jpg: { contentType: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  png: { contentType: 'image/png', endings: ['png'] },
} as const
export type FileKind = keyof typeof fileKinds

/** The kind that a file's name claims to be, or undefined. */
export function kindOfName(name: string): FileKind | undefined {
  const dot = name.lastIndexOf('.')
  // Without a dot there is no ending, and with nothing before it no name.
  if (dot < 1) return undefined
  const ending = name.slice(dot + 1).toLowerCase()
  const found = Object.entries(fileKinds).find(([, kind]) =>
    (kind.endings as readonly string[]).includes(ending),
  )
  return found?.[0] as FileKind | undefined
}

/** The endings of some kinds as an input's `accept` names them: `.pdf,.doc,.docx`. */
export function acceptOf(kinds: readonly FileKind[]): string {
  return endingsOf(kinds)
    .map((ending) => `.${ending}`)
    .join(',')
}

/** The endings of some kinds, in order. */
export function endingsOf(kinds: readonly FileKind[]): string[] {
  return kinds.flatMap((kind) => [...fileKinds[kind].endings])
}
