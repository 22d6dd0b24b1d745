/** Of the specification (sections 4 and 8). */
export const agreementMessages = {
  acceptance: {
    required: 'તમારે કરાર સ્વીકારવો જરૂરી છે',
  },
  registered: 'નોંધણી સફળ થઈ! કૃપા કરીને કરાર વાંચો અને સ્વીકારો.',
  alreadySigned: 'કરાર પહેલેથી હસ્તાક્ષરિત છે',
  accept: 'હું નિયમો અને શરતો સ્વીકારું છું',
} as const

/** Answers of the API that the specification leaves open. */
export const agreementAnswers = {
  signed: 'કરાર સફળતાપૂર્વક હસ્તાક્ષરિત થયો',
  annexSigned: 'પરિશિષ્ટ સફળતાપૂર્વક હસ્તાક્ષરિત થયું',
  opened: 'કરાર હાલ જેવો છે તેવો',
  noted: 'કરાર ખોલવામાં આવ્યો તેની નોંધ લેવાઈ',
  otherName: 'કૃપા કરીને કરારમાં જે નામ છે તે જ નામથી હસ્તાક્ષર કરો',
  linkEnded: 'કરારની આ લિંક અધૂરી છે અથવા હવે માન્ય નથી. કૃપા કરીને કરારને તેના પેજ પરથી ફરી ખોલો.',
  beingSigned:
    'તમારો સ્વીકાર સાચવી લેવાયો છે. હસ્તાક્ષરિત દસ્તાવેજ તૈયાર થઈ રહ્યો છે: કૃપા કરીને થોડી સેકન્ડમાં ફરી પ્રયાસ કરો.',
} as const

/** Words of the pages that show an agreement. */
export const agreementPageMessages = {
  document: 'તમારો કરાર, પાને પાને',
  pageOf: 'પાનું {page}, કુલ {count}. આ જ શબ્દો નીચે લખાણ તરીકે આપેલા છે.',
  loading: 'તમારો કરાર ખૂલી રહ્યો છે…',
  notShown: 'કરાર અહીં બતાવી શકાતો નથી. કૃપા કરીને તેને ખોલો, ડાઉનલોડ કરો અથવા નીચે લખાણ તરીકે વાંચો.',
  again: 'ફરી પ્રયાસ કરો',
  open: 'ખોલો',
  download: 'ડાઉનલોડ કરો',
  /** After «Open» and «Download», for those who hear the links alone. */
  theAgreement: 'કરાર, પીડીએફ તરીકે',
  asText: 'કરાર લખાણ તરીકે વાંચો',
  photo: 'ફોટો',
  notSigned: 'હજી હસ્તાક્ષર થયા નથી',
  submit: 'સબમિટ કરો',
  signing: 'તમારો સ્વીકાર સાચવવામાં અને કરાર સીલ કરવામાં આવી રહ્યો છે. આમાં થોડી સેકન્ડ લાગી શકે છે.',
  /** Beside the checkbox, before the name. */
  signedAs: 'આ નામે કરાર સ્વીકારાય છે:',
  loadingRecord: 'તમારો રેકોર્ડ ખૂલી રહ્યો છે…',
  unreached: 'તમારો રેકોર્ડ ખોલી શકાયો નહીં. કૃપા કરીને તમારું કનેક્શન તપાસો અને ફરી પ્રયાસ કરો.',
  /** Where the answer to an acceptance did not come. */
  unanswered:
    'તમારો સ્વીકાર કદાચ અમારા સુધી પહોંચ્યો ન હોય. કૃપા કરીને તમારું કનેક્શન તપાસો અને “સબમિટ કરો” ફરી દબાવો: તે એક જ વાર ગણાશે.',
} as const

/** How a registration stands, on the pages behind a person's link. */
export const recordStates = {
  heading: 'તમારી નોંધણીની સ્થિતિ',
  agreement: 'કરાર',
  agreementStates: {
    unsigned: 'હજી હસ્તાક્ષરિત નથી',
    signed: 'હસ્તાક્ષરિત',
    annex: 'હસ્તાક્ષરિત; નીચેનું પરિશિષ્ટ તમારે સ્વીકારવાનું છે',
  },
  mandate: 'બેંક મેન્ડેટ',
  mandateStates: {
    Initiated: 'તમારી બેંક પાસે છે, જેણે હજી પુષ્ટિ કરી નથી',
    Success: 'ગોઠવાઈ ગયું',
    Failed: 'તમારી બેંકે ગોઠવ્યું નથી',
  },
  /** Above an annex. */
  annex:
    'તમે બીજું બેંક મેન્ડેટ ગોઠવ્યું છે. તમારા હસ્તાક્ષરિત કરારમાં પહેલાંનું ખાતું છે, તેથી આ પરિશિષ્ટમાં નવું ખાતું લખેલું છે. કૃપા કરીને તે વાંચો અને તેના અંતે સ્વીકારો.',
  /** Where the agreement is signed and the mandate failed. */
  annexFollows:
    'તમારો કરાર હસ્તાક્ષરિત રહે છે. બીજું મેન્ડેટ ગોઠવાય ત્યારે અમે તમને એક પરિશિષ્ટ મોકલીએ છીએ, જેમાં તેનું ખાતું લખેલું હોય છે, જેથી તમે તે સ્વીકારી શકો.',
  /** A link from the agreement to the page of the failed mandate. */
  mandateAgain: 'તમારું બેંક મેન્ડેટ ફરી ગોઠવો',
} as const
