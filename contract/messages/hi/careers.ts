import type { Notices } from '#contract/schemas/notices.ts'
import { noticeEndings } from './notices.ts'
import { sectorTitles, serviceTitles } from './pages.ts'

export const applicationForm = {
  mandatory: '* के निशान वाले फ़ील्ड अनिवार्य हैं।',
  full_name: {
    label: 'पूरा नाम',
    required: 'पूरा नाम ज़रूरी है',
    tooLong: 'नाम बहुत लंबा है',
  },
  email: {
    label: 'ईमेल',
    hint: 'हम इसी पते पर जवाब देते हैं, जैसे name@example.in।',
    required: 'ईमेल ज़रूरी है',
    invalid: 'ईमेल पता सही नहीं है',
    tooLong: 'ईमेल बहुत लंबा है',
  },
  phone: {
    label: 'फ़ोन नंबर',
    hint: '10 अंक, आगे +91 लगाएँ या न लगाएँ।',
    required: 'फ़ोन नंबर ज़रूरी है',
    invalid: 'फ़ोन नंबर सही नहीं है',
  },
  date_of_birth: {
    label: 'जन्म तिथि',
    required: 'जन्म तिथि ज़रूरी है',
    invalid: 'जन्म तिथि असली तारीख होनी चाहिए',
    inFuture: 'जन्म तिथि आज के बाद की नहीं हो सकती',
  },
  address: {
    label: 'पता',
    tooLong: 'पता बहुत लंबा है',
  },
  service: {
    label: 'आप कौन सी सेवा चाहते हैं',
    any: 'इनमें से कोई नहीं',
    options: {
      search: serviceTitles.search,
      interview: serviceTitles.interview,
      counselling: serviceTitles.counselling,
    },
  },
  sector: {
    label: 'क्षेत्र',
    any: 'कोई भी',
    options: {
      technology: sectorTitles.technology,
      healthcare: sectorTitles.healthcare,
      finance: sectorTitles.finance,
      marketing: sectorTitles.marketing,
      engineering: sectorTitles.engineering,
      other: 'अन्य',
    },
  },
  role: { label: 'पद', hint: 'जैसे स्टाफ़ नर्स या अकाउंटेंट।' },
  experience: { label: 'अनुभव', hint: 'जैसे 3 साल, या कोई नहीं।' },
  work_place: { label: 'आप कहाँ काम करना चाहते हैं', hint: 'जैसे सूरत, या घर से।' },
  pay_expected: { label: 'आप कितना वेतन चाहते हैं', hint: 'जैसे 25,000 रुपये महीना।' },
  wishTooLong: 'ज़्यादा से ज़्यादा 200 अक्षर',
  work: 'आप कैसा काम चाहते हैं',
  workHint: 'जो चाहें छोड़ दें: इसमें से कुछ भी ज़रूरी नहीं है।',
  applyFor: 'आप इसके लिए आवेदन कर रहे हैं',
  withoutVacancy: 'इस नौकरी के बिना',
  vacancyClosed: 'यह नौकरी अब खुली नहीं है। आपका आवेदन फिर भी हम तक पहुँचता है।',
  documents: 'दस्तावेज़',
  maskedCopy: 'कृपया मास्क की हुई कॉपी चुनें: जिसमें संख्या के केवल आखिरी चार अंक दिखते हों।',
  /** Under a document's field: «Resume is required» belongs to the resume alone. */
  documentRequired: '{document} ज़रूरी है',
  filesAgain: 'पेज रीफ़्रेश होने के बाद फ़ाइलें फिर से चुननी होंगी।',
  submit: 'सबमिट करें',
  home: 'अभी होम पेज पर जाएँ',
} as const

/** The documents of an application, by the field that they are sent in. */
export const documentNames = {
  resume: 'रिज़्यूमे',
  edu_certificate: 'शिक्षा प्रमाणपत्र',
  aadhar_card: 'आधार कार्ड',
  pan_card: 'पैन कार्ड',
} as const

/** The career form (specification sections 5 and 8). */
export const careerNotices = {
  '2026-11-21': {
    essence:
      'आप जो भेजते हैं, उससे हम तय करते हैं कि कोई पद आपके लिए ठीक है या नहीं, और आपसे संपर्क करते हैं। फ़ैसले के बाद हम उसे एक साल तक रखते हैं। कोई नियोक्ता उसे तभी देखता है जब आप मंज़ूरी दे चुके हों। आप कभी भी अपनी सहमति वापस ले सकते हैं।',
    what: 'आपका पूरा नाम, ईमेल पता, फ़ोन नंबर, जन्म तिथि और रिज़्यूमे; और, केवल अगर आप जोड़ें, आपका पता, शिक्षा प्रमाणपत्र, और आपके आधार कार्ड और पैन कार्ड की कॉपियाँ।',
    why: 'यह तय करने के लिए कि कोई पद आपके लिए ठीक है या नहीं, आपसे संपर्क करने के लिए, और, जब आप अपना नाम आगे भेजने की मंज़ूरी दे चुके हों, आपको किसी नियोक्ता के सामने पेश करने के लिए। हम आपकी सहमति के आधार पर ऐसा करते हैं, जो आप “सबमिट करें” दबाकर देते हैं।',
    whoElse:
      'नियोक्ता को, जब आप मंज़ूरी दे चुके हों: आपकी प्रोफ़ाइल और रिज़्यूमे, आपका आधार कार्ड या पैन कार्ड कभी नहीं। उन कंपनियों को जो हमारे ईमेल पहुँचाती हैं और हमारे सर्वर चलाती हैं, केवल हमारे लिए। हम इसे बेचते नहीं हैं। किसी प्राधिकरण या अदालत को यह केवल वहीं मिलती है जहाँ कानून के अनुसार देना ज़रूरी हो।',
    howLong: 'फ़ैसले के बाद एक साल, आपके दस्तावेज़ भी।',
    changingYourMind: noticeEndings.withdrawing,
    yourRights: noticeEndings.rights,
  },
  '2026-11-25': {
    what: 'आपका पूरा नाम, ईमेल पता, फ़ोन नंबर, जन्म तिथि और रिज़्यूमे; और, केवल अगर आप जोड़ें, आपका पता, शिक्षा प्रमाणपत्र, आपके आधार कार्ड और पैन कार्ड की कॉपियाँ, और आप कैसा काम चाहते हैं: क्षेत्र, पद, अनुभव, आप कहाँ काम करना चाहते हैं और कितना वेतन चाहते हैं। किसी नौकरी के लिए आवेदन करें, तो वह कौन सी है।',
  },
  '2026-11-26': {
    what: 'आपका पूरा नाम, ईमेल पता, फ़ोन नंबर, जन्म तिथि और रिज़्यूमे; और, केवल अगर आप जोड़ें, आपका पता, शिक्षा प्रमाणपत्र, आपके आधार कार्ड और पैन कार्ड की कॉपियाँ, और आप कैसा काम चाहते हैं: क्षेत्र, पद, अनुभव, आप कहाँ काम करना चाहते हैं और कितना वेतन चाहते हैं। किसी नौकरी के लिए आवेदन करें, तो वह कौन सी है; हमारी कोई सेवा माँगें, तो वह कौन सी है।',
  },
} as const satisfies Notices
