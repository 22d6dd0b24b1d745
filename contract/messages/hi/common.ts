/** Sentences of the error envelope that no single form owns. */
export const errorMessages = {
  unreadable: 'अनुरोध पढ़ा नहीं जा सका। कृपया उसे जाँचें और पुनः प्रयास करें।',
  invalid: 'कृपया निशान लगे फ़ील्ड ठीक करें और पुनः प्रयास करें।',
  notFound: 'इस वेब पते पर कुछ नहीं है।',
  methodNotAllowed: 'यह वेब पता इस तरह का अनुरोध नहीं लेता।',
  tooLarge: 'जो भेजा गया, वह बहुत बड़ा है।',
  wrongType: 'जो भेजा गया, वह उस तरह का नहीं है जो यह वेब पता लेता है।',
  alreadyThere: 'यह पहले से रजिस्टर है।',
  timeout: 'अनुरोध को पहुँचने में बहुत ज़्यादा समय लगा। कृपया पुनः प्रयास करें।',
  crossSite: 'यह अनुरोध किसी दूसरी वेबसाइट से आया, इसलिए नहीं लिया गया।',
  unverified: 'कृपया पहले अपनी आधार संख्या और अपना फ़ोन नंबर सत्यापित करें।',
  signedOut: 'कृपया साइन इन करें।',
  denied: 'आपको इसकी अनुमति नहीं है',
  stepUp: 'कृपया अपनी पासकी से पक्का करें कि यह आप ही हैं।',
  changedMeanwhile: 'इस बीच किसी और ने इसे बदल दिया।',
  providerFailed: 'हम जिस सेवा के भरोसे हैं, उसने वैसा जवाब नहीं दिया जैसा देना चाहिए। कृपया कुछ मिनट बाद पुनः प्रयास करें।',
  providerTimeout: 'हम जिस सेवा के भरोसे हैं, वह बहुत ज़्यादा समय ले रही है। कृपया कुछ मिनट बाद पुनः प्रयास करें।',
  unavailable: 'साइट पर अभी बहुत भीड़ है। कृपया कुछ सेकंड बाद पुनः प्रयास करें।',
  internal: 'हमारी ओर से कुछ गड़बड़ हो गई। कृपया थोड़ी देर बाद पुनः प्रयास करें।',
  /** Of a rate limit. */
  tooManyRequests: 'आपके नेटवर्क से बहुत ज़्यादा अनुरोध आए। कृपया {wait} बाद पुनः प्रयास करें।',
} as const

/** A wait in words, in the form that stands before «बाद». */
export const durations = {
  seconds: { one: '{count} सेकंड', other: '{count} सेकंड' },
  minutes: { one: '{count} मिनट', other: '{count} मिनट' },
  hours: { one: '{count} घंटे', other: '{count} घंटे' },
  workingDays: { one: '{count} कार्य दिवस', other: '{count} कार्य दिवसों' },
} as const

/** Shown in the place of a part of a page that failed, and the answer to the report of it. */
export const pageErrorMessages = {
  sentence: 'कुछ गड़बड़ हो गई। कृपया पुनः प्रयास करें।',
  kept: 'आपने जो टाइप किया, वह अब भी यहाँ है।',
  again: 'पुनः प्रयास करें',
  noted: 'धन्यवाद। इसे दर्ज कर लिया गया है।',
} as const
