export const bankForm = {
  accountName: {
    label: 'ખાતાધારકનું નામ',
    hint: 'અંગ્રેજી અક્ષરોમાં, તમારી બેંકના રેકોર્ડમાં છે તેમ. ટપકાં, એપોસ્ટ્રોફી (’) અને ખાલી જગ્યા વાપરી શકાય.',
    required: 'ખાતાધારકનું નામ જરૂરી છે',
    tooShort: 'ખાતાધારકના નામમાં ઓછામાં ઓછા 2 અક્ષર હોવા જોઈએ',
    otherLetters: 'કૃપા કરીને ખાતાધારકનું નામ અંગ્રેજી અક્ષરોમાં લખો; વચ્ચે ફક્ત ટપકાં, એપોસ્ટ્રોફી (’) અને ખાલી જગ્યા ચાલશે.',
  },
  accountNo: {
    label: 'ખાતા નંબર',
    hint: '9 થી 18 આંકડા, તમારી ચેકબુક અથવા પાસબુકમાં છે તેમ.',
    required: 'ખાતા નંબર જરૂરી છે',
    invalid: 'ખાતા નંબર 9 થી 18 આંકડાનો હોવો જોઈએ',
  },
  ifscCode: {
    label: 'આઈએફએસસી કોડ',
    hint: '11 અક્ષર, તમારી ચેકબુકમાં છે તેમ: ચાર અક્ષર, એક શૂન્ય, પછી બીજા છ.',
    required: 'આઈએફએસસી કોડ જરૂરી છે',
    invalid: 'આઈએફએસસી કોડ લખવાની રીત ખોટી છે',
  },
  tooLong: 'આ બહુ લાંબું છે',
} as const

/** What the bank's gateway can bring (specification sections 4 and 8). */
export const gatewayMessages = {
  unavailable: 'પેમેન્ટ ગેટવે હાલ ઉપલબ્ધ નથી',
  notOpened: 'બેંક પસંદ કરવાનું શરૂ કરવામાં અસફળ',
  failed: 'બેંક મેન્ડેટની નોંધણી અસફળ રહી',
  invalid: 'બેંક તરફથી અમાન્ય જવાબ મળ્યો',
} as const

/** The retry of a failed mandate (specification section 8). */
export const mandateMessages = {
  updated: 'મેન્ડેટ સફળતાપૂર્વક અપડેટ થયું',
  notFailed: 'મેન્ડેટ અસફળ નથી',
} as const

/** Refusals of the API that the specification leaves open. */
export const mandateErrors = {
  /** To the later of two windows that ask at the same moment. */
  otherWindow:
    'તમારી બીજી એક વિન્ડોમાં આ હમણાં જ શરૂ થયું છે. કૃપા કરીને ત્યાં આગળ વધો, અથવા થોડી વારમાં અહીં ફરી પ્રયાસ કરો.',
  usedTransaction: 'આ ટ્રાન્ઝેક્શન પહેલેથી વપરાઈ ગયું છે. કૃપા કરીને ફરી પ્રયાસ કરો.',
  otherAmount: 'વધુમાં વધુ રકમ બદલાઈ ગઈ છે. કૃપા કરીને પેજ ફરી લોડ કરો અને ફરી પ્રયાસ કરો.',
  otherPeriod: 'મેન્ડેટની તારીખો હવે બરાબર નથી. કૃપા કરીને પેજ ફરી લોડ કરો અને ફરી પ્રયાસ કરો.',
  inProgress: 'તમારી બેંકે તમારું એક મેન્ડેટ પહેલેથી હાથ પર લીધું છે. તેમાં આગળ વધવા કૃપા કરીને પેજ ફરી લોડ કરો.',
  lookedInto:
    'તમે જે શરતો આપી હતી તેનાથી જુદી શરતોવાળું મેન્ડેટ તમારી બેંક જણાવે છે. અમારી ઓફિસ તેની તપાસ કરી રહી છે અને તમારો સંપર્ક કરશે.',
  /** Under a field that is not what the gateway was asked with. */
  otherTerms: 'તમારી બેંકને જે કહેવાયું હતું તે આ નથી.',
  /** Of a value that a program sends and no person types. */
  unusable: 'આ વિગત વાપરી શકાતી નથી.',
  unknownBank: 'આ આઈએફએસસી કોડની કોઈ બેંક મળતી નથી.',
} as const

