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
