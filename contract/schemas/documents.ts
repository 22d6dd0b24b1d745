/** Every kind of file a visitor may send, by its proper ending; `begins` are the bytes that a file of it begins with. */
export const fileKinds = {
  pdf: { contentType: 'application/pdf', endings: ['pdf'], begins: '%PDF-' },
  doc: {
    contentType: 'application/msword',
    endings: ['doc'],
    begins: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  },
  docx: {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
    begins: 'PK\x03\x04',
  },
  jpg: { contentType: 'image/jpeg', endings: ['jpg', 'jpeg'], begins: '\xff\xd8\xff' },
  png: { contentType: 'image/png', endings: ['png'], begins: '\x89PNG\r\n\x1a\n' },
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

/** The kind that a file begins as, whatever its name; undefined where it begins as none. */
export function kindOfContent(bytes: Uint8Array): FileKind | undefined {
  const begins = String.fromCharCode(...bytes.subarray(0, 8))
  return (Object.keys(fileKinds) as FileKind[]).find((kind) => begins.startsWith(fileKinds[kind].begins))
}

/** A file's name with an ending of its kind: the same where it has one. */
export function namedAs(name: string, kind: FileKind): string {
  return kindOfName(name) === kind ? name : name.replace(/\.[^.]*$/, `.${fileKinds[kind].endings[0]}`)
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
