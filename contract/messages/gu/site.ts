/** The words of the links to pages, in menu and footer. */
export const linkLabels = {
  home: 'હોમ',
  about: 'અમારા વિશે',
  services: 'સેવાઓ',
  contact: 'સંપર્ક',
  career: 'કરિયર',
  jobs: 'નોકરીઓ',
  signUp: 'સાઇન અપ',
  register: 'નોંધણી કરો',
  privacy: 'ગોપનીયતા નીતિ',
  terms: 'વપરાશની શરતો',
  refundPolicy: 'રિફંડ નીતિ',
  facebook: 'ફેસબુક',
  instagram: 'ઇન્સ્ટાગ્રામ',
} as const

export const footerTexts = {
  quickLinks: 'ઝડપી લિંક',
  services: 'સેવાઓ',
  tagline: '[[agency.nameStart]] તમારી વિશ્વાસુ એચઆર પ્લેસમેન્ટ પાર્ટનર છે.',
} as const

export const homePage = {
  welcome: '[[agency.name]]માં તમારું સ્વાગત છે,',
  promise: 'તમારી વિશ્વાસુ એચઆર પ્લેસમેન્ટ પાર્ટનર',
  learnMore: {
    label: 'વધુ જાણો',
    /** Follows the label for those who hear the link alone; the space is part of it. */
    more: ' [[agency.name]] વિશે',
  },
  employers: { question: 'ભરતી કરવી છે?', label: 'નોકરીદાતાઓ માટે સેવાઓ' },
  jobSeekers: { question: 'નોકરી શોધો છો?', label: 'નોકરી શોધનારાઓ માટે સેવાઓ' },
  about: {
    badge: 'અમારા વિશે',
    headline: 'તમારી કરિયર, અમારી પ્રતિબદ્ધતા',
    intro: [
      '[[agency.nameStart]] કંપનીઓને ઉત્તમ પ્રતિભા સાથે જોડે છે અને નોકરી શોધનારાઓને તેમને અનુકૂળ કામ શોધવામાં મદદ કરે છે.',
      'કોઈનો પરિચય કરાવતાં પહેલાં અમે બંને બાજુ સાંભળીએ છીએ: કામ ખરેખર શું માંગે છે, અને માણસ ખરેખર શું ઇચ્છે છે. પછી પહેલા દિવસ સુધી અને તે પછી પણ અમે સંપર્કમાં રહીએ છીએ.',
    ],
  },
  whatWeDo: {
    heading: 'અમે શું કરીએ છીએ',
    lead: 'પાંચ ક્ષેત્ર, કામ કરવાની એક રીત: કામને ધ્યાનથી સમજો, તેમાંના લોકોને ઓળખો, જે થોડા લોકો બંધબેસે તેમનો પરિચય કરાવો.',
  },
  /** Names the two that follow, for those who hear the page. */
  missionAndVision: 'અમારો ધ્યેય અને અમારી દૃષ્ટિ',
  mission: {
    heading: 'અમારો ધ્યેય',
    text: 'લોકો અને કામને ઈમાનદારીથી મેળવવા: નોકરીદાતાઓને બંધબેસતા ઉમેદવારો મળે, અને નોકરી શોધનારાઓ એવા કામ સુધી પહોંચે જેમાં તેઓ આગળ વધી શકે.',
  },
  vision: {
    heading: 'અમારી દૃષ્ટિ',
    text: 'આખા ભારતમાં એવી પ્લેસમેન્ટ પાર્ટનર બનવું જેને નોકરીદાતાઓ સૌથી પહેલાં ફોન કરે અને જેની નોકરી શોધનારાઓ મિત્રને ભલામણ કરે.',
  },
} as const

/** The carousel of the home page, as it is heard. */
export const carouselTexts = {
  heading: 'લોકો શું કહે છે',
  /** What a screen reader calls the whole, and one of its parts. */
  carousel: 'કેરોસેલ',
  slide: 'સ્લાઇડ',
  position: '{number}, કુલ {total}',
  previous: 'પહેલાંનો અભિપ્રાય',
  choose: 'અભિપ્રાય પસંદ કરો',
  one: 'અભિપ્રાય {number}, કુલ {total}',
  next: 'આગલો અભિપ્રાય',
  monogram: '{name} નો મોનોગ્રામ',
} as const

/** Fixed sample content: of a site in production the agency sets its own. */
export const testimonialTexts = {
  patel: {
    name: 'અનિતા પટેલ',
    text: 'અમે ત્રણ ક્વોલિટી એન્જિનિયર માંગ્યા હતા અને પાંચ લોકોને મળ્યા, અને દરેકને મળવામાં ગયેલો કલાક લેખે લાગ્યો. તેમાંના બે હવે શિફ્ટ સંભાળે છે. કોઈએ અમને સીવીનો ઢગલો મોકલીને નસીબ પર છોડી દીધું નહીં.',
  },
  mehta: {
    name: 'રાહુલ મહેતા',
    text: 'આ મારી પહેલી નોકરી હતી અને શું પૂછવું તેની મને ખબર નહોતી. તેમણે મારી સાથે ઓફરની એકેએક લીટી જોઈ, શું સામાન્ય ગણાય તે કહ્યું, અને મારા પહેલા અઠવાડિયા પછી ફરી ફોન કર્યો.',
  },
  shaikh: {
    name: 'ફરાહ શેખ',
    text: 'અમારા ક્લિનિકને દસ દિવસની અંદર રાતની નર્સ જોઈતી હતી. શું થઈ શકે અને શું નહીં તે તેમણે પહેલા જ દિવસે કહી દીધું, અને તેમણે જે વ્યક્તિ શોધી આપી તે આજે પણ અમારી સાથે છે.',
  },
} as const
