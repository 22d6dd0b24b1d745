/** The contact form. */
export const enquiryLabels = {
  name: 'નામ',
  email: 'ઈમેલ',
  phone: 'ફોન નંબર',
  enquiry: 'પૂછપરછ',
  /** Of a field that programs fill in and no person sees. */
  website: 'આ ખાલી રાખો',
  submit: 'સબમિટ કરો',
} as const

/** The career form; its documents have names of their own (`documentNames`). */
export const careerLabels = {
  full_name: 'પૂરું નામ',
  email: 'ઈમેલ',
  phone: 'ફોન નંબર',
  date_of_birth: 'જન્મ તારીખ',
  address: 'સરનામું',
  documents: 'દસ્તાવેજો',
  submit: 'સબમિટ કરો',
  /** A link, once the application is sent. */
  home: 'હમણાં જ હોમ પેજ પર જાઓ',
} as const

/** Step 1 of the registration. */
export const detailLabels = {
  aadhaar_no: 'આધાર નંબર',
  photo: 'પ્રોફાઇલ ફોટો',
  name: 'નામ',
  email: 'ઈમેલ',
  gender: 'લિંગ',
  dob: 'જન્મ તારીખ',
  phone: 'ફોન',
  address: 'સરનામું',
  city: 'શહેર',
  state: 'રાજ્ય',
  country: 'દેશ',
  pincode: 'પિનકોડ',
  /** What the field of the gender shows before one is chosen. */
  choose: 'પસંદ કરો',
  /** The button beside a number that a code is sent for. */
  verify: 'ચકાસો',
  /** The same button for those who hear it; `label` is the field's. */
  verifyOf: '{label} ચકાસો',
} as const

export const genderNames = { M: 'પુરુષ', F: 'સ્ત્રી', O: 'અન્ય' } as const

/** How a number stands, in capitals where a script has them. */
export const badgeMessages = { verified: 'ચકાસાયેલ', open: 'ચકાસાયેલ નથી' } as const

/** A field for a file. */
export const fileFieldMessages = {
  /** The button, whose own words a browser has in its own language alone. */
  choose: 'ફાઇલ પસંદ કરો',
  /** Beside that button. */
  drop: 'અથવા ફાઇલ અહીં મૂકો',
  takePhoto: 'ફોટો પાડો',
  /** The same button for those who hear it; `label` is the field's. */
  takePhotoOf: 'ફોટો પાડો: {label}',
  photoOf: 'ફોટો: {label}',
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
export const fileSizes = { bytes: '{size} બાઇટ', kilobytes: '{size} કેબી', megabytes: '{size} એમબી' } as const

/** The short messages over a page. */
export const toastMessages = { close: 'બંધ કરો' } as const
