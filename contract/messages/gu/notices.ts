export const noticeMessages = {
  heading: 'તમારી માહિતીનું અમે શું કરીએ છીએ',
  more: 'વધુ વાંચો, અને તમારા અધિકારો',
  /** Beside the heading, where the notice is folded to one line. */
  unfold: 'વધુ વાંચો',
  rights: 'તમારા અધિકારો કેવી રીતે વાપરવા',
  policy: 'ગોપનીયતા નીતિ',
} as const

export const noticeEndings = {
  // Staff read the word «પાછું» in the subject of a mail as they read «withdraw».
  withdrawing:
    'તમે અમને જે ઈમેલ એડ્રેસ આપ્યું છે તેના પરથી [[agency.privacyEmail]] પર લખો, અને વિષયમાં “પાછું” શબ્દ લખો. કોઈ કારણ આપવાની જરૂર નથી. તે પહેલાં જે થયું તે કાયદેસર રહે છે.',
  rights:
    'એ જ રીતે તમે અમારી પાસેની માહિતી જોવા, સુધારવા અથવા ભૂંસવા માટે કહી શકો છો, તમારા વતી માંગણી કરી શકે તેવી વ્યક્તિનું નામ આપી શકો છો, અને ફરિયાદ કરી શકો છો: તેના પર લખો કે તે ફરિયાદ નિવારણ અધિકારી માટે છે. અમારા જવાબથી વાત ન પતે, તો તમે ભારતીય ડેટા સંરક્ષણ બોર્ડને ફરિયાદ કરી શકો છો.',
} as const

export const noticeTopics = {
  what: 'શું',
  why: 'શા માટે',
  whoElse: 'બીજું કોણ',
  howLong: 'કેટલો સમય',
  changingYourMind: 'તમારો વિચાર બદલાય તો',
  yourRights: 'તમારા અધિકારો',
} as const
