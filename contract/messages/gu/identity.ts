import type { consentVersions } from '#contract/schemas/notices.ts'

export const executiveForm = {
  aadhaar_no: {
    label: 'આધાર નંબર',
    hint: 'તમારા આધાર કાર્ડ અથવા આધાર પત્ર પરના 12 આંકડા.',
    required: 'આધાર નંબર જરૂરી છે',
    invalid: 'આધાર નંબર 12 આંકડાનો હોવો જોઈએ',
  },
  photo: {
    label: 'પ્રોફાઇલ ફોટો',
    hint: 'જેપીઇજી, પીએનજી અથવા વેબપી. ફોટો ચોરસ કાપવામાં આવે છે.',
    required: 'પ્રોફાઇલ ફોટો જરૂરી છે',
    invalid: 'કૃપા કરીને જેપીઇજી, પીએનજી અથવા વેબપી ફોટો પસંદ કરો.',
  },
  name: {
    label: 'નામ',
    required: 'નામ જરૂરી છે',
    tooShort: 'નામમાં ઓછામાં ઓછા 2 અક્ષર હોવા જોઈએ',
  },
  email: {
    label: 'ઈમેલ',
    hint: 'તમારી નોંધણી વિશે અમે આ ઈમેલ પર લખીએ છીએ, જેમ કે name@example.in.',
    required: 'ઈમેલ જરૂરી છે',
    invalid: 'ઈમેલ લખવાની રીત ખોટી છે',
    tooLong: 'ઈમેલ લખવાની રીત ખોટી છે',
  },
  gender: {
    label: 'લિંગ',
    required: 'લિંગ જરૂરી છે',
  },
  dob: {
    label: 'જન્મ તારીખ',
    required: 'જન્મ તારીખ જરૂરી છે',
    invalid: 'જન્મ તારીખ સાચી તારીખ હોવી જોઈએ',
    inFuture: 'જન્મ તારીખ આજ પછીની ન હોઈ શકે',
  },
  phone: {
    label: 'ફોન',
    hint: 'તમારો ભારતીય મોબાઇલ નંબર, 10 આંકડા. અમે તેના પર એસએમએસથી એક કોડ મોકલીએ છીએ.',
    required: 'ફોન નંબર જરૂરી છે',
    invalid: 'ફોન નંબર 10 આંકડાનો હોવો જોઈએ',
  },
  address: {
    label: 'સરનામું',
    required: 'સરનામું જરૂરી છે',
    tooShort: 'સરનામામાં ઓછામાં ઓછા 5 અક્ષર હોવા જોઈએ',
  },
  city: {
    label: 'શહેર',
    required: 'શહેર જરૂરી છે',
  },
  state: {
    label: 'રાજ્ય',
    required: 'રાજ્ય જરૂરી છે',
  },
  country: {
    label: 'દેશ',
    required: 'દેશ જરૂરી છે',
  },
  pincode: {
    label: 'પિનકોડ',
    required: 'પિનકોડ જરૂરી છે',
    invalid: 'પિનકોડ 6 આંકડાનો હોવો જોઈએ',
  },
  tooLong: 'આ બહુ લાંબું છે',
  choose: 'પસંદ કરો',
  verify: 'ચકાસો',
  verifyOf: '{label} ચકાસો',
} as const

export const genderNames = {
  M: 'પુરુષ',
  F: 'સ્ત્રી',
  O: 'અન્ય',
} as const

/**
 * The two sentences beside each Verify button, by the version that is recorded when it is pressed. A version that people
 * have agreed to is never edited: other words are another version.
 */
export const consentTexts: Record<
  (typeof consentVersions)[number],
  { aadhaar: [string, string]; phone: [string, string] }
