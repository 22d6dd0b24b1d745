/**
 * The words around the wording of the agreement, on its page and in its PDF. They belong to what is accepted: the hash of
 * an accepted agreement covers them, so after somebody has accepted one, other words need another version.
 */
export const agreementDocument = {
  title: 'भर्ती सेवाओं का करार',
  /** `number` and `heading` of a section. */
  numbered: '{number}. {heading}',
  /** At the foot of each page of the PDF. */
  foot: '{title} · {reference} · संस्करण {version}',
  page: '{count} में से पेज {page}',
  sandbox: 'पहचान की जाँच या बैंक की जगह नकली सेवाओं के साथ, आज़माइश के लिए बनाया गया: यह किसी पर बाध्यकारी नहीं है।',
  thisDocument: 'यह दस्तावेज़',
  reference: 'रेफ़रेंस',
  wording: 'करार का पाठ',
  version: 'संस्करण {version}',
  drawnUp: 'तैयार किया गया',
  status: 'स्थिति',
  acceptedOn: '{time} को स्वीकार किया गया',
  toBeAccepted: 'पढ़ने और स्वीकार करने के लिए',
  gender: { M: 'पुरुष', F: 'महिला', O: 'अन्य' },
} as const

/** Days and times of the agreement, written by our own rules: the same data must always make the same document. */
export const agreementTimes = {
  months: ['जनवरी', 'फ़रवरी', 'मार्च', 'अप्रैल', 'मई', 'जून', 'जुलाई', 'अगस्त', 'सितंबर', 'अक्टूबर', 'नवंबर', 'दिसंबर'],
  day: '{date} {month} {year}',
  india: '{day}, {clock} भारतीय समय (UTC+05:30)',
  /** A time of India, and the same of UTC. */
  both: '{india}, यानी {utc}',
} as const

/** Where the agreement is in a person's language and in English. */
export const agreementLanguages = {
  names: { own: 'हिन्दी', english: 'अंग्रेज़ी' },
  /** In both texts: `binding` is the name of one of the two languages. */
  binding:
    'यह करार {first} में और उसके बाद {second} में लिखा है। दोनों पाठ एक ही बात कहते हैं। जहाँ वे अलग हों, वहाँ {binding} पाठ बाध्यकारी है।',
  /** At the head of the second text. */
  second: 'यही करार {language} में',
} as const

/** The end of the form: who is to accept it, or who has accepted it. */
export const agreementSignature = {
  heading: 'स्वीकृति',
  awaited: 'यह करार अभी स्वीकार नहीं किया गया है। इसे {name} की स्वीकृति का इंतज़ार है।',
  toAccept: 'स्वीकार करने वाले व्यक्ति का नाम',
  accepted: '“{words}” शब्दों के साथ इलेक्ट्रॉनिक रूप से स्वीकार किया गया, इनके द्वारा:',
  whoAccepted: 'जिसने स्वीकार किया, उस व्यक्ति का नाम',
  dates: 'इस करार की तारीखें',
  acceptedAt: 'स्वीकार करने का समय',
  effective: 'लागू होने की तारीख',
  commitmentEnds: '90 दिन इस तारीख को खत्म होते हैं',
  lastRequest: 'रिफ़ंड माँगने का आखिरी दिन',
  forAgency: 'एजेंसी की ओर से',
  bySeal: '{agency}, इस फ़ाइल पर लगी सील से',
} as const

/** The page that proves the acceptance. */
export const agreementEvidence = {
  heading: 'स्वीकृति का सबूत',
  intro:
    'यह पेज उस सर्वर ने अपने रिकॉर्ड से लिखा है जिसने स्वीकृति ली, और इसे करार के साथ ही सील किया गया है। यह उन बातों का हिस्सा है जो भारतीय साक्ष्य अधिनियम, 2023 की धारा 63(4) के तहत प्रमाणपत्र में बतानी होती हैं।',
  acceptance: 'स्वीकृति',
  name: 'जिस नाम से स्वीकार किया गया',
  timeInIndia: 'भारत में समय',
  timeInUtc: 'UTC में समय',
  words: 'स्वीकार किए गए शब्द',
  address: 'नेटवर्क पता',
  browser: 'ब्राउज़र',
  unnamedBrowser: 'उसने नहीं बताया',
  before: 'इससे पहले क्या हुआ',
  events: {
    aadhaarVerified: 'आधार संख्या वन-टाइम पासवर्ड से सत्यापित हुई',
    phoneVerified: 'मोबाइल नंबर वन-टाइम पासवर्ड से सत्यापित हुआ',
    registered: 'रजिस्ट्रेशन हुआ, नीचे दिए बैंक मैंडेट के साथ',
    agreementAccepted: 'करार स्वीकार किया गया',
    linkVerified: 'रिकॉर्ड में दर्ज फ़ोन पर भेजे गए कोड से निजी लिंक की पुष्टि हुई',
    shown: 'करार खोला गया',
  },
  mandate: 'बैंक मैंडेट',
  transaction: 'लेन-देन',
  registration: 'रजिस्ट्रेशन संख्या',
  noRegistration: 'बैंक ने अभी नहीं दी है',
  mandateStatus: 'स्वीकार करते समय की स्थिति',
  mandateStatuses: { Initiated: 'शुरू हुआ', Success: 'सफल', Failed: 'असफल' },
  accepted: 'क्या स्वीकार किया गया',
  pdfHash: 'पीडीएफ़ का SHA-256',
  textHash: 'उसके पाठ का SHA-256',
  hashes:
    'SHA-256 एक फ़िंगरप्रिंट है: एक जैसे बाइट से हमेशा वही फ़िंगरप्रिंट बनता है, और उसी फ़िंगरप्रिंट वाला कोई दूसरा दस्तावेज़ ज्ञात नहीं है। जो करार स्वीकार किया गया, वह इसके साथ रखा जाता है।',
} as const

/** Where an annex to the agreement differs from the agreement itself. */
export const annexDocument = {
  title: 'भर्ती सेवाओं के करार का अनुलग्नक',
  belongsTo: 'किस करार का हिस्सा',
  /** In both texts, as `agreementLanguages` has it. */
  binding:
    'यह अनुलग्नक {first} में और उसके बाद {second} में लिखा है। दोनों पाठ एक ही बात कहते हैं। जहाँ वे अलग हों, वहाँ {binding} पाठ बाध्यकारी है।',
  second: 'यही अनुलग्नक {language} में',
  dates: 'इस अनुलग्नक की तारीखें',
  intro:
    'यह पेज उस सर्वर ने अपने रिकॉर्ड से लिखा है जिसने स्वीकृति ली, और इसे अनुलग्नक के साथ ही सील किया गया है। यह उन बातों का हिस्सा है जो भारतीय साक्ष्य अधिनियम, 2023 की धारा 63(4) के तहत प्रमाणपत्र में बतानी होती हैं।',
  shown: 'अनुलग्नक खोला गया',
} as const
