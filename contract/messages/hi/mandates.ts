export const bankForm = {
  accountName: {
    label: 'खाताधारक का नाम',
    hint: 'अंग्रेज़ी अक्षरों में, जैसा बैंक के रिकॉर्ड में है। बिंदु (.), ऊपरी कॉमा (’) और खाली जगह लगा सकते हैं।',
    required: 'खाताधारक का नाम ज़रूरी है',
    tooShort: 'खाताधारक के नाम में कम से कम 2 अक्षर होने चाहिए',
    otherLetters:
      'कृपया खाताधारक का नाम अंग्रेज़ी अक्षरों में लिखें, जिनके बीच केवल बिंदु (.), ऊपरी कॉमा (’) और खाली जगह हो।',
  },
  accountNo: {
    label: 'खाता संख्या',
    hint: '9 से 18 अंक, जैसे आपकी चेक बुक या पासबुक पर हैं।',
    required: 'खाता संख्या ज़रूरी है',
    invalid: 'खाता संख्या में 9 से 18 अंक होने चाहिए',
  },
  ifscCode: {
    label: 'आईएफएससी कोड',
    hint: '11 अक्षर और अंक, जैसे आपकी चेक बुक पर हैं: चार अक्षर, एक शून्य, फिर छह और।',
    required: 'आईएफएससी कोड ज़रूरी है',
    invalid: 'आईएफएससी कोड सही रूप में नहीं है',
  },
  tooLong: 'यह बहुत लंबा है',
} as const

/** What the bank's gateway can bring (specification sections 4 and 8). */
export const gatewayMessages = {
  unavailable: 'पेमेंट गेटवे उपलब्ध नहीं है',
  notOpened: 'बैंक चुनना शुरू नहीं हो सका',
  failed: 'बैंक मैंडेट का रजिस्ट्रेशन असफल रहा',
  invalid: 'बैंक से सही जवाब नहीं मिला',
} as const

/** The retry of a failed mandate (specification section 8). */
export const mandateMessages = {
  updated: 'मैंडेट सफलतापूर्वक अपडेट हो गया',
  notFailed: 'मैंडेट असफल नहीं हुआ है',
} as const

/** Refusals of the API that the specification leaves open. */
export const mandateErrors = {
  /** To the later of two windows that ask at the same moment. */
  otherWindow: 'आपकी एक दूसरी विंडो में यह अभी-अभी शुरू हुआ है। कृपया वहाँ आगे बढ़ें, या थोड़ी देर बाद यहाँ पुनः प्रयास करें।',
  usedTransaction: 'यह लेन-देन पहले ही इस्तेमाल हो चुका है। कृपया पुनः प्रयास करें।',
  otherAmount: 'अधिकतम राशि बदल गई है। कृपया पेज फिर से लोड करें और पुनः प्रयास करें।',
  otherPeriod: 'मैंडेट की तारीखें अब सही नहीं हैं। कृपया पेज फिर से लोड करें और पुनः प्रयास करें।',
  inProgress: 'आपका बैंक आपका एक मैंडेट पहले ही ले चुका है। उसे आगे बढ़ाने के लिए कृपया पेज फिर से लोड करें।',
  lookedInto:
    'आपका बैंक ऐसे मैंडेट की बात बता रहा है जिसकी शर्तें आपकी दी हुई शर्तों से अलग हैं। हमारा ऑफ़िस इसे देख रहा है और आपसे संपर्क करेगा।',
  /** Under a field that is not what the gateway was asked with. */
  otherTerms: 'आपके बैंक से इसके लिए नहीं कहा गया था।',
  /** Of a value that a program sends and no person types. */
  unusable: 'यह मान इस्तेमाल नहीं हो सकता।',
  unknownBank: 'इस आईएफएससी कोड का कोई बैंक हमें नहीं मिला।',
} as const

/** The mandate in plain words, before the person leaves for the bank. */
export const beforeLeaving = {
  heading: 'बैंक पर जाने से पहले',
  lead: 'यह अनुमति आप अपने बैंक को, अपने बैंक के ही पेज पर देते हैं। इसकी शर्तें ये हैं:',
  payee: 'पैसा किसे मिलेगा',
  account: 'आपके किस खाते से',
  maximum: 'ज़्यादा से ज़्यादा',
  each: 'हर डेबिट में {amount}',
  when: 'कब',
  asAndWhen: 'जब-जब कोई भुगतान देय हो, किसी तय तारीख पर नहीं',
  from: 'शुरू',
  until: 'कब तक',
  today: 'अभी',
  test: '₹1, खाता जाँचने के लिए, और कुछ नहीं',
  cancel: 'रद्द करने के लिए',
  howToCancel: 'कभी भी: अपने बैंक की नेट बैंकिंग में, उसकी शाखा में, या हमें लिखकर',
  /** After the words of the button. */
  next: 'आपके बैंक को उसकी अपनी विंडो में खोलता है। वहाँ नेट बैंकिंग में साइन इन करें और मैंडेट को मंज़ूरी दें; यह पेज आपका इंतज़ार करता है और फिर आगे बढ़ता है।',
} as const

export const amountMessages = {
  asking: 'अधिकतम राशि पूछी जा रही है…',
  tryAgain: 'पुनः प्रयास करें',
} as const