> = {
  '2026-11-20': {
    aadhaar: [
      'તમે “ચકાસો” દબાવો ત્યારે અમને ચકાસણીની સેવા આપતી કંપની તમારા આધાર સાથે જોડાયેલા મોબાઇલ નંબર પર એક કોડ મોકલે છે; તે કોડથી તે કંપની આધારના રેકોર્ડમાંથી તમારું નામ, જન્મ તારીખ, લિંગ, સરનામું અને ફોટો મેળવે છે, જેથી નોંધણી કોણ કરી રહ્યું છે તેની અમે ખાતરી કરી શકીએ.',
      'આધાર નંબર પોતે અમે રાખતા નથી: ફક્ત તેના છેલ્લા ચાર આંકડા અને એક નિશાની રાખીએ છીએ, જેને ફરી નંબરમાં બદલી શકાતી નથી.',
    ],
    phone: [
      'તમે “ચકાસો” દબાવો ત્યારે અમે આ નંબર પર એસએમએસથી એક કોડ મોકલીએ છીએ, જેથી અમને ખબર પડે કે આ નંબર પર અમે તમારો સંપર્ક કરી શકીએ છીએ.',
      'અમે આ નંબર તમારી નોંધણી માટે વાપરીએ છીએ, અને કોડ રાખવામાં આવતો નથી.',
    ],
  },
}

export const identityHints = {
  heading: 'એક્ઝિક્યુટિવની વિગતો',
  all: 'દરેક ખાનું ભરવું જરૂરી છે.',
  /** In a number's place for a hint once it is verified. */
  verified: 'આ નંબર ચકાસાઈ ગયો છે. અહીં બીજો નંબર લખો તો તેને પણ ચકાસવો પડશે.',
  lock: 'તમારા આધાર રેકોર્ડમાંથી',
  locks:
    'આ તમારા આધાર રેકોર્ડમાંથી આવે છે અને અહીં બદલી શકાતું નથી. કૃપા કરીને તે તપાસો: કંઈ ખોટું હોય તો પહેલાં યુઆઈડીએઆઈ પાસે તે સુધરાવો.',
} as const

export const photoMessages = {
  choose: 'ફોટો અપલોડ કરો',
  replace: 'ફોટો બદલો',
  remove: 'મારો ફોટો કાઢી નાખો',
  alt: 'પ્રોફાઇલ ફોટો',
  busy: 'ફોટો તૈયાર થઈ રહ્યો છે…',
} as const

/** The modal in which a code is entered (specification section 2). */
export const otpMessages = {
  code: {
    required: 'કૃપા કરીને કોડના 6 આંકડા લખો',
    invalid: 'કોડમાં 6 આંકડા હોય છે',
  },
  title: 'ઓટીપી લખો',
  sent: 'રજિસ્ટર થયેલા મોબાઇલ નંબર પર 6 આંકડાનો ઓટીપી મોકલ્યો છે.',
  label: '6 આંકડાનો ઓટીપી',
  cancel: 'રદ કરો',
  submit: 'સબમિટ કરો',
  secret: 'અમારી ઓફિસમાંથી કોઈ તમારી પાસે આ કોડ ક્યારેય નહીં માંગે.',
  /** After too many wrong codes; `time` is an hour of the clock. */
  locked: 'ભારતીય સમય પ્રમાણે {time} પહેલાં અહીં કોડ લખી શકાશે નહીં. તમે જે લખ્યું તે સચવાયેલું છે; તમે ત્યારે પાછા આવી શકો છો.',
  /** After too many codes were sent. */
  resendAfter: 'તમે ભારતીય સમય પ્રમાણે {time} પછી નવો કોડ માંગી શકશો.',
  help: 'તાકીદનું છે? અમને લખો',
  resend: 'નવો કોડ મોકલો',
  canResend: 'હવે તમે નવો કોડ માંગી શકો છો.',
  resent: 'નવો કોડ મોકલ્યો છે. પહેલાંનો કોડ હવે નહીં ચાલે.',
  expired: 'આ કોડનો સમય પૂરો થઈ ગયો છે. કૃપા કરીને નવો માંગો.',
  /** After a refresh the number is not in the browser any more. */
  retype: 'નવા કોડ માટે કૃપા કરીને આ વિન્ડો બંધ કરો અને તમારો આધાર નંબર ફરીથી લખો.',
  enter: 'કોડ લખો',
  changeNumber: 'નંબર બદલો',
  waiting: 'એક કોડ મોકલ્યો છે અને તે હજી ચાલે છે.',
  /** When the code of this window could not be fetched. */
  missing: 'કોડ લખવાની વિન્ડો ખોલી શકાઈ નહીં.',
  offline: 'કૃપા કરીને તમારું કનેક્શન તપાસો અને ફરી પ્રયાસ કરો.',
  /** Where a call about a code had no answer; `failure` says which and has no full stop. */
  unanswered: '{failure}. કૃપા કરીને તમારું કનેક્શન તપાસો અને ફરી પ્રયાસ કરો.',
  forAadhaar: 'આ આધાર નંબર {masked} સાથે જોડાયેલો મોબાઇલ છે.',
  forPhone: 'કોડ એસએમએસથી {masked} પર મોકલ્યો છે.',
  /** The wait for a new code; `time` is 0:30, counted down as it passes. */
  resendIn: 'તમે {time} માં નવો કોડ માંગી શકશો.',
  digit: 'આંકડો {place}, કુલ {of}',
} as const

