import type { consentVersions } from '#contract/schemas/notices.ts'

export const executiveForm = {
  aadhaar_no: {
    label: 'आधार संख्या',
    hint: 'आपके आधार कार्ड या आधार पत्र पर लिखे 12 अंक।',
    required: 'आधार संख्या ज़रूरी है',
    invalid: 'आधार संख्या में 12 अंक होने चाहिए',
  },
  photo: {
    label: 'प्रोफ़ाइल फ़ोटो',
    hint: 'जेपीईजी, पीएनजी या वेबपी। इसे काटकर चौकोर किया जाता है।',
    required: 'प्रोफ़ाइल फ़ोटो ज़रूरी है',
    invalid: 'कृपया जेपीईजी, पीएनजी या वेबपी में कोई तस्वीर चुनें।',
  },
  name: {
    label: 'नाम',
    required: 'नाम ज़रूरी है',
    tooShort: 'नाम में कम से कम 2 अक्षर होने चाहिए',
  },
  email: {
    label: 'ईमेल',
    hint: 'आपके रजिस्ट्रेशन के बारे में हम इसी पते पर लिखते हैं, जैसे name@example.in।',
    required: 'ईमेल ज़रूरी है',
    invalid: 'ईमेल सही रूप में नहीं है',
    tooLong: 'ईमेल सही रूप में नहीं है',
  },
  gender: {
    label: 'लिंग',
    required: 'लिंग ज़रूरी है',
  },
  dob: {
    label: 'जन्म तिथि',
    required: 'जन्म तिथि ज़रूरी है',
    invalid: 'जन्म तिथि असली तारीख होनी चाहिए',
    inFuture: 'जन्म तिथि आज के बाद की नहीं हो सकती',
  },
  phone: {
    label: 'फ़ोन',
    hint: 'आपका भारतीय मोबाइल नंबर, 10 अंक। हम इस पर एसएमएस से एक कोड भेजते हैं।',
    required: 'फ़ोन नंबर ज़रूरी है',
    invalid: 'फ़ोन नंबर में 10 अंक होने चाहिए',
  },
  address: {
    label: 'पता',
    required: 'पता ज़रूरी है',
    tooShort: 'पते में कम से कम 5 अक्षर होने चाहिए',
  },
  city: {
    label: 'शहर',
    required: 'शहर ज़रूरी है',
  },
  state: {
    label: 'राज्य',
    required: 'राज्य ज़रूरी है',
  },
  country: {
    label: 'देश',
    required: 'देश ज़रूरी है',
  },
  pincode: {
    label: 'पिनकोड',
    required: 'पिनकोड ज़रूरी है',
    invalid: 'पिनकोड में 6 अंक होने चाहिए',
  },
  tooLong: 'यह बहुत लंबा है',
  choose: 'चुनें',
  verify: 'सत्यापित करें',
  verifyOf: '{label} सत्यापित करें',
} as const

export const genderNames = {
  M: 'पुरुष',
  F: 'महिला',
  O: 'अन्य',
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
      'जब आप “सत्यापित करें” दबाते हैं, तो हमारी सत्यापन सेवा देने वाली कंपनी आपके आधार से जुड़े मोबाइल नंबर पर एक कोड भेजती है; उस कोड से वह आधार के रिकॉर्ड से आपका नाम, जन्म तिथि, लिंग, पता और फ़ोटो लेती है, ताकि हम पक्का कर सकें कि रजिस्ट्रेशन कौन कर रहा है।',
      'हम आधार संख्या अपने पास नहीं रखते: केवल उसके आखिरी चार अंक और एक ऐसा चिह्न रखते हैं जिससे वापस संख्या नहीं बनाई जा सकती।',
    ],
    phone: [
      'जब आप “सत्यापित करें” दबाते हैं, तो हम इस नंबर पर एसएमएस से एक कोड भेजते हैं, ताकि हमें पता रहे कि इस नंबर पर आपसे संपर्क हो सकता है।',
      'हम यह नंबर आपके रजिस्ट्रेशन के लिए इस्तेमाल करते हैं, और कोड नहीं रखा जाता।',
    ],
  },
}

export const identityHints = {
  heading: 'एग्ज़ीक्यूटिव का विवरण',
  all: 'हर फ़ील्ड भरना ज़रूरी है।',
  /** In a number's place for a hint once it is verified. */
  verified: 'यह नंबर सत्यापित है। यहाँ दूसरा नंबर टाइप किया, तो उसे भी सत्यापित करना होगा।',
  lock: 'आपके आधार रिकॉर्ड से',
  locks:
    'यह आपके आधार रिकॉर्ड से आता है और यहाँ बदला नहीं जा सकता। कृपया इसे जाँचें: अगर कुछ गलत है, तो पहले यूआईडीएआई से उसे ठीक करवाएँ।',
} as const

