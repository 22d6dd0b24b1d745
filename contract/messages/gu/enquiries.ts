export const enquiryMessages = {
  sent: 'ફોર્મ સફળતાપૂર્વક સબમિટ થયું!',
  failed: 'કંઈક ખોટું થયું. કૃપા કરીને ફરી પ્રયાસ કરો.',
  /** Beside the button when no answer of ours came back: a cut line, 15 seconds of silence, a proxy's page. */
  unanswered:
    'તમારી પૂછપરછ કદાચ અમારા સુધી પહોંચી ન હોય. તમે જે લખ્યું તે હજી અહીં જ છે: કૃપા કરીને તમારું કનેક્શન તપાસો અને ફરી પ્રયાસ કરો.',
  /** Beside the button when the form's code is switched off or did not arrive. */
  notWorking:
    'આ ફોર્મને જાવાસ્ક્રિપ્ટ જોઈએ છે, અને તે ચાલુ થયું નથી. કૃપા કરીને પેજ ફરી લોડ કરો, અથવા પેજના છેડે આપેલા ઈમેલ એડ્રેસ પર લખો.',
} as const

/** What is said under a label before anything is wrong. */
export const enquiryHints = {
  email: 'અમે આ ઈમેલ પર જવાબ આપીએ છીએ, જેમ કે name@example.in.',
  phone: '10 આંકડા, આગળ +91 સાથે અથવા વગર.',
  enquiry: 'વધુમાં વધુ 500 અક્ષર.',
} as const
