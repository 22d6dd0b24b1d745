/** Why a file is refused, in words for whoever chose it. */
export const fileMessages = {
  empty: 'यह फ़ाइल खाली है। कृपया दूसरी चुनें।',
  chooseAgain: 'कृपया यह फ़ाइल फिर से चुनें।',
  damaged: 'यह फ़ाइल खराब या अधूरी है। कृपया दूसरी चुनें।',
  unreadable: 'यह दस्तावेज़ खराब है और खुल नहीं रहा। कृपया इसे नई पीडीएफ़ के रूप में सेव करें और उसे चुनें।',
  locked: 'इस फ़ाइल पर पासवर्ड लगा है। कृपया ऐसी फ़ाइल चुनें जो बिना पासवर्ड के खुलती हो।',
  macros: 'इस फ़ाइल में मैक्रो हैं। कृपया इसे पीडीएफ़ के रूप में सेव करें और उसे चुनें।',
  tooLargeInside: 'यह दस्तावेज़ इतना बड़ा है कि खोला नहीं जा सकता। कृपया इसे छोटी पीडीएफ़ के रूप में सेव करें और उसे चुनें।',
  infected: 'इस फ़ाइल में वायरस है और इसे रखा नहीं गया। कृपया दूसरी चुनें।',
  tooManyPixels: 'यह तस्वीर इतनी बड़ी है कि खोली नहीं जा सकती। कृपया छोटी तस्वीर चुनें।',
  tooManyFiles: 'हर दस्तावेज़ एक ही बार भेजा जा सकता है।',
  noRoom: 'अभी हमारे पास फ़ाइलों के लिए जगह नहीं है। कृपया एक घंटे बाद पुनः प्रयास करें।',
  nameTooLong: 'इस फ़ाइल का नाम बहुत लंबा है। कृपया नाम बदलें और फ़ाइल फिर से चुनें।',
  oneOnly: 'कृपया एक बार में एक ही फ़ाइल चुनें।',
  /** After a refusal: the file chosen before stays. */
  stillChosen: '{name} अब भी चुनी हुई है।',
  /** `limit` is a size in words. */
  tooLarge: 'यह फ़ाइल {limit} से बड़ी है। कृपया छोटी फ़ाइल चुनें।',
  /** `kinds` such as pdf, doc, docx. */
  wrongKind: 'अंदर से यह फ़ाइल इनमें से किसी तरह की नहीं है: {kinds}। कृपया दूसरी चुनें।',
  /** Whatever its name says; `what` is one of `fileContents`. */
  otherPicture: 'अंदर से यह फ़ाइल {what} है। कृपया इसे जेपीईजी के रूप में सेव करें या इसका स्क्रीनशॉट लें, और उसे चुनें।',
  otherDocument: 'अंदर से यह फ़ाइल {what} है। कृपया इसे पीडीएफ़ के रूप में सेव करें और उसे चुनें।',
  noDocument: 'अंदर से यह फ़ाइल {what} है। कृपया दूसरी चुनें।',
} as const

/** What a file is by its own bytes; `format` such as HEIC or RTF. */
export const fileContents = {
  picture: 'एक तस्वीर ({format})',
  document: 'एक दस्तावेज़ ({format})',
  text: 'सादा टेक्स्ट',
  page: 'एक वेब पेज',
  archive: 'एक ज़िप फ़ाइल या ऑफ़िस की कोई और फ़ाइल',
  program: 'एक प्रोग्राम',
  video: 'एक वीडियो',
} as const

/** Under the pages of a PDF. */
export const pdfMessages = { larger: 'बड़ा करें', smaller: 'छोटा करें' } as const
