import type { Notices } from '#contract/schemas/notices.ts'
import { noticeEndings } from './notices.ts'

/** Headings, buttons and states of the wizard. */
export const wizardMessages = {
  steps: {
    identity: 'આધાર ચકાસણી અને એક્ઝિક્યુટિવની વિગતો',
    mandate: 'મેન્ડેટની વિગતો',
    agreement: 'કરાર',
  },
  /** The same on a phone. */
  shortSteps: { identity: 'તમે', mandate: 'બેંક', agreement: 'કરાર' },
  heading: 'પગલું {number}, કુલ {of}: {name}',
  progress: 'નોંધણીનાં પગલાં',
  done: 'પૂરું થયું',
  current: 'હમણાં',
  ahead: 'બાકી',
  back: 'પાછળ',
  next: 'આગળ',
  /** When what the server remembers could not be asked for. */
  sessionUnknown: 'તમે પહેલાં શું ચકાસ્યું છે તે અમે તપાસી શક્યા નહીં.',
  tryAgain: 'ફરી પ્રયાસ કરો',
  /** While the code of a later step is on its way, and where it did not come. */
  stepComing: 'આ પગલું લોડ થઈ રહ્યું છે…',
  stepMissing: 'આ પગલું લોડ થઈ શક્યું નહીં.',
  /** When the session has ended in a later step. */
  away: 'તમે થોડી વાર અહીં નહોતા, એટલે કૃપા કરીને બંને નંબર ફરીથી ચકાસો. તમે જે લખ્યું તે હજી અહીં જ છે.',
} as const

/** What stops a step of the wizard, in the order it is looked at (specification sections 4 and 5). */
export const guardMessages = {
  aadhaarFirst: 'કૃપા કરીને પહેલાં તમારો આધાર નંબર ચકાસો',
  phoneFirst: 'કૃપા કરીને પહેલાં તમારો ફોન નંબર ચકાસો',
  fields: 'કૃપા કરીને બધાં જરૂરી ખાનાં બરાબર ભરો',
  mandate: 'કૃપા કરીને મેન્ડેટની બધી વિગતો બરાબર ભરો',
} as const

/** The calls of the registration when the server says nothing itself (specification section 8). */
export const onboardingFailures = {
  aadhaarSend: 'ઓટીપી મોકલવામાં અસફળ',
  aadhaarVerify: 'આધાર નંબર ચકાસવામાં અસફળ',
  otp: 'ઓટીપી બનાવવામાં અસફળ',
  mobileVerify: 'ઓટીપી ચકાસવામાં અસફળ',
  mandateToken: 'મેન્ડેટ ટોકન બનાવવામાં અસફળ',
  mandate: 'મેન્ડેટની નોંધણી કરવામાં અસફળ',
  register: 'એક્ઝિક્યુટિવની નોંધણી કરવામાં અસફળ',
  registration: 'નોંધણી અસફળ રહી. કૃપા કરીને ફરી પ્રયાસ કરો.',
  registering: 'નોંધણી દરમિયાન ભૂલ થઈ.',
  maxAmount: 'બધાં ટ્રાન્ઝેક્શન મેળવવામાં અસફળ',
  agreement: 'કરાર બનાવવામાં અસફળ. કૃપા કરીને ફરી પ્રયાસ કરો.',
  signing: 'કરાર પર હસ્તાક્ષર કરવામાં અસફળ. કૃપા કરીને ફરી પ્રયાસ કરો.',
} as const

/** The service fee by how often it is charged: on the page before a registration, in the agreement and in the mails with it. */
export const serviceFee = {
  untold: 'હજી કોઈ સેવા ફી નક્કી નથી: નક્કી થતાં પહેલાં અમે લેખિતમાં જણાવીશું.',
  none: 'કોઈ સેવા ફી નથી.',
  once: 'સેવા ફી કર સાથે {fee} છે, એક વાર: {due} ચૂકવવાની.',
  month: 'સેવા ફી કર સાથે દર મહિને {fee} છે, {months} મહિના સુધી: પહેલી વાર {due} ચૂકવવાની.',
  quarter: 'સેવા ફી કર સાથે દર ત્રણ મહિને {fee} છે, {months} મહિના સુધી: પહેલી વાર {due} ચૂકવવાની.',
  year: 'સેવા ફી કર સાથે દર વર્ષે {fee} છે, {months} મહિના સુધી: પહેલી વાર {due} ચૂકવવાની.',
} as const

/** When the fee, or its first part, falls due: `{due}` of `serviceFee`. */
export const serviceFeeDue = {
  sameDay: 'કરાર સ્વીકારો તે દિવસે',
  after: { one: 'કરાર સ્વીકાર્યાના {count} દિવસ પછી', other: 'કરાર સ્વીકાર્યાના {count} દિવસ પછી' },
} as const

/** Who pays and who does not, wherever either of them reads it: where there is a service fee, and where there is none. */
export const twoWays = {
  fee: 'નોકરી માટે અરજી કરનાર ક્યારેય કંઈ ચૂકવતા નથી; નોંધણી કરનાર એક્ઝિક્યુટિવને કામ અપાવવાની સેવા ફી બેંક મેન્ડેટથી લેવાય છે.',
  none: 'નોકરી માટે અરજી કરનાર ક્યારેય કંઈ ચૂકવતા નથી; નોંધણી કરનાર એક્ઝિક્યુટિવ પણ નહીં.',
} as const

