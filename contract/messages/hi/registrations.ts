import type { Notices } from '#contract/schemas/notices.ts'
import { noticeEndings } from './notices.ts'

/** Headings, buttons and states of the wizard. */
export const wizardMessages = {
  steps: {
    identity: 'आधार सत्यापन और एग्ज़ीक्यूटिव का विवरण',
    mandate: 'मैंडेट का विवरण',
    agreement: 'करार',
  },
  /** The same on a phone. */
  shortSteps: { identity: 'आप', mandate: 'बैंक', agreement: 'करार' },
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

/** The service fee by how often it is charged: on the page before a registration, in the agreement and in the mails with it. */
export const serviceFee = {
  untold: 'अभी कोई सेवा शुल्क तय नहीं है: तय होने से पहले हम लिखकर बताएँगे।',
  none: 'कोई सेवा शुल्क नहीं है।',
  once: 'सेवा शुल्क कर सहित {fee} है, एक बार: {due} देय।',
  month: 'सेवा शुल्क कर सहित हर महीने {fee} है, {months} महीने तक: पहली बार {due} देय।',
  quarter: 'सेवा शुल्क कर सहित हर तिमाही {fee} है, {months} महीने तक: पहली बार {due} देय।',
  year: 'सेवा शुल्क कर सहित हर साल {fee} है, {months} महीने तक: पहली बार {due} देय।',
} as const

/** When the fee, or its first part, falls due: `{due}` of `serviceFee`. */
export const serviceFeeDue = {
  sameDay: 'करार स्वीकार करने के दिन',
  after: { one: 'करार स्वीकार करने के {count} दिन बाद', other: 'करार स्वीकार करने के {count} दिन बाद' },
} as const

/** Who pays and who does not, wherever either of them reads it: where there is a service fee, and where there is none. */
export const twoWays = {
  fee: 'नौकरी के लिए आवेदन करने वाले कभी कुछ नहीं देते; रजिस्टर करने वाले एग्ज़ीक्यूटिव को काम दिलाने का सेवा शुल्क बैंक मैंडेट से लगता है।',
  none: 'नौकरी के लिए आवेदन करने वाले कभी कुछ नहीं देते; रजिस्टर करने वाले एग्ज़ीक्यूटिव भी कुछ नहीं देते।',
} as const

export const registrationErrors = {
  /** In production, until the agency has said what registering costs. */
  notOpen: 'रजिस्ट्रेशन अभी खुला नहीं है। कृपया हमें लिखें: खुलने पर हम आपको बताएँगे।',
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

export const registrationNotices = {
  '2026-11-21': {
    essence:
      'आप यहाँ जो जानकारी देते हैं, उसे हम यह पक्का करने के लिए इस्तेमाल करते हैं कि आप कौन हैं, बैंक मैंडेट बनाने के लिए, और आपका करार तैयार करने और रखने के लिए। आपकी आधार संख्या नहीं रखी जाती। आप किसी भी चरण पर रुक सकते हैं, और बाद में अपनी सहमति वापस ले सकते हैं।',
    what: 'आपकी आधार संख्या, जिसके हम आखिरी चार अंक और एक ऐसा चिह्न रखते हैं जिससे वापस संख्या नहीं बनाई जा सकती; आधार के रिकॉर्ड से आपका नाम, जन्म तिथि, लिंग, पता और फ़ोटो; आपका ईमेल पता, मोबाइल नंबर और प्रोफ़ाइल फ़ोटो; खाताधारक का नाम, खाता संख्या और आईएफएससी कोड; मैंडेट और करार।',
    why: 'यह पक्का करने के लिए कि आप वही हैं जो आप बताते हैं और कोई दो बार रजिस्टर न करे; मैंडेट बनाने और करार के तहत देय राशि लेने के लिए; करार तैयार करने, रखने और साबित करने के लिए। हम आपकी सहमति के आधार पर ऐसा करते हैं, जो आप “सत्यापित करें” और “आगे” दबाते समय देते हैं, और फिर करार के आधार पर।',
    whoElse:
      'उस कंपनी को जो आपकी आधार संख्या जाँचती है, उसे जो हमारे एसएमएस भेजती है, पेमेंट गेटवे और आपके बैंक को, और उन कंपनियों को जो हमारे ईमेल पहुँचाती हैं और हमारे सर्वर चलाती हैं: हर एक को उतनी ही जितनी उसके काम के लिए चाहिए। हम इसे बेचते नहीं हैं। किसी प्राधिकरण या अदालत को यह केवल वहीं मिलती है जहाँ कानून के अनुसार देना ज़रूरी हो।',
    howLong:
      'जब तक करार चलता है, और उसके बाद जब तक उसके तहत दावे किए जा सकते हैं; आपके बैंक का विवरण मैंडेट खत्म होने के एक साल बाद तक। अगर आप पूरा नहीं करते, तो इस पेज को आखिरी बार इस्तेमाल करने के 30 मिनट बाद तक; पहले से शुरू हुए मैंडेट का रेफ़रेंस हमारे बहीखातों में रहता है।',
    changingYourMind: `${noticeEndings.withdrawing} रजिस्ट्रेशन हो जाने के बाद, हो सकता है कि इसके साथ करार भी खत्म करना पड़े, और कानून के अनुसार हमें कुछ रिकॉर्ड रखने पड़ें। मैंडेट आप अपने बैंक से कभी भी रद्द करवा सकते हैं।`,
    yourRights: noticeEndings.rights,
  },
  '2026-11-25': {
    howLong:
      'जब तक करार चलता है, और उसके बाद जब तक उसके तहत दावे किए जा सकते हैं; आपके बैंक का विवरण मैंडेट खत्म होने के एक साल बाद तक। अगर आप पूरा नहीं करते, तो इस पेज को आखिरी बार इस्तेमाल करने के 30 मिनट बाद तक, या अगर आपने “बाद में जारी रखें” दबाया हो तो 7 दिन तक; पहले से शुरू हुए मैंडेट का रेफ़रेंस हमारे बहीखातों में रहता है।',
  },
} as const satisfies Notices
