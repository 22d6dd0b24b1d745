/**
 * The words around the wording of the agreement, on its page and in its PDF. They belong to what is accepted: the hash of
 * an accepted agreement covers them, so after somebody has accepted one, other words need another version.
 */
export const agreementDocument = {
  title: 'ભરતી સેવાઓનો કરાર',
  /** `number` and `heading` of a section. */
  numbered: '{number}. {heading}',
  /** At the foot of each page of the PDF. */
  foot: '{title} · {reference} · આવૃત્તિ {version}',
  page: 'પાનું {page}, કુલ {count}',
  sandbox: 'ઓળખ ચકાસણી અથવા બેંકની નકલી વ્યવસ્થા સાથે અજમાયશ માટે બનાવેલું: આ કોઈને બંધનકર્તા નથી.',
  thisDocument: 'આ દસ્તાવેજ',
  reference: 'સંદર્ભ નંબર',
  wording: 'કરારનું લખાણ',
  version: 'આવૃત્તિ {version}',
  drawnUp: 'તૈયાર કર્યો',
  status: 'સ્થિતિ',
  acceptedOn: 'સ્વીકાર્યો: {time}',
  toBeAccepted: 'વાંચવા અને સ્વીકારવા માટેનું ફોર્મ',
  gender: { M: 'પુરુષ', F: 'સ્ત્રી', O: 'અન્ય' },
} as const

/** Days and times of the agreement, written by our own rules: the same data must always make the same document. */
export const agreementTimes = {
  months: [
    'જાન્યુઆરી',
    'ફેબ્રુઆરી',
    'માર્ચ',
    'એપ્રિલ',
    'મે',
    'જૂન',
    'જુલાઈ',
    'ઑગસ્ટ',
    'સપ્ટેમ્બર',
    'ઑક્ટોબર',
    'નવેમ્બર',
    'ડિસેમ્બર',
  ],
  day: '{date} {month} {year}',
  india: '{day}, {clock} ભારતીય સમય (UTC+05:30)',
  /** A time of India, and the same of UTC. */
  both: '{india}, એટલે કે {utc}',
} as const

/** Where the agreement is in a person's language and in English. */
export const agreementLanguages = {
  names: { own: 'ગુજરાતી', english: 'અંગ્રેજી' },
  /** In both texts: `binding` is the name of one of the two languages. */
  binding:
    'આ કરાર {first} ભાષામાં અને, તે પછી, {second} ભાષામાં લખેલો છે. બંને લખાણ એક જ વાત કહે છે. જ્યાં તે જુદાં પડે, ત્યાં {binding} લખાણ બંધનકર્તા છે.',
  /** At the head of the second text. */
  second: 'એ જ કરાર {language} ભાષામાં',
} as const

/** The end of the form: who is to accept it, or who has accepted it. */
export const agreementSignature = {
  heading: 'સ્વીકાર',
  awaited: 'આ ફોર્મ હજી સ્વીકારાયું નથી. તે {name} દ્વારા સ્વીકારની રાહ જુએ છે.',
  toAccept: 'સ્વીકારનાર વ્યક્તિનું નામ',
  accepted: '“{words}” શબ્દો સાથે ઇલેક્ટ્રોનિક રીતે સ્વીકારનાર:',
  whoAccepted: 'જેણે સ્વીકાર્યું તે વ્યક્તિનું નામ',
  dates: 'આ કરારની તારીખો',
  acceptedAt: 'સ્વીકાર્યાનો સમય',
  effective: 'અમલની તારીખ',
  commitmentEnds: '90 દિવસ પૂરા થવાની તારીખ',
  lastRequest: 'રિફંડ માંગવાનો છેલ્લો દિવસ',
  forAgency: 'એજન્સી વતી',
  bySeal: '{agency}, આ ફાઇલ પરની સીલ દ્વારા',
} as const