/** When the bank's window is not opened by the first press. */
export const openingMessages = {
  /** In the window that the press opens, until the bank is there. */
  coming: 'आपके बैंक का पेज आ रहा है…',
  open: 'बैंक की विंडो खोलें',
  blocked:
    'आपके ब्राउज़र ने बैंक की विंडो नहीं खोली। आप एक बार और कोशिश कर सकते हैं, या इसी टैब में अपने बैंक पर जाकर यहाँ वापस आ सकते हैं।',
  sameTab: 'इसी टैब में आगे बढ़ें',
  /** Above that button. */
  whyHere: 'दूसरी विंडो नहीं चाहिए? तब आपका बैंक इसी टैब में खुलता है और आपको यहाँ वापस लाता है।',
} as const

/** While the bank has the word. */
export const waitingMessages = {
  heading: 'आपके बैंक का इंतज़ार है',
  lead: 'कृपया बैंक की विंडो में काम पूरा करें। आपके बैंक का जवाब आते ही यह पेज अपने आप आगे बढ़ता है।',
  inPanel: 'कृपया इसी पेज पर गेटवे के पैनल में अपना बैंक चुनें और वहाँ आगे बढ़ें।',
  stay: 'तब तक कृपया यह पेज खुला रखें।',
  toFront: 'बैंक की विंडो सामने लाएँ',
  closed: 'मैंने उसे बंद कर दिया',
  cancel: 'रद्द करें',
  gone: 'बैंक की विंडो बंद हो गई है। अगर आपने मैंडेट को मंज़ूरी दे दी है, तो उसका जवाब आने में एक मिनट लग सकता है, और हम उसके लिए पूछते रहते हैं। अगर नहीं दी है, तो कृपया फिर से शुरू करें।',
  elsewhere:
    'हो सकता है कि बैंक की विंडो अब भी इस विंडो के पीछे खुली हो। कृपया वहाँ काम पूरा करें, या वह बंद हो गई हो तो फिर से शुरू करें।',
  again: 'फिर से शुरू करें',
  unreached: 'अभी हमें पता नहीं चल पा रहा कि बात कहाँ तक पहुँची है, और हम पूछते रहते हैं। कृपया अपना इंटरनेट कनेक्शन जाँचें।',
  /** Where the bank has not appeared for twelve seconds. */
  late: 'आपके बैंक का पेज अब तक आ जाना चाहिए था। अगर वह न आए, तो कृपया यह पेज फिर से लोड करें और बटन फिर से दबाएँ। केवल खाता संख्या फिर से टाइप करनी होगी।',
  reload: 'यह पेज फिर से लोड करें',
  leaving: 'आपको आपके बैंक पर ले जाया जा रहा है…',
  asking: 'पूछा जा रहा है कि आपका मैंडेट कहाँ तक पहुँचा है…',
  registering: 'आपके बैंक ने मैंडेट ले लिया है। आपका रजिस्ट्रेशन किया जा रहा है…',
  updating: 'आपके बैंक ने मैंडेट ले लिया है। उसे सेव किया जा रहा है…',
} as const

/** How an attempt ended that came to nothing, beside the specification's sentences. */
export const endedMessages = {
  closed: 'आपके बैंक ने हमें कोई मैंडेट नहीं बताया है। आपने जो टाइप किया, वह अब भी यहाँ है, और आप फिर से शुरू कर सकते हैं।',
  cancelled: 'रद्द किया गया: आपके बैंक ने हमें कोई मैंडेट नहीं बताया है। आपने जो टाइप किया, वह अब भी यहाँ है।',
  /** Our server knows no such attempt: the visitor's session has ended meanwhile. */
  unknown: 'इस कोशिश की जानकारी अब नहीं है। आपने जो टाइप किया, वह अब भी यहाँ है, और आप फिर से शुरू कर सकते हैं।',
  /** The person left the bank. */
  left: 'मैंडेट को मंज़ूरी देने से पहले ही बैंक का पेज बंद कर दिया गया या छोड़ दिया गया। आप फिर से शुरू कर सकते हैं।',
  /** The bank said no. */
  refused: 'आपके बैंक ने मैंडेट स्वीकार नहीं किया। कृपया विवरण जाँचें; आप पुनः प्रयास कर सकते हैं, या कोई दूसरा खाता दे सकते हैं।',
  stillHere: 'आपने जो टाइप किया, वह अब भी यहाँ है, और आप पुनः प्रयास कर सकते हैं।',
} as const

/** When the bank has taken the mandate up and our own part did not succeed. */
export const unfinishedMessages = {
  heading: 'लगभग पूरा हो गया',
  lead: 'आपके बैंक ने मैंडेट ले लिया है, इसलिए आपको वहाँ दोबारा जाने की ज़रूरत नहीं है। हमारी ओर का काम अभी पूरा नहीं हुआ है:',
  again: 'पुनः प्रयास करें',
} as const

export const retryMessages = {
  submit: 'सबमिट करें',
} as const

/** Step 2 as it was finished, when step 3 is left by Back. */
export const finishedMessages = {
  heading: 'आपके बैंक ने यह मैंडेट ले लिया है',
  lead: 'इसे यहाँ बदला नहीं जा सकता। “आगे” दबाने पर आप वापस करार पर पहुँचते हैं।',
  lock: 'जैसा आपके बैंक को भेजा गया',
  reference: 'रेफ़रेंस',
} as const

/** After the registration, until the agreement is accepted. */
export const registeredMessages = {
  heading: 'आपका रजिस्ट्रेशन हो गया है',
  lead: 'आपके बैंक ने मैंडेट ले लिया है, और आपका रजिस्ट्रेशन हम तक पहुँच गया है।',
  next: 'कृपया नीचे दिया करार पढ़ें और उसे स्वीकार करें। अगर आप यहाँ रुक जाएँ, तो हमारे ईमेल में दिया लिंक आपको इस पर वापस लाता है।',
} as const
