/** How sending an application ended. Apart from its form, which is read before anything is sent. */
export const careerMessages = {
  sent: 'आपका आवेदन सफलतापूर्वक सबमिट हो गया है! हम जल्द ही आपसे संपर्क करेंगे।',
  /** Stored without its documents; the form shows it and leads nowhere. */
  documentsAwaited:
    'आपका आवेदन हम तक पहुँच गया है, लेकिन उसके दस्तावेज़ नहीं: अभी हमारे पास फ़ाइलों के लिए जगह नहीं है। उन्हें भेजने का लिंक हम आपको ईमेल करेंगे।',
  failed: 'आवेदन सबमिट नहीं हो सका',
  duplicate: 'इस ईमेल या फ़ोन नंबर से एक आवेदन पहले से रजिस्टर है।',
  duplicateBanner:
    'पहले से रजिस्टर है! आप एक आवेदन पहले ही सबमिट कर चुके हैं। कृपया हमारे जवाब का इंतज़ार करें, या कोई सवाल हो तो सपोर्ट से संपर्क करें।',
  duplicateField: 'आप इस पद के लिए पहले ही आवेदन कर चुके हैं।',
  /** After the failure, when no answer of ours came back: a cut line, 30 seconds of standstill, a proxy's page. */
  unanswered:
    'हो सकता है कि आपका आवेदन हम तक न पहुँचा हो। आपने जो लिखा और चुना, वह अब भी यहाँ है: कृपया अपना इंटरनेट कनेक्शन जाँचें और पुनः प्रयास करें।',
  cancelled: 'भेजना रद्द कर दिया गया और कुछ भी रखा नहीं गया। आपने जो लिखा और चुना, वह अब भी यहाँ है।',
  /** Cancelled once every byte had left: nobody can tell any more. */
  cancelledLate:
    'भेजना तब रद्द हुआ जब सब कुछ इस डिवाइस से जा चुका था, इसलिए हो सकता है कि आपका आवेदन हम तक पहुँच गया हो। आपने जो लिखा और चुना, वह अब भी यहाँ है।',
  leaving: '3 सेकंड में आपको होम पेज पर ले जाया जाएगा।',
} as const