/** The mandate in plain words, before the person leaves for the bank. */
export const beforeLeaving = {
  heading: 'બેંક પર જતાં પહેલાં',
  lead: 'આ પરવાનગી તમે તમારી બેંકને, તમારી બેંકના પોતાના પેજ પર આપો છો. તેની શરતો આ છે:',
  payee: 'પૈસા કોને મળશે',
  account: 'તમારા ખાતામાંથી',
  maximum: 'વધુમાં વધુ',
  each: 'દરેક ડેબિટ માટે {amount}',
  when: 'ક્યારે',
  asAndWhen: 'જ્યારે પણ રકમ ચૂકવવાની થાય ત્યારે, કોઈ નક્કી તારીખે નહીં',
  from: 'ક્યારથી',
  until: 'ક્યાં સુધી',
  today: 'હમણાં',
  test: '₹1, ખાતું ચકાસવા માટે, બીજું કંઈ નહીં',
  cancel: 'રદ કરવા માટે',
  howToCancel: 'ગમે ત્યારે: તમારી બેંકની નેટ બેંકિંગમાં, તેની શાખામાં, અથવા અમને લખીને',
  /** After the words of the button. */
  next: 'દબાવવાથી તમારી બેંક એક અલગ વિન્ડોમાં ખૂલે છે. ત્યાં નેટ બેંકિંગમાં સાઇન ઇન કરો અને મેન્ડેટને મંજૂરી આપો; આ પેજ તમારી રાહ જુએ છે અને પછી આગળ વધે છે.',
} as const

export const amountMessages = {
  asking: 'વધુમાં વધુ રકમ પૂછી રહ્યા છીએ…',
  tryAgain: 'ફરી પ્રયાસ કરો',
} as const

/** When the bank's window is not opened by the first press. */
export const openingMessages = {
  /** In the window that the press opens, until the bank is there. */
  coming: 'તમારી બેંકનું પેજ આવી રહ્યું છે…',
  open: 'બેંકની વિન્ડો ખોલો',
  blocked:
    'તમારા બ્રાઉઝરે બેંકની વિન્ડો ખોલી નહીં. તમે એક વાર ફરી પ્રયાસ કરી શકો છો, અથવા આ ટેબમાં તમારી બેંક પર જઈને અહીં પાછા આવી શકો છો.',
  sameTab: 'આ ટેબમાં આગળ વધો',
  /** Above that button. */
  whyHere: 'બીજી વિન્ડો નથી જોઈતી? તો તમારી બેંક આ જ ટેબમાં ખુલે છે અને તમને અહીં પાછા લાવે છે.',
} as const

/** While the bank has the word. */
export const waitingMessages = {
  heading: 'તમારી બેંકની રાહ જોઈ રહ્યા છીએ',
  lead: 'કૃપા કરીને બેંકની વિન્ડોમાં કામ પૂરું કરો. તમારી બેંકનો જવાબ આવતાં જ આ પેજ જાતે આગળ વધશે.',
  inPanel: 'કૃપા કરીને આ પેજ પર ગેટવેની પેનલમાં તમારી બેંક પસંદ કરો, અને ત્યાં આગળ વધો.',
  stay: 'ત્યાં સુધી કૃપા કરીને આ પેજ ખુલ્લું રાખો.',
  toFront: 'બેંકની વિન્ડો આગળ લાવો',
  closed: 'મેં તે બંધ કરી',
  cancel: 'રદ કરો',
  gone: 'બેંકની વિન્ડો બંધ છે. જો તમે મેન્ડેટને મંજૂરી આપી હોય, તો જવાબ આવતાં એક મિનિટ લાગી શકે છે, અને અમે પૂછતા રહીએ છીએ. જો મંજૂરી ન આપી હોય, તો કૃપા કરીને ફરી શરૂ કરો.',
  elsewhere:
    'બેંકની વિન્ડો કદાચ હજી આની પાછળ ખુલ્લી હોય. કૃપા કરીને ત્યાં કામ પૂરું કરો, અથવા તે બંધ થઈ ગઈ હોય તો ફરી શરૂ કરો.',
  again: 'ફરી શરૂ કરો',
  unreached: 'હમણાં શું સ્થિતિ છે તે અમે જાણી શકતા નથી, અને પૂછતા રહીએ છીએ. કૃપા કરીને તમારું કનેક્શન તપાસો.',
  /** Where the bank has not appeared for twelve seconds. */
  late: 'તમારી બેંકનું પેજ અત્યાર સુધીમાં આવી જવું જોઈતું હતું. જો તે ન આવે, તો કૃપા કરીને આ પેજ ફરી લોડ કરો અને બટન ફરી દબાવો. ફક્ત ખાતા નંબર ફરી લખવો પડશે.',
  reload: 'આ પેજ ફરી લોડ કરો',
  leaving: 'તમને તમારી બેંક પર લઈ જઈએ છીએ…',
  asking: 'તમારા મેન્ડેટની સ્થિતિ પૂછી રહ્યા છીએ…',
  registering: 'તમારી બેંકે મેન્ડેટ હાથ પર લીધું છે. તમારી નોંધણી થઈ રહી છે…',
  updating: 'તમારી બેંકે મેન્ડેટ હાથ પર લીધું છે. તે સેવ થઈ રહ્યું છે…',
} as const

