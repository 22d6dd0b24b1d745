/** Why a file is refused, in words for whoever chose it. */
export const fileMessages = {
  empty: 'This file is empty. Please choose another.',
  /** Of one that was sent with a form that comes back: no page can keep a file. */
  chooseAgain: 'Please choose this file again.',
  damaged: 'This file is damaged or incomplete. Please choose another.',
  unreadable: 'This document is damaged and does not open. Please save it as a new PDF and choose that.',
  locked: 'This file is protected by a password. Please choose one that opens without it.',
  macros: 'This file contains macros. Please save it as a PDF and choose that.',
  tooLargeInside: 'This document is too large to be opened. Please save it as a smaller PDF and choose that.',
  infected: 'This file contains a virus and was not kept. Please choose another.',
  tooManyPixels: 'This picture is too large to open. Please choose a smaller one.',
  tooManyFiles: 'Each document can be sent once.',
  noRoom: 'We have no room for files at the moment. Please try again in an hour.',
  nameTooLong: 'The name of this file is too long. Please rename it and choose it again.',
  oneOnly: 'Please choose one file at a time.',
  /** After a refusal: the file chosen before stays. */
  stillChosen: '{name} is still chosen.',
  /** `limit` is a size in words. */
  tooLarge: 'This file is larger than {limit}. Please choose a smaller one.',
  /** `kinds` such as pdf, doc, docx. */
  wrongKind: 'Inside, this file is none of {kinds}. Please choose another.',
  /** Whatever its name says; `what` is one of `fileContents`. */
  otherPicture:
    'Inside, this file is {what}. Please save it as JPEG, or take a screenshot of it, and choose that.',
  otherDocument: 'Inside, this file is {what}. Please save it as PDF and choose that.',
  noDocument: 'Inside, this file is {what}. Please choose another.',
} as const

/** What a file is by its own bytes; `format` such as HEIC or RTF. */
export const fileContents = {
  picture: 'a picture ({format})',
  document: 'a document ({format})',
  text: 'plain text',
  page: 'a web page',
  archive: 'an archive, or another file of Office',
  program: 'a program',
  video: 'a video',
} as const

/** Under the pages of a PDF. */
export const pdfMessages = { larger: 'Larger', smaller: 'Smaller' } as const
