import { type FileKind, fileKinds } from '#contract/schemas/documents.ts'

/** What turns or hides what stands beside it. The two joiners are part of words in Indian scripts. */
const hidden = /(?![\u200c\u200d])\p{Cf}/gu
/** What no file system takes, and some of it as browsers spell it in a name. */
const untaken = /[\p{Cc}\p{Zl}\p{Zp}\\/:*?"<>|]|%(?:[01][0-9a-f]|22|2f|5c|7f)/giu
/** What no name begins or ends with. */
const edges = /^[\s.\u200c\u200d]+|[\s.\u200c\u200d]+$/gu

const endingOfAKind = /\.(?:pdf|docx?|jpe?g?|jfif|png)$/i

/** A file's name as it is kept: without what is not seen, and with an ending of the kind that the file is. */
export function keptName(name: string, kind: FileKind): string {
  const plain = name.normalize('NFC').replace(hidden, '').replace(untaken, '-').replace(edges, '')
  const { endings } = fileKinds[kind]
  const [ending] = endings
  if (endings.some((one) => plain.toLowerCase().endsWith(`.${one}`))) return plain
  return `${plain.replace(endingOfAKind, '') || 'document'}.${ending}`
}
