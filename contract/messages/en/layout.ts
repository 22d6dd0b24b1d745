/** The frame around every page. */
export const layoutTexts = {
  skip: 'Skip to content',
  /** What a screen reader calls the links of the top bar. */
  mainLinks: 'Main',
  menu: 'Menu',
  close: 'Close',
  /** What a screen reader calls the switch between languages. */
  languages: 'Language',
  shareImage: 'Fine threads that start apart and run together into one cord',
  /** Where the agency works, for search engines. */
  country: 'India',
} as const

/** Above every page while messages stay on this machine. */
export const sandboxNote = {
  name: 'Sandbox',
  start: 'Sandbox.',
  text: 'Messages stay on this machine and reach nobody.',
  link: 'See them',
} as const

/** What the agency may have set of itself, in the footer and beside forms. */
export const reachTexts = {
  phone: 'Phone:',
  whatsapp: 'WhatsApp',
  map: 'See it on a map',
  person: 'Your contact person',
  licence: 'Licence',
  gstin: 'GSTIN',
} as const
