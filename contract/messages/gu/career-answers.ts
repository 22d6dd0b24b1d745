/** How sending an application ended. Apart from its form, which is read before anything is sent. */
export const careerMessages = {
  sent: 'તમારી અરજી સફળતાપૂર્વક સબમિટ થઈ ગઈ છે! અમે જલદી તમારો સંપર્ક કરીશું.',
  /** Stored without its documents; the form shows it and leads nowhere. */
  documentsAwaited:
    'તમારી અરજી અમારા સુધી પહોંચી ગઈ છે, પણ તેના દસ્તાવેજો નહીં: અત્યારે અમારી પાસે ફાઇલો માટે જગ્યા નથી. તે મોકલવાની લિંક અમે તમને ઈમેલ કરીશું.',
  failed: 'અરજી સબમિટ કરવામાં અસફળ',
  duplicate: 'આ ઈમેલ અથવા ફોન નંબરથી એક અરજી પહેલેથી નોંધાયેલી છે.',
  duplicateBanner:
    'પહેલેથી નોંધાયેલ! તમે અરજી પહેલેથી સબમિટ કરી છે. કૃપા કરીને અમારા જવાબની રાહ જુઓ અથવા કોઈ પ્રશ્ન હોય તો સપોર્ટનો સંપર્ક કરો.',
  duplicateField: 'તમે આ પદ માટે પહેલેથી અરજી કરી છે.',
  /** After the failure, when no answer of ours came back: a cut line, 30 seconds of standstill, a proxy's page. */
  unanswered:
    'તમારી અરજી કદાચ અમારા સુધી પહોંચી ન હોય. તમે જે લખ્યું અને પસંદ કર્યું તે હજી અહીં જ છે: કૃપા કરીને તમારું કનેક્શન તપાસો અને ફરી પ્રયાસ કરો.',
  cancelled: 'મોકલવાનું રદ થયું અને કંઈ રાખવામાં આવ્યું નથી. તમે જે લખ્યું અને પસંદ કર્યું તે હજી અહીં જ છે.',
  /** Cancelled once every byte had left: nobody can tell any more. */
  cancelledLate:
    'આ ડિવાઇસમાંથી બધું નીકળી ગયા પછી મોકલવાનું રદ થયું, એટલે તમારી અરજી અમારા સુધી પહોંચી ગઈ હોય એવું બને. તમે જે લખ્યું અને પસંદ કર્યું તે હજી અહીં જ છે.',
  leaving: '3 સેકન્ડમાં તમને હોમ પેજ પર લઈ જવામાં આવશે.',
} as const
