/** The frame around every page. */
export const layoutTexts = {
  skip: 'सीधे सामग्री पर जाएँ',
  /** What a screen reader calls the links of the top bar. */
  mainLinks: 'मुख्य',
  menu: 'मेन्यू',
  close: 'बंद करें',
  /** What a screen reader calls the switch between languages. */
  languages: 'भाषा',
  shareImage: 'बारीक धागे जो अलग-अलग शुरू होते हैं और मिलकर एक डोरी बन जाते हैं',
  /** Where the agency works, for search engines. */
  country: 'भारत',
} as const

/** Above every page while messages stay on this machine. */
export const sandboxNote = {
  name: 'सैंडबॉक्स',
  start: 'सैंडबॉक्स।',
  text: 'संदेश इसी मशीन पर रहते हैं और किसी तक नहीं पहुँचते।',
  link: 'उन्हें देखें',
} as const

/** What the agency may have set of itself, in the footer and beside forms. */
export const reachTexts = {
  phone: 'फ़ोन:',
  whatsapp: 'व्हाट्सऐप',
  map: 'नक्शे पर देखें',
  person: 'आपके संपर्क व्यक्ति',
  licence: 'लाइसेंस',
  gstin: 'जीएसटी नंबर',
} as const
