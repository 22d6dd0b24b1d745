/** What is said where a link opened in another browser asks for a code (LINK_STEP_UP). */
export const linkAnswers = {
  confirmFirst:
    'જે બ્રાઉઝરમાં નોંધણી થઈ હતી તેના બદલે આ લિંક બીજા બ્રાઉઝરમાં ખોલવામાં આવી છે. કૃપા કરીને તમારા ફોન પર મોકલેલા કોડથી તેની ખાતરી કરો.',
  unknown: 'આ લિંક માન્ય નથી, અથવા તેની જગ્યાએ નવી લિંક મોકલાઈ છે. કૃપા કરીને અમારા સૌથી નવા ઈમેલમાંની લિંક ખોલો.',
  sent: 'રેકોર્ડમાં જે ફોન નંબર છે તેના પર 6 આંકડાનો ઓટીપી મોકલ્યો છે.',
  confirmed: 'લિંકની ખાતરી થઈ ગઈ છે.',
} as const

/** What a page says while a link is to be confirmed. */
export const linkMessages = {
  send: 'કોડ મોકલો',
  confirm: 'ખાતરી કરો',
  /** Where the code went; `phone` is masked. */
  sentTo: 'કોડ એસએમએસથી {phone} પર મોકલ્યો છે. અમારી ઓફિસમાંથી કોઈ તમારી પાસે તે ક્યારેય નહીં માંગે.',
} as const

/** What is said of a registration that is continued later. */
export const laterAnswers = {
  sent: 'આગળ વધવાની લિંક તમારા ઈમેલ સરનામે મોકલાઈ રહી છે.',
  /** Of a link that opens nothing. */
  unknown:
    'આ લિંક માન્ય નથી, વપરાઈ ગઈ છે, 7 દિવસથી જૂની છે, અથવા તેની જગ્યાએ નવી લિંક મોકલાઈ છે. કૃપા કરીને અમારા સૌથી નવા ઈમેલમાંની લિંક ખોલો, અથવા નોંધણી નવેસરથી શરૂ કરો.',
  codeSent: 'તમે ચકાસેલા ફોન નંબર પર 6 આંકડાનો ઓટીપી મોકલ્યો છે.',
  resumed: 'તમે તમારી નોંધણી આગળ વધારી શકો છો.',
} as const

/** What the pages say of it. */
export const laterMessages = {
  button: 'પછી આગળ વધો',
  /** Above the button. */
  why: 'બેંકના કાગળો હમણાં હાથવગા નથી? અમે તમને ઈમેલથી એક લિંક મોકલીએ છીએ, જે તમને અહીં પાછા લાવે છે.',
  /** In the button’s place once the link has left. */
  sent: 'અમે {email} પર એક લિંક મોકલી છે.',
  /** Below it. */
  opens:
    'તે 7 દિવસ સુધી, કોઈ પણ ડિવાઇસ પર, તમે ચકાસેલા ફોન પર આવતા કોડથી આ નોંધણી ખોલે છે. તમે ટાઇપ કરેલી બેંકની વિગતો તેની સાથે સાચવવામાં આવતી નથી.',
  failed: 'લિંક મોકલી શકાઈ નથી.',
  heading: 'તમારી નોંધણી આગળ વધારો',
  lead: 'તમે જે ચકાસ્યું હતું તે સાચવેલું છે. તેને ખોલવા માટે કૃપા કરીને તે કોડ નાખો, જે અમે તમે ચકાસેલા ફોન પર મોકલીશું.',
} as const
