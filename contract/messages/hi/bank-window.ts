/** The window of the sandbox's bank, which stands for the pages of a real one. */
export const bankWindow = {
  bank: 'सैंडबॉक्स बैंक',
  setUp: 'मैंडेट बनाएँ',
  about: 'यह बैंक सैंडबॉक्स का हिस्सा है: यह किसी खाते को नहीं जानता, और कोई पैसा इधर-उधर नहीं होता।',
  payee: 'पैसा किसे मिलेगा',
  account: 'किस खाते से',
  /** `number` is masked. */
  accountOf: '{name} का {number}, {ifsc}',
  maximum: 'अधिकतम',
  eachTime: 'हर बार {amount}',
  howOften: 'कितनी बार',
  asPresented: 'जब-जब पेश किया जाए',
  from: 'शुरू',
  until: 'कब तक',
  now: 'अभी',
  test: '₹1, खाता जाँचने के लिए',
  question: 'बैंक क्या जवाब दे?',
  refused: 'ऑर्डर अस्वीकार कर दिया गया',
  refusedByGateway: 'गेटवे ने यह ऑर्डर अस्वीकार कर दिया',
  because: 'बैंक से नहीं पूछा गया, क्योंकि:',
  closeOr: 'यह विंडो बंद करें, या',
  goBack: 'रजिस्ट्रेशन पर वापस जाएँ',
  backToSite: 'साइट पर वापस जाएँ',
  continue: 'आगे बढ़ें',
  answered: 'जवाब दिया गया',
  hasAnswered: 'बैंक ने जवाब दे दिया है',
  canClose: 'आप यह विंडो बंद कर सकते हैं।',
} as const

/** What the sandbox's bank can answer: a button, and what it means, with the gateway's code. */
export const bankAnswers = {
  later: { button: 'मंज़ूरी दें', meaning: 'बैंक मैंडेट ले लेता है और बाद में फ़ैसला करता है (0398)।' },
  success: { button: 'तुरंत सफल करें', meaning: 'मैंडेट तुरंत चालू हो जाता है (0300)।' },
  refusal: { button: 'अस्वीकार करें', meaning: 'बैंक अस्वीकार करता है (0399)।' },
  none: { button: 'कोई स्थिति न भेजें', meaning: 'जवाब में कोई कोड नहीं होता।' },
  abort: { button: 'रद्द करें', meaning: 'आप बिना फ़ैसला किए बैंक से निकल जाते हैं (0392)।' },
} as const

/** The panel of the sandbox's gateway, from which a person goes to the bank. */
export const bankPanel = {
  name: 'सैंडबॉक्स का पेमेंट पैनल',
  loading: 'लोड हो रहा है…',
  offer: 'नेट बैंकिंग से सैंडबॉक्स बैंक',
  toBank: 'बैंक पर जाएँ',
  close: 'पैनल बंद करें',
  opened: 'बैंक का पेज अपनी अलग विंडो में खुला है।',
  failed: 'लेन-देन असफल रहा।',
  complete: 'लेन-देन पूरा हुआ।',
  retry: 'पुनः प्रयास करें',
} as const
