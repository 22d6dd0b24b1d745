import { type FileKind, fileKinds } from '#contract/schemas/documents.ts'

/** Characters that reverse or hide text. The two joiners are part of words in Indian scripts. */
const hidden = /(?![\u200c\u200d])\p{Cf}/gu
/** Characters that file systems refuse, some of them as browsers encode them in a name. */
const untaken = /[\p{Cc}\p{Zl}\p{Zp}\\/:*?"<>|]|%(?:[01][0-9a-f]|22|2f|5c|7f)/giu
/** Characters that may not begin or end a name. */
const edges = /^[\s.\u200c\u200d]+|[\s.\u200c\u200d]+$/gu

const endingOfAKind = /\.(?:pdf|docx?|jpe?g?|jfif|png)$/i

/** Returns a file's stored name: without invisible characters, and with an ending of its actual kind. */
export function keptName(name: string, kind: FileKind): string {
  const plain = name.normalize('NFC').replace(hidden, '').replace(untaken, '-').replace(edges, '')
  const { endings } = fileKinds[kind]
  const [ending] = endings
  if (endings.some((one) => plain.toLowerCase().endsWith(`.${one}`))) return plain
  return `${plain.replace(endingOfAKind, '') || 'document'}.${ending}`
}
