/** The window of the sandbox's bank, which stands for the pages of a real one. */
export const bankWindow = {
  bank: 'સેન્ડબોક્સ બેંક',
  setUp: 'મેન્ડેટ ગોઠવો',
  about: 'આ બેંક સેન્ડબોક્સનો ભાગ છે: તેમાં કોઈ ખાતું નથી, અને કોઈ પૈસાની લેવડદેવડ થતી નથી.',
  payee: 'પૈસા કોને મળશે',
  account: 'આ ખાતામાંથી',
  /** `number` is masked. */
  accountOf: '{name} નું ખાતું {number}, {ifsc}',
  maximum: 'વધુમાં વધુ',
  eachTime: 'દર વખતે {amount}',
  howOften: 'કેટલી વાર',
  asPresented: 'જ્યારે રજૂ થાય ત્યારે',
  from: 'ક્યારથી',
  until: 'ક્યાં સુધી',
  now: 'હમણાં',
  test: '₹1, ખાતું ચકાસવા માટે',
  question: 'બેંકે શો જવાબ આપવો જોઈએ?',
  refused: 'ઓર્ડર નકારવામાં આવ્યો',
  refusedByGateway: 'ગેટવેએ આ ઓર્ડર નકાર્યો',
  because: 'બેંકને પૂછવામાં આવ્યું નથી, કારણ કે:',
  closeOr: 'આ વિન્ડો બંધ કરો, અથવા',
  goBack: 'નોંધણી પર પાછા જાઓ',
  backToSite: 'વેબસાઇટ પર પાછા જાઓ',
  continue: 'આગળ વધો',
  answered: 'જવાબ અપાયો',
  hasAnswered: 'બેંકે જવાબ આપી દીધો છે',
  canClose: 'તમે આ વિન્ડો બંધ કરી શકો છો.',
} as const

/** What the sandbox's bank can answer: a button, and what it means, with the gateway's code. */
export const bankAnswers = {
  later: { button: 'મંજૂરી આપો', meaning: 'બેંક મેન્ડેટ હાથ પર લે છે અને પછીથી નિર્ણય કરે છે (0398).' },
  success: { button: 'તરત સફળ કરો', meaning: 'મેન્ડેટ તરત ચાલુ થાય છે (0300).' },
  refusal: { button: 'નકારો', meaning: 'બેંક ના પાડે છે (0399).' },
  none: { button: 'કોઈ સ્થિતિ ન મોકલો', meaning: 'જવાબમાં કોઈ કોડ નથી.' },
  abort: { button: 'રદ કરો', meaning: 'તમે નિર્ણય કર્યા વિના બેંક છોડો છો (0392).' },
} as const

/** The panel of the sandbox's gateway, from which a person goes to the bank. */
export const bankPanel = {
  name: 'સેન્ડબોક્સની પેમેન્ટ પેનલ',
  loading: 'લોડ થઈ રહ્યું છે…',
  offer: 'નેટ બેંકિંગ દ્વારા સેન્ડબોક્સ બેંક',
  toBank: 'બેંક પર જાઓ',
  close: 'પેનલ બંધ કરો',
  opened: 'બેંકનું પેજ એક અલગ વિન્ડોમાં ખુલ્લું છે.',
  failed: 'ટ્રાન્ઝેક્શન અસફળ રહ્યું.',
  complete: 'ટ્રાન્ઝેક્શન પૂરું થયું.',
  retry: 'ફરી પ્રયાસ કરો',
} as const
