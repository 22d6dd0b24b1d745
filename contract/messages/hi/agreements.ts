/** Of the specification (sections 4 and 8). */
export const agreementMessages = {
  acceptance: {
    required: 'आपको करार स्वीकार करना होगा',
  },
  registered: 'रजिस्ट्रेशन सफल रहा! कृपया करार पढ़ें और उसे स्वीकार करें।',
  alreadySigned: 'करार पहले से हस्ताक्षरित है',
  accept: 'मुझे नियम और शर्तें स्वीकार हैं',
} as const

/** Answers of the API that the specification leaves open. */
export const agreementAnswers = {
  signed: 'करार पर हस्ताक्षर हो गए',
  annexSigned: 'अनुलग्नक पर हस्ताक्षर हो गए',
  opened: 'करार, जैसा वह अभी है',
  noted: 'दर्ज किया गया कि करार खोला गया',
  otherName: 'कृपया उसी नाम से हस्ताक्षर करें जो करार में है',
  linkEnded: 'करार का यह लिंक अधूरा है या अब मान्य नहीं है। कृपया करार को उसके पेज से फिर से खोलें।',
  beingSigned: 'आपकी स्वीकृति रख ली गई है। हस्ताक्षरित दस्तावेज़ तैयार किया जा रहा है: कृपया कुछ सेकंड बाद पुनः प्रयास करें।',
} as const

/** Words of the pages that show an agreement. */
export const agreementPageMessages = {
  document: 'आपका करार, एक-एक पेज करके',
  pageOf: '{count} में से पेज {page}। यही शब्द नीचे टेक्स्ट के रूप में भी हैं।',
  loading: 'आपका करार खोला जा रहा है…',
  notShown: 'करार यहाँ नहीं दिखाया जा सकता। कृपया उसे खोलें, डाउनलोड करें या नीचे टेक्स्ट के रूप में पढ़ें।',
  again: 'पुनः प्रयास करें',
  open: 'खोलें',
  download: 'डाउनलोड करें',
  /** After «Open» and «Download», for those who hear the links alone. */
  theAgreement: 'करार, पीडीएफ़ में',
  asText: 'करार को टेक्स्ट के रूप में पढ़ें',
  photo: 'फ़ोटो',
  notSigned: 'अभी हस्ताक्षरित नहीं है',
  submit: 'सबमिट करें',
  signing: 'आपकी स्वीकृति रखी जा रही है और करार को सील किया जा रहा है। इसमें कुछ सेकंड लग सकते हैं।',
  /** Beside the checkbox. */
  signedAs: 'यह इस नाम से स्वीकार किया जा रहा है:',
  loadingRecord: 'आपका रिकॉर्ड खोला जा रहा है…',
  unreached: 'आपका रिकॉर्ड नहीं खुल सका। कृपया अपना इंटरनेट कनेक्शन जाँचें और पुनः प्रयास करें।',
  /** Where the answer to an acceptance did not come. */
  unanswered:
    'हो सकता है कि आपकी स्वीकृति हम तक न पहुँची हो। कृपया अपना इंटरनेट कनेक्शन जाँचें और “सबमिट करें” फिर से दबाएँ: यह एक ही बार गिना जाएगा।',
} as const

/** How a registration stands, on the pages behind a person's link. */
export const recordStates = {
  heading: 'आपके रजिस्ट्रेशन की स्थिति',
  agreement: 'करार',
  agreementStates: {
    unsigned: 'अभी हस्ताक्षरित नहीं',
    signed: 'हस्ताक्षरित',
    annex: 'हस्ताक्षरित; नीचे दिया अनुलग्नक आपको स्वीकार करना है',
  },
  mandate: 'बैंक मैंडेट',
  mandateStates: {
    Initiated: 'आपके बैंक के पास है, जिसने अभी पुष्टि नहीं की है',
    Success: 'बन गया',
    Failed: 'आपके बैंक ने नहीं बनाया',
  },
  /** Above an annex. */
  annex:
    'आपने दूसरा बैंक मैंडेट बनवाया है। आपके हस्ताक्षरित करार में पहले वाला खाता है, इसलिए इस अनुलग्नक में नया खाता लिखा है। कृपया इसे पढ़ें और इसके अंत में स्वीकार करें।',
  /** Where the agreement is signed and the mandate failed. */
  annexFollows:
    'आपका करार हस्ताक्षरित रहता है। दूसरा मैंडेट बन जाने पर हम आपको एक अनुलग्नक भेजते हैं, जिसमें उसका खाता लिखा होता है, ताकि आप उसे स्वीकार कर सकें।',
  /** A link from the agreement to the page of the failed mandate. */
  mandateAgain: 'अपना बैंक मैंडेट फिर से बनवाएँ',
} as const