export const photoMessages = {
  choose: 'फ़ोटो अपलोड करें',
  replace: 'फ़ोटो बदलें',
  remove: 'मेरी फ़ोटो हटाएँ',
  alt: 'प्रोफ़ाइल फ़ोटो',
  busy: 'फ़ोटो तैयार की जा रही है…',
} as const

/** The modal in which a code is entered (specification section 2). */
export const otpMessages = {
  code: {
    required: 'कृपया कोड के 6 अंक डालें',
    invalid: 'कोड में 6 अंक होते हैं',
  },
  title: 'ओटीपी डालें',
  sent: 'रजिस्टर किए हुए मोबाइल नंबर पर 6 अंकों का ओटीपी भेजा गया।',
  label: '6 अंकों का ओटीपी',
  cancel: 'रद्द करें',
  submit: 'सबमिट करें',
  secret: 'हमारे ऑफ़िस से कोई भी आपसे यह कोड कभी नहीं माँगेगा।',
  /** After too many wrong codes; `time` is an hour of the clock. */
  locked:
    'भारतीय समय के अनुसार {time} से पहले यहाँ कोड नहीं डाला जा सकता। आपने जो टाइप किया, वह रखा हुआ है; आप तब वापस आ सकते हैं।',
  /** After too many codes were sent. */
  resendAfter: 'आप भारतीय समय के अनुसार {time} के बाद नया कोड माँग सकते हैं।',
  help: 'ज़रूरी है? हमें लिखें',
  resend: 'नया कोड भेजें',
  canResend: 'अब आप नया कोड माँग सकते हैं।',
  resent: 'नया कोड भेजा गया। पहले वाला अब काम नहीं करेगा।',
  expired: 'इस कोड का समय खत्म हो गया है। कृपया नया कोड माँगें।',
  /** After a refresh the number is not in the browser any more. */
  retype: 'नए कोड के लिए कृपया यह विंडो बंद करें और अपनी आधार संख्या फिर से टाइप करें।',
  enter: 'कोड डालें',
  changeNumber: 'नंबर बदलें',
  waiting: 'एक कोड भेजा गया था और वह अब भी काम करता है।',
  /** When the code of this window could not be fetched. */
  missing: 'कोड डालने की विंडो नहीं खुल सकी।',
  offline: 'कृपया अपना इंटरनेट कनेक्शन जाँचें और पुनः प्रयास करें।',
  /** Where a call about a code had no answer; `failure` says which and has no full stop. */
  unanswered: '{failure}। कृपया अपना इंटरनेट कनेक्शन जाँचें और पुनः प्रयास करें।',
  forAadhaar: 'यह आधार संख्या {masked} से जुड़ा मोबाइल है।',
  forPhone: 'यह एसएमएस से {masked} पर भेजा गया।',
  /** The wait for a new code; `time` is 0:30, counted down as it passes. */
  resendIn: 'आप {time} में नया कोड माँग सकते हैं।',
  digit: '{of} में से अंक {place}',
} as const

/** Answers of the calls that verify a number. */
export const aadhaarMessages = {
  sent: 'इस आधार संख्या से जुड़े मोबाइल नंबर पर 6 अंकों का ओटीपी भेजा गया।',
  verified: 'आपकी आधार संख्या सत्यापित हो गई है।',
  /** Why no code was sent. */
  noMobile:
    'इस आधार संख्या से कोई मोबाइल नंबर नहीं जुड़ा है, इसलिए कोड नहीं भेजा जा सकता। आधार केंद्र पर नंबर जुड़वाया जा सकता है।',
  noSuchNumber: 'ऐसी कोई आधार संख्या नहीं है। कृपया उसके 12 अंक जाँचें।',
  suspended: 'यह आधार संख्या निलंबित या रद्द है। कृपया इसके बारे में यूआईडीएआई से 1947 पर पूछें।',
  locked: 'यह आधार संख्या लॉक है। कृपया इसे यूआईडीएआई की वेबसाइट पर अनलॉक करें और पुनः प्रयास करें।',
  notSent: 'आधार सेवा ने कोई कोड नहीं भेजा और कारण भी नहीं बताया। कृपया 12 अंक जाँचें और कुछ मिनट बाद पुनः प्रयास करें।',
  /** Why a code proved nothing. */
  expired: 'इस कोड का समय खत्म हो गया है। कृपया नया कोड माँगें।',
  triesSpent: 'बहुत बार गलत कोड डाला गया। कृपया नया कोड माँगें।',
  alreadyUsed: 'यह कोड पहले ही इस्तेमाल हो चुका है। कृपया नया कोड माँगें।',
  notJudged: 'आधार सेवा ने यह कोड नहीं लिया और कारण भी नहीं बताया। कृपया पुनः प्रयास करें, या नया कोड माँगें।',
  alreadyVerified: 'यह आधार संख्या पहले से सत्यापित है।',
  unknownCode: 'इसके लिए कोई कोड नहीं भेजा गया, या आप बहुत पहले यहाँ आए थे। कृपया नया कोड माँगें।',
  /** What is wrong with the service itself. */
  sourceDown: 'आधार सेवा अभी बंद है। कृपया कुछ मिनट बाद पुनः प्रयास करें।',
  timeout: 'आधार सेवा जवाब देने में बहुत ज़्यादा समय ले रही है। कृपया कुछ मिनट बाद पुनः प्रयास करें।',
  unreachable: 'आधार सेवा से संपर्क नहीं हो पा रहा है। कृपया कुछ मिनट बाद पुनः प्रयास करें।',
  rubbish: 'आधार सेवा ने ऐसा जवाब दिया जो काम में नहीं लिया जा सकता। कृपया कुछ मिनट बाद पुनः प्रयास करें।',
  notAllowed: 'आधार संख्याएँ अभी सत्यापित नहीं हो सकतीं। कृपया बाद में पुनः प्रयास करें।',
  circuitOpen: 'आधार सेवा कुछ समय से जवाब नहीं दे रही है। कृपया एक मिनट बाद पुनः प्रयास करें।',
} as const

