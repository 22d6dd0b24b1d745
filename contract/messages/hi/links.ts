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
