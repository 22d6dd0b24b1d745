/** How a number stands, in capitals where a script has them. */
export const badgeMessages = { verified: 'VERIFIED', open: 'NOT VERIFIED' } as const

/** Under an e-mail address that is refused: a button that writes the likely one. */
export const emailFieldMessages = { didYouMean: 'Did you mean {email}?' } as const

/** A field for a file. */
export const fileFieldMessages = {
  /** Said before anything is chosen: `last` after all the other kinds. */
  takes: '{kinds} or {last}, up to {limit}.',
  /** The button, whose own words a browser has in its own language alone. */
  choose: 'Choose file',
  /** Beside that button. */
  drop: 'or drop the file here',
  takePhoto: 'Take photo',
  /** The same button for those who hear it; `label` is the field's. */
  takePhotoOf: 'Take photo of {label}',
  photoOf: 'Photo of {label}',
  /** Where a field takes no picture: pages become one PDF on the device. */
  photographPage: 'Photograph a page',
  photographNext: 'Photograph the next page',
  makingPdf: 'Making one PDF of the pages…',
  /** After the size of a file: how many it was made of. */
  pages: 'pages: {count}',
  /** Above pictures as they will be sent. */
  canBeRead: 'Please check that all of it can be read. If not, remove it and take it again.',
  page: 'Page {number}',
  pageFailed: 'The picture could not be read. Please take it again.',
  remove: 'Remove',
  /** The same button for those who hear it; `name` is the file's. */
  removeFile: 'Remove {name}',
  removed: '{name} removed.',
  /** `size` is a size in words. */
  chosen: '{name} chosen, {size}.',
  remaking: 'Making the picture smaller…',
  /** After the size of a file. */
  madeFrom: 'made from a picture of {size}',
} as const

/** While an application is being sent; `sent` and `total` are sizes in words. */
export const uploadMessages = {
  sending: 'Sending: {sent} of {total}',
  checking: '{total} sent. Your documents are being checked…',
  /** Names the bar. */
  bar: 'Sending',
  percent: '{percent} % sent',
  cancel: 'Cancel',
  /** The same button for those who hear it. */
  cancelSending: 'Cancel sending',
} as const

/** A size in words: bytes below a kilobyte, then KB, then MB with one decimal. */
export const fileSizes = {
  byte: '1 byte',
  bytes: '{size} bytes',
  kilobytes: '{size} KB',
  megabytes: '{size} MB',
} as const

/** The short messages over a page. */
export const toastMessages = { close: 'Close' } as const

/** What stays on the screen once something is sent; `{days}` is a number of working days. */
export const receiptMessages = {
  enquiry: 'We have your enquiry.',
  /** `{service}` is what the enquiry is about. */
  enquiryAbout: 'We have your enquiry about “{service}”.',
  signed:
    'Your agreement is signed. The signed PDF is on its way to you by e-mail. Your bank confirms the mandate next; if we need anything more, we write to you.',
  reference: 'Your reference: {reference}',
  next: 'We answer within {days}, by e-mail or phone. To add something, write to {email} and name your reference.',
  /** A link to the page of one's own. */
  page: 'See where things stand',
} as const
