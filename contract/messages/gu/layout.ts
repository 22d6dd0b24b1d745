/** The frame around every page. */
export const layoutTexts = {
  skip: 'સીધા મુખ્ય લખાણ પર જાઓ',
  /** What a screen reader calls the links of the top bar. */
  mainLinks: 'મુખ્ય',
  menu: 'મેનુ',
  close: 'બંધ કરો',
  /** What a screen reader calls the switch between languages. */
  languages: 'ભાષા',
  shareImage: 'ઝીણા દોરા જે અલગ અલગ શરૂ થાય છે અને સાથે મળીને એક દોરી બને છે',
  /** Where the agency works, for search engines. */
  country: 'ભારત',
} as const

/** Above every page while messages stay on this machine. */
export const sandboxNote = {
  name: 'સેન્ડબોક્સ',
  start: 'સેન્ડબોક્સ.',
  text: 'મેસેજ આ મશીન પર જ રહે છે અને કોઈને પહોંચતા નથી.',
  link: 'તે જુઓ',
} as const

/** What the agency may have set of itself, in the footer and beside forms. */
export const reachTexts = {
  phone: 'ફોન:',
  whatsapp: 'વોટ્સએપ',
  map: 'નકશા પર જુઓ',
  person: 'તમારા સંપર્ક વ્યક્તિ',
  licence: 'લાઇસન્સ',
  gstin: 'જીએસટી નંબર',
} as const