/** How an attempt ended that came to nothing, beside the specification's sentences. */
export const endedMessages = {
  closed: 'તમારી બેંકે અમને કોઈ મેન્ડેટ જણાવ્યું નથી. તમે જે લખ્યું તે હજી અહીં જ છે, અને તમે ફરી શરૂ કરી શકો છો.',
  cancelled: 'રદ થયું: તમારી બેંકે અમને કોઈ મેન્ડેટ જણાવ્યું નથી. તમે જે લખ્યું તે હજી અહીં જ છે.',
  /** Our server knows no such attempt: the visitor's session has ended meanwhile. */
  unknown: 'આ પ્રયાસની માહિતી હવે અમારી પાસે નથી. તમે જે લખ્યું તે હજી અહીં જ છે, અને તમે ફરી શરૂ કરી શકો છો.',
  /** The person left the bank. */
  left: 'મેન્ડેટને મંજૂરી મળે તે પહેલાં જ બેંકનું પેજ બંધ થયું અથવા છોડી દેવાયું. તમે ફરી શરૂ કરી શકો છો.',
  /** The bank said no. */
  refused:
    'તમારી બેંકે મેન્ડેટ સ્વીકાર્યું નથી. કૃપા કરીને વિગતો તપાસો; તમે ફરી પ્રયાસ કરી શકો છો, અથવા બીજું ખાતું આપી શકો છો.',
  stillHere: 'તમે જે લખ્યું તે હજી અહીં જ છે, અને તમે ફરી પ્રયાસ કરી શકો છો.',
} as const

/** When the bank has taken the mandate up and our own part did not succeed. */
export const unfinishedMessages = {
  heading: 'લગભગ પૂરું થયું',
  lead: 'તમારી બેંકે મેન્ડેટ હાથ પર લીધું છે, એટલે તમારે ત્યાં ફરી જવાની જરૂર નથી. અમારા ભાગનું કામ હજી પૂરું થયું નથી:',
  again: 'ફરી પ્રયાસ કરો',
} as const

export const retryMessages = {
  submit: 'સબમિટ કરો',
} as const

/** Step 2 as it was finished, when step 3 is left by Back. */
export const finishedMessages = {
  heading: 'તમારી બેંકે આ મેન્ડેટ હાથ પર લીધું છે',
  lead: 'તે અહીં બદલી શકાતું નથી. “આગળ” તમને કરાર પર પાછા લઈ જાય છે.',
  lock: 'તમારી બેંકને મોકલ્યું હતું તેમ',
  reference: 'સંદર્ભ નંબર',
} as const

/** After the registration, until the agreement is accepted. */
export const registeredMessages = {
  heading: 'તમારી નોંધણી થઈ ગઈ છે',
  lead: 'તમારી બેંકે મેન્ડેટ હાથ પર લીધું છે, અને તમારી નોંધણી અમને મળી ગઈ છે.',
  next: 'કૃપા કરીને નીચેનો કરાર વાંચો અને તેને સ્વીકારો. જો તમે અહીં અટકો, તો અમારા ઈમેલમાંની લિંક તમને અહીં પાછા લાવશે.',
} as const
