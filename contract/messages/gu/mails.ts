/**
 * The mails to a person, as plain text. A line of the text is a line of the mail, and an address that is to be followed
 * stands in a line of its own. `{name}` is the person's, `{agency}` the agency's as it is written within a sentence.
 */
export const personMails = {
  /** After a registration; `{link}` opens the agreement. */
  welcome: {
    subject: 'તમારી નોંધણી, અને તમારો કરાર',
    text: `પ્રિય {name},

તમારી નોંધણી અમને મળી ગઈ છે. છેલ્લું પગલું તમારો કરાર છે: કૃપા કરીને તેને અત્યારે અથવા પછી અહીં વાંચો અને સ્વીકારો:

{link}

આ લિંક ફક્ત તમારા માટે છે: જેની પાસે તે હોય તે તમારો રેકોર્ડ ખોલી શકે છે. કૃપા કરીને તે કોઈને ન આપો.
જો તમે કરાર સ્વીકારી લીધો હોય, તો હવે કંઈ કરવાનું બાકી નથી.`,
  },
  /** `{link}` opens the page on which another mandate is set up. */
  mandateFailed: {
    subject: 'તમારું બેંક મેન્ડેટ ગોઠવાયું નથી',
    text: `પ્રિય {name},

તમારી નોંધણીનું મેન્ડેટ તમારી બેંકે ગોઠવ્યું નથી. તમારી નોંધણી પોતે સલામત છે.
કૃપા કરીને તમારી બેંકની વિગતો તપાસો અને અહીં ફરી પ્રયાસ કરો:

{link}

આ લિંક ફક્ત તમારા માટે છે: જેની પાસે તે હોય તે તમારો રેકોર્ડ ખોલી શકે છે. કૃપા કરીને તે કોઈને ન આપો.`,
  },
  /** With the PDF attached; `{reference}` is the agreement's, `{accepted}` the day and time in India. */
  agreementSigned: {
    subject: 'તમારો હસ્તાક્ષરિત કરાર {reference}',
    text: `પ્રિય {name},

તમે તમારો કરાર {reference} સ્વીકાર્યો છે: {accepted}, ભારતીય સમય. આભાર.
હસ્તાક્ષરિત દસ્તાવેજ આ સાથે જોડ્યો છે: કૃપા કરીને તે સાચવી રાખો. તેના પરની એજન્સીની સીલ ફાઇલમાં પછીથી થયેલો કોઈ પણ ફેરફાર બતાવે છે.

જો તમે તે ન સ્વીકાર્યો હોય, અથવા કોઈ પ્રશ્ન હોય, તો કૃપા કરીને અમારો સંપર્ક કરો:
    ઈમેલ: {email}
    પેમેન્ટ: {supportEmail}
    ગોપનીયતા: {privacyEmail}
    ટપાલ: {street}, {city} {pincode}, {state}, ભારત`,
  },
  /** After another mandate took the place of the one in a signed agreement; `{agreement}` is its reference, `{link}` opens the annex. */
  annexToSign: {
    subject: 'તમારા કરાર {agreement}નું પરિશિષ્ટ',
    text: `પ્રિય {name},

તમે બીજું બેંક મેન્ડેટ ગોઠવ્યું છે. તમારા હસ્તાક્ષરિત કરાર {agreement}માં પહેલાંનું ખાતું છે, તેથી નવા ખાતા માટે એક પરિશિષ્ટ છે. કૃપા કરીને તે અહીં વાંચો અને સ્વીકારો:

{link}

આ લિંક ફક્ત તમારા માટે છે: જેની પાસે તે હોય તે તમારો રેકોર્ડ ખોલી શકે છે. કૃપા કરીને તે કોઈને ન આપો.
જો તમે તે સ્વીકારી લીધું હોય, તો હવે કંઈ કરવાનું બાકી નથી.`,
  },
  /** The same as `agreementSigned`, of an annex; `{agreement}` is the reference of the agreement that it belongs to. */
  annexSigned: {
    subject: 'તમારું હસ્તાક્ષરિત પરિશિષ્ટ {reference}',
    text: `પ્રિય {name},

તમે તમારા કરાર {agreement}નું પરિશિષ્ટ {reference} સ્વીકાર્યું છે: {accepted}, ભારતીય સમય. આભાર.
હસ્તાક્ષરિત દસ્તાવેજ આ સાથે જોડ્યો છે: કૃપા કરીને તે કરારની સાથે સાચવી રાખો. તેના પરની એજન્સીની સીલ ફાઇલમાં પછીથી થયેલો કોઈ પણ ફેરફાર બતાવે છે.

જો તમે તે ન સ્વીકાર્યું હોય, અથવા કોઈ પ્રશ્ન હોય, તો કૃપા કરીને અમારો સંપર્ક કરો:
    ઈમેલ: {email}
    પેમેન્ટ: {supportEmail}
    ગોપનીયતા: {privacyEmail}
    ટપાલ: {street}, {city} {pincode}, {state}, ભારત`,
  },
  /** To the owner of an address under which, or under whose phone number, a second application came. */
  secondApplication: {
    subject: 'તમારા નામે એક અરજી',
    text: `તમારા ઈમેલ એડ્રેસ અથવા ફોન નંબર સાથે અમારા કરિયર પેજ પરથી એક અરજી મોકલાઈ હતી, અને અમારી પાસે એક અરજી પહેલેથી હતી.
એટલે નવી અરજી લેવામાં આવી નથી.

જો બંને અરજી તમે મોકલી હોય, તો કંઈ કરવાનું નથી.
જો પહેલી અરજી તમે ન મોકલી હોય, તો કૃપા કરીને તમારી અરજી આ પેજ પરથી મોકલો:

{link}

તે એક જ વાર, સાત દિવસની અંદર, અને ફક્ત આ ઈમેલ એડ્રેસ માટે ચાલે છે. તમારી અરજી આવી જાય ત્યારે આ એડ્રેસ
હેઠળની પહેલાંની અરજી કાઢી નખાય છે.`,
  },
  /** To an applicant whose application was stored without its documents, since there was no room for them. */
  documentsAwaited: {
    subject: 'કૃપા કરીને તમારી અરજીના દસ્તાવેજો મોકલો',
    text: `તમારી અરજી અમારા સુધી પહોંચી ગઈ છે, પણ તેના દસ્તાવેજો નહીં: તે સમયે અમારી પાસે ફાઇલો માટે જગ્યા નહોતી.
કૃપા કરીને તેને દસ્તાવેજો સાથે આ પેજ પરથી ફરી એક વાર મોકલો:

{link}

તે એક જ વાર, સાત દિવસની અંદર, અને ફક્ત આ ઈમેલ એડ્રેસ માટે ચાલે છે. તમે જે મોકલશો તે દસ્તાવેજો વગરની અરજીની
જગ્યા લેશે. જો તમે તેને તે પેજ પરથી ન મોકલી શકો, તો કૃપા કરીને તમારા દસ્તાવેજો આ ઈમેલના જવાબમાં મોકલો.
જો અરજી તમે ન મોકલી હોય, તો કંઈ કરવાનું નથી.`,
  },
  enquiryReceived: {
    subject: 'તમારી પૂછપરછ {reference}',
    text: `અમને લખવા બદલ આભાર. તમારી પૂછપરછ અમારા સુધી પહોંચી ગઈ છે.

સંદર્ભ નંબર: {reference}

અમે તે વાંચીએ છીએ અને {days}ની અંદર ઈમેલ અથવા ફોનથી જવાબ આપીએ છીએ.
કંઈ ઉમેરવું હોય, તો આ ઈમેલનો જવાબ આપો.

જો તમે અમને ન લખ્યું હોય, તો કોઈએ ભૂલથી તમારું ઈમેલ એડ્રેસ આપ્યું છે. કૃપા કરીને જવાબ આપીને અમને જણાવો.

સાદર
{agency}`,
  },
  applicationReceived: {
    subject: 'તમારી અરજી {reference}',
    text: `તમારી અરજી બદલ આભાર. તે અમારા સુધી પહોંચી ગઈ છે.

સંદર્ભ નંબર: {reference}

અમે તમને અનુકૂળ પદ શોધીએ છીએ, અને {days}ની અંદર ઈમેલ અથવા ફોનથી જવાબ આપીએ છીએ.
કંઈ ઉમેરવું હોય, તો આ ઈમેલનો જવાબ આપો.

જો તમે અરજી ન કરી હોય, તો કોઈએ ભૂલથી તમારું ઈમેલ એડ્રેસ આપ્યું છે. કૃપા કરીને જવાબ આપીને અમને જણાવો.

સાદર
{agency}`,
  },
  /** From here on staff send the mails, and fill in every placeholder but the name, the agency and the link. */
  received: {
    subject: 'તમારો સંદેશ અમને મળ્યો છે',
    text: `પ્રિય {name},

અમને લખવા બદલ આભાર. તમારો સંદેશ અમને મળી ગયો છે, અને અમે જલદી તમારો સંપર્ક કરીશું.

સાદર
{agency}`,
  },
  interview: {
    subject: 'ઇન્ટરવ્યૂ માટે આમંત્રણ',
    text: `પ્રિય {name},

અમે તમારી સાથે આ પદ વિશે વાત કરવા માંગીએ છીએ: {position}.

દિવસ અને સમય: {when}
સ્થળ: {where}

કૃપા કરીને આ ઈમેલનો જવાબ આપીને ખાતરી આપો, અથવા તમને ક્યારે વધારે અનુકૂળ રહેશે તે જણાવો.

સાદર
{agency}`,
  },
  rejection: {
    subject: 'તમારી અરજી',
    text: `પ્રિય {name},

આ પદ માટેની તમારી અરજી બદલ આભાર: {position}.
આ વખતે અમે બીજી વ્યક્તિની પસંદગી કરી છે. તમારી શોધમાં તમને દરેક સફળતા મળે તેવી શુભેચ્છા.

સાદર
{agency}`,
  },
  documentMissing: {
    subject: 'તમારી અરજીમાં એક દસ્તાવેજ ખૂટે છે',
    text: `પ્રિય {name},

તમારી અરજી બદલ આભાર. તેમાં આગળ વધવા માટે અમને હજી આ જોઈએ છે: {document}.

કૃપા કરીને તે આ ઈમેલના જવાબમાં મોકલો.

સાદર
{agency}`,
  },
  /** `{link}` opens the agreement, or the mandate's page where the mandate failed. */
  linkAgain: {
    subject: 'તમારી લિંક',
    text: `પ્રિય {name},

તમારી નોંધણીની લિંક ફરી એક વાર આ રહી:

{link}

આ લિંક ફક્ત તમારા માટે છે: જેની પાસે તે હોય તે તમારો રેકોર્ડ ખોલી શકે છે. કૃપા કરીને તે કોઈને ન આપો.

સાદર
{agency}`,
  },
} as const