/** Answers of the calls that verify a number. */
export const aadhaarMessages = {
  sent: 'આ આધાર નંબર સાથે જોડાયેલા મોબાઇલ નંબર પર 6 આંકડાનો ઓટીપી મોકલ્યો છે.',
  verified: 'તમારો આધાર નંબર ચકાસાઈ ગયો છે.',
  /** Why no code was sent. */
  noMobile:
    'આ આધાર નંબર સાથે કોઈ મોબાઇલ નંબર જોડાયેલો નથી, એટલે કોડ મોકલી શકાતો નથી. આધાર કેન્દ્ર પર તે જોડાવી શકાય છે.',
  noSuchNumber: 'આવો કોઈ આધાર નંબર નથી. કૃપા કરીને તેના 12 આંકડા તપાસો.',
  suspended: 'આ આધાર નંબર સ્થગિત અથવા રદ કરેલો છે. કૃપા કરીને તેના વિશે યુઆઈડીએઆઈને 1947 પર પૂછો.',
  locked: 'આ આધાર નંબર લૉક છે. કૃપા કરીને યુઆઈડીએઆઈની વેબસાઇટ પર તેને અનલૉક કરો અને ફરી પ્રયાસ કરો.',
  notSent:
    'આધાર સેવાએ કોડ મોકલ્યો નથી અને કારણ જણાવ્યું નથી. કૃપા કરીને 12 આંકડા તપાસો અને થોડી મિનિટમાં ફરી પ્રયાસ કરો.',
  /** Why a code proved nothing. */
  expired: 'આ કોડનો સમય પૂરો થઈ ગયો છે. કૃપા કરીને નવો માંગો.',
  triesSpent: 'બહુ બધા ખોટા કોડ લખાયા છે. કૃપા કરીને નવો કોડ માંગો.',
  alreadyUsed: 'આ કોડ પહેલેથી વપરાઈ ગયો છે. કૃપા કરીને નવો માંગો.',
  notJudged: 'આધાર સેવાએ આ કોડ સ્વીકાર્યો નથી અને કારણ જણાવ્યું નથી. કૃપા કરીને ફરી પ્રયાસ કરો, અથવા નવો કોડ માંગો.',
  alreadyVerified: 'આ આધાર નંબર પહેલેથી ચકાસાયેલો છે.',
  unknownCode: 'આના માટે કોઈ કોડ મોકલ્યો નથી, અથવા તમારી મુલાકાતને બહુ વખત થઈ ગયો છે. કૃપા કરીને નવો કોડ માંગો.',
  /** What is wrong with the service itself. */
  sourceDown: 'આધાર સેવા હમણાં બંધ છે. કૃપા કરીને થોડી મિનિટમાં ફરી પ્રયાસ કરો.',
  timeout: 'આધાર સેવાને જવાબ આપતાં બહુ વાર લાગી રહી છે. કૃપા કરીને થોડી મિનિટમાં ફરી પ્રયાસ કરો.',
  unreachable: 'આધાર સેવાનો સંપર્ક થઈ શકતો નથી. કૃપા કરીને થોડી મિનિટમાં ફરી પ્રયાસ કરો.',
  rubbish: 'આધાર સેવાએ એવો જવાબ આપ્યો જે વાપરી શકાય તેમ નથી. કૃપા કરીને થોડી મિનિટમાં ફરી પ્રયાસ કરો.',
  notAllowed: 'હમણાં આધાર નંબર ચકાસી શકાતા નથી. કૃપા કરીને પછીથી ફરી પ્રયાસ કરો.',
  circuitOpen: 'આધાર સેવા કેટલાક સમયથી જવાબ આપતી નથી. કૃપા કરીને એક મિનિટ પછી ફરી પ્રયાસ કરો.',
} as const