export const mobileMessages = {
  sent: 'आपके फ़ोन नंबर पर 6 अंकों का ओटीपी भेजा गया।',
  verified: 'आपका फ़ोन नंबर सत्यापित हो गया है।',
  notIndian: 'कृपया भारतीय मोबाइल नंबर डालें: वह 6, 7, 8 या 9 से शुरू होता है',
  expired: 'इस कोड का समय खत्म हो गया है। कृपया नया कोड माँगें।',
  noCode: 'इस फ़ोन नंबर के लिए कोई कोड बाकी नहीं है। कृपया नया कोड माँगें।',
  alreadyVerified: 'यह फ़ोन नंबर पहले से सत्यापित है।',
  /** What is wrong with the service that sends SMS. */
  unreachable: 'कोड नहीं भेजा जा सका: एसएमएस सेवा से संपर्क नहीं हो पा रहा है। कृपया कुछ मिनट बाद पुनः प्रयास करें।',
  timeout:
    'एसएमएस सेवा जवाब देने में बहुत ज़्यादा समय ले रही है। अगर कोड आ जाए, तो आप उसे डाल सकते हैं; नहीं तो कृपया एक मिनट बाद पुनः प्रयास करें।',
  rubbish:
    'एसएमएस सेवा ने ऐसा जवाब दिया जो काम में नहीं लिया जा सकता। अगर कोड आ जाए, तो आप उसे डाल सकते हैं; नहीं तो कृपया एक मिनट बाद पुनः प्रयास करें।',
  refused: 'एसएमएस सेवा इस नंबर पर नहीं भेजती। कृपया नंबर जाँचें, या दूसरा नंबर इस्तेमाल करें।',
  notAllowed: 'एसएमएस अभी नहीं भेजे जा सकते। कृपया बाद में पुनः प्रयास करें।',
  circuitOpen: 'एसएमएस सेवा कुछ समय से जवाब नहीं दे रही है। कृपया एक मिनट बाद पुनः प्रयास करें।',
} as const

/** Refusals of codes by what was counted; `wait` is a duration. */
export const codeLimits = {
  /** `count` is how many attempts remain. */
  wrongCode: {
    one: 'यह कोड सही नहीं है। आप {count} बार और कोशिश कर सकते हैं।',
    other: 'यह कोड सही नहीं है। आप {count} बार और कोशिश कर सकते हैं।',
  },
  noneLeft: 'यह कोड सही नहीं है, और अब कोई कोशिश बाकी नहीं है। कृपया बाद में नया कोड माँगें।',
  /** The refusal of a second code soon after the first. */
  sentJustNow: 'कोड अभी-अभी भेजा गया था। आप {wait} बाद नया कोड माँग सकते हैं।',
  tooManySends: 'इस नंबर के लिए बहुत ज़्यादा कोड भेजे जा चुके हैं। कृपया {wait} बाद पुनः प्रयास करें।',
  tooManyWrongCodes: 'इस नंबर के लिए बहुत बार गलत कोड डाला गया। कृपया {wait} बाद पुनः प्रयास करें।',
  /** When the limit is not this number's: of its neighbourhood, of the day, or of the provider. */
  noSendsNow: 'हम अभी कोड नहीं भेज सकते। कृपया {wait} बाद पुनः प्रयास करें।',
} as const
