/** Title, description (120 to 155 characters with the default name, for search engines) and date of each legal text. */
export const legalHeads = {
  privacy: {
    title: 'गोपनीयता नीति',
    description:
      '[[agency.name]] इस वेबसाइट पर कौन सी निजी जानकारी लेती है, क्यों, वह और किसे मिलती है, उसकी सुरक्षा कैसे होती है, और आप क्या-क्या चुन सकते हैं।',
    dateLabel: 'आखिरी बदलाव',
  },
  terms: {
    title: 'उपयोग की शर्तें',
    description:
      'वे शर्तें जिन पर [[agency.name]] यह वेबसाइट देती है: यह किसके लिए है, किन कामों की मनाही है, दायित्व, लागू कानून और समय सीमाएँ।',
    dateLabel: 'आखिरी बदलाव',
  },
  refundPolicy: {
    title: 'रिफ़ंड नीति',
    description:
      '[[agency.name]] अपना सेवा शुल्क कब लौटाती है: 90 दिन का प्लेसमेंट वचन, लिखकर रिफ़ंड कैसे माँगें, और रिफ़ंड कब नहीं दिया जाता।',
    dateLabel: 'आखिरी अपडेट',
  },
} as const

/** Around a legal text. */
export const legalPage = {
  contents: 'इस पेज पर',
  /** Shown in every language but English. */
  translated: 'यह अनुवाद है। मूल पाठ अंग्रेज़ी वाला है।',
  original: 'अंग्रेज़ी पाठ पढ़ें',
  /** At the end of a text, over the ways on. */
  onwards: 'आगे पढ़ें',
  ask: 'हमसे प्रश्न पूछें',
} as const
