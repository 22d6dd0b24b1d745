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

/** What is said under a label before anything is wrong. */
export const enquiryHints = {
  email: 'हम इसी पते पर जवाब देते हैं, जैसे name@example.in।',
  phone: '10 अंक, आगे +91 लगाएँ या न लगाएँ।',
  enquiry: 'ज़्यादा से ज़्यादा 500 अक्षर।',
} as const
