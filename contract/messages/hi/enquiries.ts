import type { Notices } from '#contract/schemas/notices.ts'
import { noticeEndings } from './notices.ts'

export const enquiryForm = {
  name: {
    label: 'नाम',
    required: 'नाम ज़रूरी है',
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
    tooShort: 'फ़ोन नंबर में कम से कम 10 अंक होने चाहिए',
    tooLong: 'फ़ोन नंबर में ज़्यादा से ज़्यादा 10 अंक होने चाहिए',
    invalid: 'फ़ोन नंबर में केवल अंक हो सकते हैं',
  },
  enquiry: {
    label: 'पूछताछ',
    hint: 'ज़्यादा से ज़्यादा 500 अक्षर।',
    required: 'पूछताछ लिखना ज़रूरी है',
    tooLong: 'पूछताछ बहुत लंबी है',
  },
  website: {
    label: 'इसे खाली छोड़ें',
  },
  submit: 'सबमिट करें',
} as const

export const enquiryMessages = {
  sent: 'फ़ॉर्म सफलतापूर्वक सबमिट हो गया!',
  failed: 'कुछ गड़बड़ हो गई। कृपया पुनः प्रयास करें।',
  /** Beside the button when no answer of ours came back: a cut line, 15 seconds of silence, a proxy's page. */
  unanswered:
    'हो सकता है कि आपकी पूछताछ हम तक न पहुँची हो। आपने जो लिखा, वह अब भी यहाँ है: कृपया अपना इंटरनेट कनेक्शन जाँचें और पुनः प्रयास करें।',
  /** Beside the button when the form's code is switched off or did not arrive. */
  notWorking:
    'इस फ़ॉर्म के लिए जावास्क्रिप्ट चाहिए, और वह शुरू नहीं हुई है। कृपया पेज फिर से लोड करें, या पेज के नीचे दिए ईमेल पते पर लिखें।',
} as const

export const enquiryNotices = {
  '2026-11-21': {
    essence:
      'हम आपका नाम, ईमेल पता, फ़ोन नंबर और संदेश आपको जवाब देने के लिए इस्तेमाल करते हैं, और आपसे आखिरी संपर्क के बाद एक साल तक रखते हैं। आप कभी भी अपनी सहमति वापस ले सकते हैं, और इन्हें मिटवा सकते हैं।',
    what: 'आपका नाम, ईमेल पता, फ़ोन नंबर और जो आप लिखते हैं। मशीन से भेजे गए संदेशों को रोकने के लिए हम यह भी नोट करते हैं कि फ़ॉर्म कितनी देर खुला रहा।',
    why: 'आपको जवाब देने के लिए, और उसी बात के बारे में आपसे फिर संपर्क करने के लिए। हम आपकी सहमति के आधार पर ऐसा करते हैं, जो आप “सबमिट करें” दबाकर देते हैं।',
    whoElse:
      'उन कंपनियों को जो हमारे ईमेल पहुँचाती हैं और हमारे सर्वर चलाती हैं, केवल हमारे लिए। हम इसे बेचते नहीं हैं। किसी प्राधिकरण या अदालत को यह केवल वहीं मिलती है जहाँ कानून के अनुसार देना ज़रूरी हो।',
    howLong: 'इसके बारे में आपसे हमारे आखिरी संपर्क के बाद एक साल।',
    changingYourMind: noticeEndings.withdrawing,
    yourRights: noticeEndings.rights,
  },
} as const satisfies Notices