export const registrationErrors = {
  /** In production, until the agency has said what registering costs. */
  notOpen: 'નોંધણી અત્યારે ખુલ્લી નથી. કૃપા કરીને અમને લખો: ખૂલે ત્યારે અમે તમને જણાવીશું.',
  registered: 'તમારી નોંધણી પહેલેથી થઈ ગઈ છે. કૃપા કરીને અમે તમને ઈમેલથી મોકલેલી લિંક વાપરો.',
  /** Somebody else's record has this number or this phone. */
  taken: 'આ આધાર નંબર અથવા ફોન નંબર પહેલેથી નોંધાયેલો છે.',
  /** `fields` as the payload names them (specification section 5). */
  missing: 'આ જરૂરી ખાનાં ખાલી છે: {fields}',
  asVerified: 'આ જેમ ચકાસાયું હતું તેમ જ રહેવું જોઈએ.',
} as const

/** Answers of calls whose message no page shows. */
export const dataAnswers = {
  session: 'અત્યાર સુધી શું ચકાસાયું છે.',
  maxAmount: '{amount} રૂપિયા',
  token: 'ટોકન',
  record: 'રેકોર્ડ',
} as const

export const registrationNotices = {
  '2026-11-21': {
    essence:
      'તમે અહીં જે આપો તે અમે તમારી ઓળખની ખાતરી કરવા, બેંક મેન્ડેટ ગોઠવવા, અને તમારો કરાર બનાવવા અને રાખવા વાપરીએ છીએ. તમારો આધાર નંબર પોતે રખાતો નથી. તમે કોઈ પણ પગલે અટકી શકો છો, અને પછીથી સંમતિ પાછી ખેંચી શકો છો.',
    what: 'તમારો આધાર નંબર, જેના છેલ્લા ચાર આંકડા અને એક નિશાની અમે રાખીએ છીએ, જેને ફરી નંબરમાં બદલી શકાતી નથી; આધારના રેકોર્ડમાંથી તમારું નામ, જન્મ તારીખ, લિંગ, સરનામું અને ફોટો; તમારું ઈમેલ એડ્રેસ, મોબાઇલ નંબર અને એક પ્રોફાઇલ ફોટો; તમારું ખાતાધારકનું નામ, ખાતા નંબર અને આઈએફએસસી કોડ; મેન્ડેટ અને કરાર.',
    why: 'તમે જે કહો છો તે જ વ્યક્તિ છો અને કોઈ બે વાર નોંધણી કરતું નથી તેની ખાતરી કરવા; મેન્ડેટ ગોઠવવા અને કરાર હેઠળ જે લેણું થાય તે લેવા; કરાર બનાવવા, રાખવા અને સાબિત કરવા. અમે તમારી સંમતિના આધારે આ કરીએ છીએ, જે તમે “ચકાસો” અને “આગળ” દબાવો ત્યારે આપો છો, અને ત્યાર પછી કરારના આધારે.',
    whoElse:
      'તમારો આધાર નંબર તપાસતી સેવા-કંપની, અમારા એસએમએસ મોકલતી સેવા-કંપની, પેમેન્ટ ગેટવે અને તમારી બેંક, અને અમારા ઈમેલ પહોંચાડતી અને અમારાં સર્વર ચલાવતી કંપનીઓ: દરેકને તેના કામ માટે જે જોઈએ તે. અમે માહિતી વેચતા નથી. કોઈ સત્તામંડળ અથવા અદાલતને તે ફક્ત કાયદો જરૂરી ગણે ત્યાં જ મળે છે.',
    howLong:
      'કરાર ચાલુ હોય ત્યાં સુધી, અને પછી તેના હેઠળ દાવા થઈ શકે ત્યાં સુધી; તમારી બેંકની વિગતો મેન્ડેટ પૂરું થયા પછી એક વર્ષ સુધી. જો તમે પૂરું ન કરો, તો તમે આ પેજ છેલ્લે વાપર્યું તેના 30 મિનિટ પછી સુધી; જે મેન્ડેટ શરૂ થઈ ગયું હોય તેનો સંદર્ભ નંબર અમારા હિસાબના ચોપડામાં રહે છે.',
    changingYourMind: `${noticeEndings.withdrawing} તમારી નોંધણી થઈ ગઈ હોય તે પછી, તેની સાથે કરાર પણ પૂરો કરવો પડી શકે છે, અને કેટલાક રેકોર્ડ રાખવા કાયદો અમને ફરજ પાડી શકે છે. તમે તમારી બેંકમાં ગમે ત્યારે મેન્ડેટ રદ કરી શકો છો.`,
    yourRights: noticeEndings.rights,
  },
  '2026-11-25': {
    howLong:
      'કરાર ચાલુ હોય ત્યાં સુધી, અને પછી તેના હેઠળ દાવા થઈ શકે ત્યાં સુધી; તમારી બેંકની વિગતો મેન્ડેટ પૂરું થયા પછી એક વર્ષ સુધી. જો તમે પૂરું ન કરો, તો તમે આ પેજ છેલ્લે વાપર્યું તેના 30 મિનિટ પછી સુધી, અથવા તમે “પછી આગળ વધો” દબાવ્યું હોય તો 7 દિવસ સુધી; જે મેન્ડેટ શરૂ થઈ ગયું હોય તેનો સંદર્ભ નંબર અમારા હિસાબના ચોપડામાં રહે છે.',
  },
} as const satisfies Notices
