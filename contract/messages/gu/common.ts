/** Sentences of the error envelope that no single form owns. */
export const errorMessages = {
  unreadable: 'વિનંતી વાંચી શકાઈ નહીં. કૃપા કરીને તપાસો અને ફરી પ્રયાસ કરો.',
  invalid: 'કૃપા કરીને નિશાની કરેલાં ખાનાં સુધારો અને ફરી પ્રયાસ કરો.',
  notFound: 'આ એડ્રેસ પર કંઈ નથી.',
  methodNotAllowed: 'આ એડ્રેસ એ પ્રકારની વિનંતી લેતું નથી.',
  tooLarge: 'જે મોકલ્યું છે તે બહુ મોટું છે.',
  wrongType: 'જે મોકલ્યું છે તે પ્રકારનું આ એડ્રેસ લેતું નથી.',
  alreadyThere: 'આ પહેલેથી નોંધાયેલું છે.',
  timeout: 'વિનંતી પહોંચતાં બહુ વાર લાગી. કૃપા કરીને ફરી પ્રયાસ કરો.',
  crossSite: 'આ વિનંતી બીજી વેબસાઇટ પરથી આવી હતી, એટલે નકારવામાં આવી.',
  unverified: 'કૃપા કરીને પહેલાં તમારો આધાર નંબર અને તમારો ફોન નંબર ચકાસો.',
  signedOut: 'કૃપા કરીને સાઇન ઇન કરો.',
  denied: 'તમને આની પરવાનગી નથી',
  stepUp: 'કૃપા કરીને તમારી પાસકીથી ખાતરી કરો કે આ તમે જ છો.',
  changedMeanwhile: 'આ દરમિયાન બીજા કોઈએ આમાં ફેરફાર કર્યો છે.',
  providerFailed: 'અમે જે સેવા વાપરીએ છીએ તેણે બરાબર જવાબ આપ્યો નહીં. કૃપા કરીને થોડી મિનિટમાં ફરી પ્રયાસ કરો.',
  providerTimeout: 'અમે જે સેવા વાપરીએ છીએ તેને બહુ વાર લાગી રહી છે. કૃપા કરીને થોડી મિનિટમાં ફરી પ્રયાસ કરો.',
  unavailable: 'વેબસાઇટ હમણાં બહુ વ્યસ્ત છે. કૃપા કરીને થોડી સેકન્ડમાં ફરી પ્રયાસ કરો.',
  internal: 'અમારા તરફથી કંઈક ખોટું થયું. કૃપા કરીને થોડી વારમાં ફરી પ્રયાસ કરો.',
  /** Of a rate limit. */
  tooManyRequests: 'તમારા નેટવર્ક પરથી બહુ બધી વિનંતીઓ આવી છે. કૃપા કરીને {wait} પછી ફરી પ્રયાસ કરો.',
} as const

/** A wait in words. */
export const durations = {
  seconds: { one: '{count} સેકન્ડ', other: '{count} સેકન્ડ' },
  minutes: { one: '{count} મિનિટ', other: '{count} મિનિટ' },
  hours: { one: '{count} કલાક', other: '{count} કલાક' },
  workingDays: { one: '{count} કામકાજના દિવસ', other: '{count} કામકાજના દિવસ' },
} as const

/** Shown in the place of a part of a page that failed, and the answer to the report of it. */
export const pageErrorMessages = {
  sentence: 'કંઈક ખોટું થયું. કૃપા કરીને ફરી પ્રયાસ કરો.',
  kept: 'તમે જે લખ્યું તે હજી અહીં જ છે.',
  again: 'ફરી પ્રયાસ કરો',
  noted: 'આભાર. નોંધ લીધી છે.',
} as const
