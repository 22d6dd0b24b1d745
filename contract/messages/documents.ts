/** Why a file is refused, in words for whoever chose it. */
export const fileMessages = {
  empty: 'This file is empty. Please choose another.',
  damaged: 'This file is damaged or incomplete. Please choose another.',
  unreadable:
    'This document is damaged, or not all of it could be read. Please save it as a new, plain PDF and choose that.',
  locked: 'This file is protected by a password. Please choose one that opens without it.',
  active:
    'This file contains scripts, macros or other files. Please save it as a plain document and choose that.',
  infected: 'This file contains a virus and was not kept. Please choose another.',
  tooManyPixels: 'This picture is too large to open. Please choose a smaller one.',
  tooManyFiles: 'Each document can be sent once.',
  nameTooLong: 'The name of this file is too long. Please rename it and choose it again.',
  nameUnusable: 'The name of this file cannot be used. Please rename it and choose it again.',
  oneOnly: 'Please choose one file at a time.',
} as const

/** What a file field takes, said before anything is chosen; `limit` is a size in words. */
export function fileHint(endings: readonly string[], limit: string): string {
  const kinds = endings.map((ending) => ending.toUpperCase())
  return `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}, up to ${limit}.`
}

/** After a refusal: the file chosen before stays. */
export function stillChosen(name: string): string {
  return `${name} is still chosen.`
}

/** The refusal of a file over the limit; `limit` is a size in words. */
export function fileTooLarge(limit: string): string {
  return `This file is larger than ${limit}. Please choose a smaller one.`
}

/** The refusal of a file that is not what its field takes; `endings` such as pdf, doc, docx. */
export function fileOfWrongKind(endings: readonly string[]): string {
  return `This file is not one of ${endings.join(', ')}. Please choose another.`
}

/** Under the pages of a PDF. */
export const pdfMessages = { larger: 'Larger', smaller: 'Smaller' } as const
