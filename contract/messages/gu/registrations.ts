/** Headings, buttons and states of the wizard. */
export const wizardMessages = {
  steps: {
    identity: 'આધાર ચકાસણી અને એક્ઝિક્યુટિવની વિગતો',
    mandate: 'મેન્ડેટની વિગતો',
    agreement: 'કરાર',
  },
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

export const registrationErrors = {
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
