export const noticeMessages = {
  heading: 'हम आपकी जानकारी का क्या करते हैं',
  more: 'और पढ़ें, और आपके अधिकार',
  /** Beside the heading, where the notice is folded to one line. */
  unfold: 'और पढ़ें',
  rights: 'अपने अधिकार कैसे इस्तेमाल करें',
  policy: 'गोपनीयता नीति',
} as const

export const noticeEndings = {
  withdrawing:
    'जो ईमेल पता आपने हमें दिया था, उसी से [[agency.privacyEmail]] पर लिखें, और विषय में “वापस” शब्द लिखें। आपको कोई कारण देने की ज़रूरत नहीं है। उससे पहले जो किया गया, वह कानूनन सही रहता है।',
  rights:
    'इसी तरह आप हमारे पास रखी अपनी जानकारी देखने, ठीक करवाने या मिटवाने की माँग कर सकते हैं, ऐसे व्यक्ति का नाम दे सकते हैं जो आपकी ओर से माँग कर सके, और शिकायत कर सकते हैं: उस पर शिकायत निवारण अधिकारी के लिए लिख दें। अगर हमारे जवाब से बात न सुलझे, तो आप भारतीय डेटा संरक्षण बोर्ड से शिकायत कर सकते हैं।',
} as const

export const noticeTopics = {
  what: 'क्या',
  why: 'क्यों',
  whoElse: 'और किसे मिलती है',
  howLong: 'कब तक',
  changingYourMind: 'मन बदल जाए तो',
  yourRights: 'आपके अधिकार',
} as const
