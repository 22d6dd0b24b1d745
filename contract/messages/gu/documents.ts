/** Why a file is refused, in words for whoever chose it. */
export const fileMessages = {
  empty: 'આ ફાઇલ ખાલી છે. કૃપા કરીને બીજી પસંદ કરો.',
  chooseAgain: 'કૃપા કરીને આ ફાઇલ ફરીથી પસંદ કરો.',
  damaged: 'આ ફાઇલ બગડેલી અથવા અધૂરી છે. કૃપા કરીને બીજી પસંદ કરો.',
  unreadable: 'આ દસ્તાવેજ બગડેલો છે અને ખૂલતો નથી. કૃપા કરીને તેને નવી પીડીએફ તરીકે સેવ કરો અને તે પસંદ કરો.',
  locked: 'આ ફાઇલ પાસવર્ડથી લૉક છે. કૃપા કરીને પાસવર્ડ વગર ખૂલે તેવી ફાઇલ પસંદ કરો.',
  macros: 'આ ફાઇલમાં મેક્રો છે. કૃપા કરીને તેને પીડીએફ તરીકે સેવ કરો અને તે પસંદ કરો.',
  tooLargeInside: 'આ દસ્તાવેજ ખોલવા માટે બહુ મોટો છે. કૃપા કરીને તેને નાની પીડીએફ તરીકે સેવ કરો અને તે પસંદ કરો.',
  infected: 'આ ફાઇલમાં વાયરસ છે, એટલે તે રાખવામાં આવી નથી. કૃપા કરીને બીજી પસંદ કરો.',
  tooManyPixels: 'આ ફોટો ખોલવા માટે બહુ મોટો છે. કૃપા કરીને નાનો ફોટો પસંદ કરો.',
  tooManyFiles: 'દરેક દસ્તાવેજ એક જ વાર મોકલી શકાય.',
  noRoom: 'અત્યારે અમારી પાસે ફાઇલો માટે જગ્યા નથી. કૃપા કરીને એક કલાક પછી ફરી પ્રયાસ કરો.',
  nameTooLong: 'આ ફાઇલનું નામ બહુ લાંબું છે. કૃપા કરીને તેનું નામ બદલો અને ફરી પસંદ કરો.',
  oneOnly: 'કૃપા કરીને એક વારમાં એક જ ફાઇલ પસંદ કરો.',
  /** After a refusal: the file chosen before stays. */
  stillChosen: '{name} હજી પસંદ કરેલી છે.',
  /** `limit` is a size in words. */
  tooLarge: 'આ ફાઇલ {limit} કરતાં મોટી છે. કૃપા કરીને નાની ફાઇલ પસંદ કરો.',
  /** `kinds` such as pdf, doc, docx. */
  wrongKind: 'અંદરથી આ ફાઇલ આમાંના કોઈ પ્રકારની નથી: {kinds}. કૃપા કરીને બીજી પસંદ કરો.',
  /** Whatever its name says; `what` is one of `fileContents`. */
  otherPicture: 'અંદરથી આ ફાઇલ {what} છે. કૃપા કરીને તેને જેપીઇજી તરીકે સેવ કરો અથવા તેનો સ્ક્રીનશૉટ લો, અને તે પસંદ કરો.',
  otherDocument: 'અંદરથી આ ફાઇલ {what} છે. કૃપા કરીને તેને પીડીએફ તરીકે સેવ કરો અને તે પસંદ કરો.',
  noDocument: 'અંદરથી આ ફાઇલ {what} છે. કૃપા કરીને બીજી પસંદ કરો.',
} as const

/** What a file is by its own bytes; `format` such as HEIC or RTF. */
export const fileContents = {
  picture: 'એક ફોટો ({format})',
  document: 'એક દસ્તાવેજ ({format})',
  text: 'સાદું લખાણ',
  page: 'એક વેબ પેજ',
  archive: 'એક ઝિપ ફાઇલ અથવા ઑફિસની બીજી કોઈ ફાઇલ',
  program: 'એક પ્રોગ્રામ',
  video: 'એક વીડિયો',
} as const

/** Under the pages of a PDF. */
export const pdfMessages = { larger: 'મોટું', smaller: 'નાનું' } as const
