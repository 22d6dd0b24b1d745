/** How a number stands, in capitals where a script has them. */
export const badgeMessages = { verified: 'ચકાસાયેલ', open: 'ચકાસાયેલ નથી' } as const

export const emailFieldMessages = { didYouMean: 'શું તમે {email} લખવા માગતા હતા?' } as const

/** A field for a file. */
export const fileFieldMessages = {
  /** Said before anything is chosen: `last` after all the other kinds. */
  takes: '{kinds} અથવા {last}, વધુમાં વધુ {limit}.',
  /** The button, whose own words a browser has in its own language alone. */
  choose: 'ફાઇલ પસંદ કરો',
  /** Beside that button. */
  drop: 'અથવા ફાઇલ અહીં મૂકો',
  takePhoto: 'ફોટો પાડો',
  /** The same button for those who hear it; `label` is the field's. */
  takePhotoOf: 'ફોટો પાડો: {label}',
  photoOf: 'ફોટો: {label}',
  photographPage: 'એક પાનાનો ફોટો લો',
  photographNext: 'આગલા પાનાનો ફોટો લો',
  makingPdf: 'પાનાંમાંથી એક પીડીએફ બની રહી છે…',
  pages: 'પાનાં: {count}',
  canBeRead: 'કૃપા કરીને જોઈ લો કે બધું સાફ વાંચી શકાય છે. ન વંચાય તો તેને દૂર કરો અને ફરીથી ફોટો લો.',
  page: 'પેજ {number}',
  pageFailed: 'ફોટો વાંચી શકાયો નહીં. કૃપા કરીને ફરી લો.',
  remove: 'કાઢી નાખો',
  /** The same button for those who hear it; `name` is the file's. */
  removeFile: '{name} કાઢી નાખો',
  removed: '{name} કાઢી નાખી.',
  /** `size` is a size in words. */
  chosen: '{name} પસંદ કરી, {size}.',
  remaking: 'ફોટો નાનો કરી રહ્યા છીએ…',
  /** After the size of a file. */
  madeFrom: '{size} ના ફોટામાંથી બનાવેલી',
} as const

/** While an application is being sent; `sent` and `total` are sizes in words. */
export const uploadMessages = {
  sending: 'મોકલાય છે: {sent}, કુલ {total}',
  checking: '{total} મોકલાયા. તમારા દસ્તાવેજો તપાસાઈ રહ્યા છે…',
  /** Names the bar. */
  bar: 'મોકલાય છે',
  percent: '{percent} % મોકલાયું',
  cancel: 'રદ કરો',
  /** The same button for those who hear it. */
  cancelSending: 'મોકલવાનું રદ કરો',
} as const

/** A size in words: bytes below a kilobyte, then KB, then MB with one decimal. */
export const fileSizes = {
  byte: '1 બાઇટ',
  bytes: '{size} બાઇટ',
  kilobytes: '{size} કેબી',
  megabytes: '{size} એમબી',
} as const

/** The short messages over a page. */
export const toastMessages = { close: 'બંધ કરો' } as const

export const receiptMessages = {
  enquiry: 'તમારી પૂછપરછ અમને મળી ગઈ છે.',
  enquiryAbout: '“{service}” વિશેની તમારી પૂછપરછ અમને મળી ગઈ છે.',
  signed:
    'તમારા કરાર પર હસ્તાક્ષર થઈ ગયા છે. હસ્તાક્ષરિત પીડીએફ ઈમેલથી તમને મોકલાઈ રહી છે. હવે તમારી બેંક મેન્ડેટની ખાતરી કરે છે; બીજું કંઈ જોઈશે, તો અમે તમને લખીશું.',
  reference: 'તમારો સંદર્ભ નંબર: {reference}',
  next: 'અમે {days}ની અંદર ઈમેલ અથવા ફોનથી જવાબ આપીએ છીએ. કંઈ ઉમેરવું હોય, તો {email} પર લખો અને તમારો સંદર્ભ નંબર જણાવો.',
  page: 'વાત ક્યાં પહોંચી છે તે જુઓ',
} as const
