/** Title, description (120 to 155 characters with the default name, for search engines) and date of each legal text. */
export const legalHeads = {
  privacy: {
    title: 'ગોપનીયતા નીતિ',
    description:
      '[[agency.name]] આ વેબસાઇટ પર કઈ અંગત માહિતી લે છે, શા માટે, તે બીજા કોને મળે છે, તેનું રક્ષણ કેવી રીતે થાય છે, અને તમે શું પસંદ કરી શકો છો.',
    dateLabel: 'છેલ્લે ફેરફાર',
  },
  terms: {
    title: 'વપરાશની શરતો',
    description:
      '[[agency.name]] આ વેબસાઇટ કઈ શરતો હેઠળ આપે છે: તે કોના માટે છે, શું કરવાની મનાઈ છે, જવાબદારી, લાગુ પડતો કાયદો અને સમયમર્યાદા.',
    dateLabel: 'છેલ્લે ફેરફાર',
  },
  refundPolicy: {
    title: 'રિફંડ નીતિ',
    description:
      '[[agency.name]] તેની સેવા ફી ક્યારે પાછી આપે છે: 90 દિવસની પ્લેસમેન્ટ પ્રતિબદ્ધતા, લેખિતમાં કેવી રીતે માંગવું, અને ક્યારે રિફંડ અપાતું નથી.',
    dateLabel: 'છેલ્લે અપડેટ',
  },
} as const

/** Around a legal text. */
export const legalPage = {
  contents: 'આ પેજ પર',
  /** Shown in every language but English. */
  translated: 'આ અનુવાદ છે. અંગ્રેજી લખાણ એ મૂળ લખાણ છે.',
  original: 'અંગ્રેજી લખાણ વાંચો',
  /** At the end of a text, over the ways on. */
  onwards: 'આગળ વાંચો',
  ask: 'અમને પ્રશ્ન પૂછો',
} as const