/** The page that proves the acceptance. */
export const agreementEvidence = {
  heading: 'સ્વીકારનો પુરાવો',
  intro:
    'આ પાનું સ્વીકાર લેનાર સર્વરે પોતાના રેકોર્ડ પરથી લખ્યું છે, અને તે કરારની સાથે જ સીલ કરેલું છે. ભારતીય સાક્ષ્ય અધિનિયમ, 2023 ની કલમ 63(4) હેઠળના પ્રમાણપત્રમાં જે જણાવવાનું હોય છે તેનો તે ભાગ છે.',
  acceptance: 'સ્વીકાર',
  name: 'જે નામે સ્વીકાર્યું તે',
  timeInIndia: 'ભારતનો સમય',
  timeInUtc: 'UTC પ્રમાણે સમય',
  words: 'સ્વીકારેલા શબ્દો',
  address: 'નેટવર્ક એડ્રેસ',
  browser: 'બ્રાઉઝર',
  unnamedBrowser: 'તેણે જણાવ્યું નથી',
  before: 'તે પહેલાં શું થયું',
  events: {
    aadhaarVerified: 'આધાર નંબર વન-ટાઇમ પાસવર્ડ (ઓટીપી)થી ચકાસાયો',
    phoneVerified: 'મોબાઇલ નંબર વન-ટાઇમ પાસવર્ડ (ઓટીપી)થી ચકાસાયો',
    registered: 'નોંધણી થઈ, નીચેના બેંક મેન્ડેટ સાથે',
    agreementAccepted: 'કરાર સ્વીકારાયો',
    linkVerified: 'રેકોર્ડમાંના ફોન નંબર પર મોકલેલા કોડથી અંગત લિંકની ખાતરી થઈ',
    shown: 'કરાર ખોલવામાં આવ્યો',
  },
  mandate: 'બેંક મેન્ડેટ',
  transaction: 'ટ્રાન્ઝેક્શન',
  registration: 'નોંધણી નંબર',
  noRegistration: 'બેંકે હજી આપ્યો નથી',
  mandateStatus: 'સ્વીકાર વખતની સ્થિતિ',
  mandateStatuses: { Initiated: 'શરૂ થયેલ', Success: 'સફળ', Failed: 'અસફળ' },
  accepted: 'શું સ્વીકારાયું',
  pdfHash: 'પીડીએફનો SHA-256',
  textHash: 'તેના લખાણનો SHA-256',
  hashes:
    'SHA-256 એ ફિંગરપ્રિન્ટ છે: એક જ બાઇટમાંથી હંમેશાં એક જ ફિંગરપ્રિન્ટ મળે છે, અને એ જ ફિંગરપ્રિન્ટવાળો બીજો કોઈ દસ્તાવેજ જાણમાં નથી. જે ફોર્મ સ્વીકારાયું હતું તે આની સાથે રાખેલું છે.',
} as const

/** Where an annex to the agreement differs from the agreement itself. */
export const annexDocument = {
  title: 'ભરતી સેવાઓના કરારનું પરિશિષ્ટ',
  belongsTo: 'કયા કરારનો ભાગ',
  /** In both texts, as `agreementLanguages` has it. */
  binding:
    'આ પરિશિષ્ટ {first} ભાષામાં અને, તે પછી, {second} ભાષામાં લખેલું છે. બંને લખાણ એક જ વાત કહે છે. જ્યાં તે જુદાં પડે, ત્યાં {binding} લખાણ બંધનકર્તા છે.',
  second: 'એ જ પરિશિષ્ટ {language} ભાષામાં',
  dates: 'આ પરિશિષ્ટની તારીખો',
  intro:
    'આ પાનું સ્વીકાર લેનાર સર્વરે પોતાના રેકોર્ડ પરથી લખ્યું છે, અને તે પરિશિષ્ટની સાથે જ સીલ કરેલું છે. ભારતીય સાક્ષ્ય અધિનિયમ, 2023 ની કલમ 63(4) હેઠળના પ્રમાણપત્રમાં જે જણાવવાનું હોય છે તેનો તે ભાગ છે.',
  shown: 'પરિશિષ્ટ ખોલવામાં આવ્યું',
} as const
