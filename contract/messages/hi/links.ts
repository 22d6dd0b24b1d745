/** What is said where a link opened in another browser asks for a code (LINK_STEP_UP). */
export const linkAnswers = {
  confirmFirst:
    'यह लिंक उस ब्राउज़र में नहीं खुला जिससे रजिस्ट्रेशन हुआ था, किसी दूसरे में खुला है। कृपया अपने फ़ोन पर भेजे गए कोड से इसकी पुष्टि करें।',
  unknown: 'यह लिंक मान्य नहीं है, या इसकी जगह नया लिंक भेजा जा चुका है। कृपया हमारे सबसे नए ईमेल में दिया लिंक खोलें।',
  sent: 'रिकॉर्ड में दर्ज फ़ोन नंबर पर 6 अंकों का ओटीपी भेजा गया।',
  confirmed: 'लिंक की पुष्टि हो गई है।',
} as const

/** What a page says while a link is to be confirmed. */
export const linkMessages = {
  send: 'कोड भेजें',
  confirm: 'पुष्टि करें',
  /** Where the code went; `phone` is masked. */
  sentTo: 'यह एसएमएस से {phone} पर भेजा गया। हमारे ऑफ़िस से कोई भी आपसे यह कोड कभी नहीं माँगेगा।',
} as const

/** What is said of a registration that is continued later. */
export const laterAnswers = {
  sent: 'आगे बढ़ने का लिंक आपके ईमेल पते पर भेजा जा रहा है।',
  /** Of a link that opens nothing. */
  unknown:
    'यह लिंक मान्य नहीं है, इस्तेमाल हो चुका है, 7 दिन से पुराना है, या इसकी जगह नया लिंक भेजा जा चुका है। कृपया हमारे सबसे नए ईमेल में दिया लिंक खोलें, या रजिस्ट्रेशन नए सिरे से शुरू करें।',
  codeSent: 'आपके सत्यापित फ़ोन नंबर पर 6 अंकों का ओटीपी भेजा गया।',
  resumed: 'आप अपना रजिस्ट्रेशन आगे बढ़ा सकते हैं।',
} as const

/** What the pages say of it. */
export const laterMessages = {
  button: 'बाद में जारी रखें',
  /** Above the button. */
  why: 'बैंक के कागज़ अभी पास नहीं हैं? हम आपको ईमेल से एक लिंक भेजते हैं, जो आपको यहाँ वापस लाता है।',
  /** In the button’s place once the link has left. */
  sent: 'हमने {email} पर एक लिंक भेजा है।',
  /** Below it. */
  opens:
    'वह 7 दिन तक, किसी भी डिवाइस पर, आपके सत्यापित फ़ोन पर आए कोड से यह रजिस्ट्रेशन खोलता है। बैंक का जो विवरण आपने टाइप किया, वह इसके साथ नहीं रखा जाता।',
  failed: 'लिंक नहीं भेजा जा सका।',
  heading: 'अपना रजिस्ट्रेशन जारी रखें',
  lead: 'आपने जो सत्यापित किया था, वह रखा हुआ है। उसे खोलने के लिए कृपया वह कोड डालें जो हम आपके सत्यापित फ़ोन पर भेजेंगे।',
} as const