export const mobileMessages = {
  sent: 'તમારા ફોન નંબર પર 6 આંકડાનો ઓટીપી મોકલ્યો છે.',
  verified: 'તમારો ફોન નંબર ચકાસાઈ ગયો છે.',
  notIndian: 'કૃપા કરીને ભારતીય મોબાઇલ નંબર લખો: તે 6, 7, 8 અથવા 9 થી શરૂ થાય છે',
  expired: 'આ કોડનો સમય પૂરો થઈ ગયો છે. કૃપા કરીને નવો માંગો.',
  noCode: 'આ ફોન નંબર માટે કોઈ કોડ બાકી નથી. કૃપા કરીને નવો માંગો.',
  alreadyVerified: 'આ ફોન નંબર પહેલેથી ચકાસાયેલો છે.',
  /** What is wrong with the service that sends SMS. */
  unreachable: 'કોડ મોકલી શકાયો નહીં: એસએમએસ સેવાનો સંપર્ક થઈ શકતો નથી. કૃપા કરીને થોડી મિનિટમાં ફરી પ્રયાસ કરો.',
  timeout:
    'એસએમએસ સેવાને જવાબ આપતાં બહુ વાર લાગી રહી છે. કોડ આવે તો તમે તે લખી શકો છો; નહીં તો કૃપા કરીને એક મિનિટ પછી ફરી પ્રયાસ કરો.',
  rubbish:
    'એસએમએસ સેવાએ એવો જવાબ આપ્યો જે વાપરી શકાય તેમ નથી. કોડ આવે તો તમે તે લખી શકો છો; નહીં તો કૃપા કરીને એક મિનિટ પછી ફરી પ્રયાસ કરો.',
  refused: 'એસએમએસ સેવા આ નંબર પર મોકલતી નથી. કૃપા કરીને નંબર તપાસો, અથવા બીજો નંબર વાપરો.',
  notAllowed: 'હમણાં એસએમએસ મોકલી શકાતા નથી. કૃપા કરીને પછીથી ફરી પ્રયાસ કરો.',
  circuitOpen: 'એસએમએસ સેવા કેટલાક સમયથી જવાબ આપતી નથી. કૃપા કરીને એક મિનિટ પછી ફરી પ્રયાસ કરો.',
} as const

/** Refusals of codes by what was counted; `wait` is a duration. */
export const codeLimits = {
  /** `count` is how many attempts remain. */
  wrongCode: {
    one: 'આ કોડ સાચો નથી. હવે {count} પ્રયાસ બાકી છે.',
    other: 'આ કોડ સાચો નથી. હવે {count} પ્રયાસ બાકી છે.',
  },
  noneLeft: 'આ કોડ સાચો નથી, અને હવે કોઈ પ્રયાસ બાકી નથી. કૃપા કરીને પછીથી નવો કોડ માંગો.',
  /** The refusal of a second code soon after the first. */
  sentJustNow: 'હમણાં જ એક કોડ મોકલ્યો છે. {wait} પછી તમે નવો કોડ માંગી શકશો.',
  tooManySends: 'આ નંબર માટે બહુ બધા કોડ મોકલાયા છે. કૃપા કરીને {wait} પછી ફરી પ્રયાસ કરો.',
  tooManyWrongCodes: 'આ નંબર માટે બહુ બધા ખોટા કોડ લખાયા છે. કૃપા કરીને {wait} પછી ફરી પ્રયાસ કરો.',
  /** When the limit is not this number's: of its neighbourhood, of the day, or of the provider. */
  noSendsNow: 'અમે હમણાં કોડ મોકલી શકતા નથી. કૃપા કરીને {wait} પછી ફરી પ્રયાસ કરો.',
} as const
