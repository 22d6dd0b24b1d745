/** How a number stands, in capitals where a script has them. */
export const badgeMessages = { verified: 'सत्यापित', open: 'सत्यापित नहीं' } as const

export const emailFieldMessages = { didYouMean: 'क्या आपका मतलब {email} था?' } as const

/** A field for a file. */
export const fileFieldMessages = {
  /** Said before anything is chosen: `last` after all the other kinds. */
  takes: '{kinds} या {last}, ज़्यादा से ज़्यादा {limit}।',
  /** The button, whose own words a browser has in its own language alone. */
  choose: 'फ़ाइल चुनें',
  /** Beside that button. */
  drop: 'या फ़ाइल यहाँ छोड़ें',
  takePhoto: 'फ़ोटो लें',
  /** The same button for those who hear it; `label` is the field's. */
  takePhotoOf: '{label} की फ़ोटो लें',
  photoOf: '{label} की फ़ोटो',
  photographPage: 'एक पेज की फ़ोटो लें',
  photographNext: 'अगले पेज की फ़ोटो लें',
  makingPdf: 'पेजों से एक पीडीएफ़ बन रहा है…',
  pages: 'पेज: {count}',
  canBeRead: 'कृपया देख लें कि सब कुछ साफ़ पढ़ा जा सकता है। अगर नहीं, तो इसे हटाएँ और फिर से फ़ोटो लें।',
  page: 'पेज {number}',
  pageFailed: 'फ़ोटो पढ़ी नहीं जा सकी। कृपया फिर से लें।',
  remove: 'हटाएँ',
  /** The same button for those who hear it; `name` is the file's. */
  removeFile: '{name} हटाएँ',
  removed: '{name} हटा दी गई।',
  /** `size` is a size in words. */
  chosen: '{name} चुनी गई, {size}।',
  remaking: 'तस्वीर छोटी की जा रही है…',
  /** After the size of a file. */
  madeFrom: '{size} की तस्वीर से बनाई गई',
} as const

/** While an application is being sent; `sent` and `total` are sizes in words. */
export const uploadMessages = {
  sending: 'भेजा जा रहा है: {total} में से {sent}',
  checking: '{total} भेजा गया। आपके दस्तावेज़ जाँचे जा रहे हैं…',
  /** Names the bar. */
  bar: 'भेजा जा रहा है',
  percent: '{percent} % भेजा गया',
  cancel: 'रद्द करें',
  /** The same button for those who hear it. */
  cancelSending: 'भेजना रद्द करें',
} as const

/** A size in words: bytes below a kilobyte, then KB, then MB with one decimal. */
export const fileSizes = {
  byte: '1 बाइट',
  bytes: '{size} बाइट',
  kilobytes: '{size} केबी',
  megabytes: '{size} एमबी',
} as const

/** The short messages over a page. */
export const toastMessages = { close: 'बंद करें' } as const

export const receiptMessages = {
  enquiry: 'आपकी पूछताछ हमें मिल गई है।',
  enquiryAbout: '“{service}” के बारे में आपकी पूछताछ हमें मिल गई है।',
  signed:
    'आपके करार पर हस्ताक्षर हो गए हैं। हस्ताक्षरित पीडीएफ़ ईमेल से आपको भेजी जा रही है। अब आपका बैंक मैंडेट की पुष्टि करता है; कुछ और चाहिए होगा, तो हम आपको लिखेंगे।',
  reference: 'आपका संदर्भ नंबर: {reference}',
  next: 'हम {days} के भीतर ईमेल या फ़ोन से जवाब देते हैं। कुछ जोड़ना हो, तो {email} पर लिखें और अपना संदर्भ नंबर बताएँ।',
  page: 'देखें कि बात कहाँ तक पहुँची है',
} as const
