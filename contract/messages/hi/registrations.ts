/** Headings, buttons and states of the wizard. */
export const wizardMessages = {
  steps: {
    identity: 'आधार सत्यापन और एग्ज़ीक्यूटिव का विवरण',
    mandate: 'मैंडेट का विवरण',
    agreement: 'करार',
  },
  heading: '{of} में से चरण {number}: {name}',
  progress: 'रजिस्ट्रेशन के चरण',
  done: 'पूरा हुआ',
  current: 'अभी',
  ahead: 'बाकी है',
  back: 'पीछे',
  next: 'आगे',
  /** When what the server remembers could not be asked for. */
  sessionUnknown: 'हम यह नहीं देख सके कि आप क्या-क्या सत्यापित कर चुके हैं।',
  tryAgain: 'पुनः प्रयास करें',
  /** While the code of a later step is on its way, and where it did not come. */
  stepComing: 'यह चरण लोड हो रहा है…',
  stepMissing: 'यह चरण लोड नहीं हो सका।',
  /** When the session has ended in a later step. */
  away: 'आप कुछ देर यहाँ नहीं थे, इसलिए कृपया दोनों नंबर फिर से सत्यापित करें। आपने जो टाइप किया, वह अब भी यहाँ है।',
} as const

/** What stops a step of the wizard, in the order it is looked at (specification sections 4 and 5). */
export const guardMessages = {
  aadhaarFirst: 'कृपया पहले अपनी आधार संख्या सत्यापित करें',
  phoneFirst: 'कृपया पहले अपना फ़ोन नंबर सत्यापित करें',
  fields: 'कृपया सभी ज़रूरी फ़ील्ड सही-सही भरें',
  mandate: 'कृपया मैंडेट का पूरा विवरण सही-सही भरें',
} as const

/** The calls of the registration when the server says nothing itself (specification section 8). */
export const onboardingFailures = {
  aadhaarSend: 'ओटीपी नहीं भेजा जा सका',
  aadhaarVerify: 'आधार संख्या सत्यापित नहीं हो सकी',
  otp: 'ओटीपी नहीं बनाया जा सका',
  mobileVerify: 'ओटीपी सत्यापित नहीं हो सका',
  mandateToken: 'मैंडेट का टोकन नहीं बनाया जा सका',
  mandate: 'मैंडेट रजिस्टर नहीं हो सका',
  register: 'एग्ज़ीक्यूटिव का रजिस्ट्रेशन नहीं हो सका',
  registration: 'रजिस्ट्रेशन असफल रहा। कृपया पुनः प्रयास करें।',
  registering: 'रजिस्ट्रेशन के दौरान कोई गड़बड़ी हुई।',
  maxAmount: 'लेन-देन की जानकारी नहीं मिल सकी',
  agreement: 'करार नहीं बनाया जा सका। कृपया पुनः प्रयास करें।',
  signing: 'करार पर हस्ताक्षर नहीं हो सके। कृपया पुनः प्रयास करें।',
} as const

export const registrationErrors = {
  registered: 'आप पहले से रजिस्टर हैं। कृपया वह लिंक इस्तेमाल करें जो हमने आपको ईमेल से भेजा है।',
  /** Somebody else's record has this number or this phone. */
  taken: 'यह आधार संख्या या फ़ोन नंबर पहले से रजिस्टर है।',
  /** `fields` as the payload names them (specification section 5). */
  missing: 'ये ज़रूरी फ़ील्ड नहीं मिले: {fields}',
  asVerified: 'यह वैसा ही रहना चाहिए जैसा सत्यापित हुआ था।',
} as const

/** Answers of calls whose message no page shows. */
export const dataAnswers = {
  session: 'अब तक क्या सत्यापित हुआ है।',
  maxAmount: '{amount} रुपये',
  token: 'टोकन',
  record: 'रिकॉर्ड',
} as const
