/** The words of the links to pages, in menu and footer. */
export const linkLabels = {
  home: 'होम',
  about: 'हमारे बारे में',
  services: 'सेवाएँ',
  contact: 'संपर्क',
  career: 'करियर',
  jobs: 'नौकरियाँ',
  signUp: 'साइन अप करें',
  register: 'रजिस्टर करें',
  privacy: 'गोपनीयता नीति',
  terms: 'उपयोग की शर्तें',
  refundPolicy: 'रिफ़ंड नीति',
  facebook: 'फ़ेसबुक',
  instagram: 'इंस्टाग्राम',
} as const

export const footerTexts = {
  quickLinks: 'ज़रूरी लिंक',
  services: 'सेवाएँ',
  tagline: '[[agency.nameStart]] आपका भरोसेमंद एचआर प्लेसमेंट साथी है।',
} as const

export const homePage = {
  welcome: '[[agency.name]] में आपका स्वागत है,',
  promise: 'आपका भरोसेमंद एचआर प्लेसमेंट साथी',
  learnMore: {
    label: 'और जानें',
    /** Follows the label for those who hear the link alone; the space is part of it. */
    more: ' [[agency.name]] के बारे में',
  },
  employers: { question: 'लोग चाहिए?', label: 'नियोक्ताओं के लिए सेवाएँ' },
  jobSeekers: { question: 'काम चाहिए?', label: 'नौकरी खोजने वालों के लिए सेवाएँ' },
  about: {
    badge: 'हमारे बारे में',
    headline: 'आपका करियर, हमारा वचन',
    intro: [
      '[[agency.nameStart]] कंपनियों को अच्छे लोगों से जोड़ती है और नौकरी खोजने वालों को ऐसा काम पाने में मदद करती है जो उनके लिए ठीक हो।',
      'किसी को मिलवाने से पहले हम दोनों पक्षों की बात सुनते हैं: काम असल में क्या माँगता है, और व्यक्ति असल में क्या चाहता है। फिर हम पहले दिन तक और उसके बाद भी संपर्क में रहते हैं।',
    ],
  },
  whatWeDo: {
    heading: 'हम क्या करते हैं',
    lead: 'पाँच क्षेत्र, काम करने का एक ही तरीका: पद को ध्यान से समझना, उस क्षेत्र के लोगों को जानना, और उन गिने-चुने लोगों को मिलवाना जो ठीक बैठते हैं।',
  },
  /** Names the two that follow, for those who hear the page. */
  missionAndVision: 'मकसद और सपना',
  mission: {
    heading: 'मकसद',
    text: 'लोगों और काम को ईमानदारी से मिलाना: नियोक्ता ऐसे उम्मीदवारों से मिलें जो ठीक बैठते हैं, और नौकरी खोजने वाले ऐसे काम तक पहुँचें जिसमें वे आगे बढ़ सकें।',
  },
  vision: {
    heading: 'सपना',
    text: 'पूरे भारत में वह प्लेसमेंट साथी बनना जिसे नियोक्ता सबसे पहले फ़ोन करें और नौकरी खोजने वाले अपने दोस्त को बताएँ।',
  },
} as const

/** The carousel of the home page, as it is heard. */
export const carouselTexts = {
  heading: 'लोगों के अनुभव',
  /** What a screen reader calls the whole, and one of its parts. */
  carousel: 'कैरोसेल',
  slide: 'स्लाइड',
  position: '{total} में से {number}',
  previous: 'पिछला अनुभव',
  choose: 'कोई अनुभव चुनें',
  one: '{total} में से अनुभव {number}',
  next: 'अगला अनुभव',
  monogram: '{name} के नाम के अक्षर',
} as const

/** Fixed sample content: of a site in production the agency sets its own. */
export const testimonialTexts = {
  patel: {
    name: 'अनीता पटेल',
    text: 'हमने तीन क्वालिटी इंजीनियर माँगे और पाँच लोगों से मिले, और हर एक पर लगाया समय सही लगा। दो अब शिफ़्ट संभाल रहे हैं। किसी ने हमें सीवी का ढेर भेजकर उम्मीद नहीं बाँधी।',
  },
  mehta: {
    name: 'राहुल मेहता',
    text: 'यह मेरी पहली नौकरी थी और मुझे पता नहीं था कि क्या पूछना है। उन्होंने मेरे साथ ऑफ़र की एक-एक लाइन देखी, बताया कि क्या सामान्य है, और मेरे पहले हफ़्ते के बाद फिर फ़ोन किया।',
  },
  shaikh: {
    name: 'फ़राह शेख',
    text: 'हमारे क्लिनिक को दस दिन के भीतर रात की नर्स चाहिए थी। उन्होंने पहले ही दिन बता दिया कि क्या हो सकता है और क्या नहीं, और उन्होंने जिसे खोजा, वह आज भी हमारे साथ है।',
  },
} as const
