import type { Notices } from '#contract/schemas/notices.ts'
import { noticeEndings } from './notices.ts'

export const enquiryForm = {
  name: {
    label: 'નામ',
    required: 'નામ જરૂરી છે',
    tooLong: 'નામ બહુ લાંબું છે',
  },
  email: {
    label: 'ઈમેલ',
    hint: 'અમે આ ઈમેલ પર જવાબ આપીએ છીએ, જેમ કે name@example.in.',
    required: 'ઈમેલ જરૂરી છે',
    invalid: 'ઈમેલ એડ્રેસ ખોટું છે',
    tooLong: 'ઈમેલ બહુ લાંબો છે',
  },
  phone: {
    label: 'ફોન નંબર',
    hint: '10 આંકડા, આગળ +91 સાથે અથવા વગર.',
    required: 'ફોન નંબર જરૂરી છે',
    tooShort: 'ફોન નંબરમાં ઓછામાં ઓછા 10 આંકડા હોવા જોઈએ',
    tooLong: 'ફોન નંબરમાં વધુમાં વધુ 10 આંકડા હોવા જોઈએ',
    invalid: 'ફોન નંબરમાં ફક્ત આંકડા જ હોઈ શકે',
  },
  enquiry: {
    label: 'પૂછપરછ',
    hint: 'વધુમાં વધુ 500 અક્ષર.',
    required: 'પૂછપરછ જરૂરી છે',
    tooLong: 'પૂછપરછ બહુ લાંબી છે',
  },
  website: {
    label: 'આ ખાલી રાખો',
  },
  submit: 'સબમિટ કરો',
} as const

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

export const enquiryNotices = {
  '2026-11-21': {
    essence:
      'તમારું નામ, ઈમેલ એડ્રેસ, ફોન નંબર અને સંદેશ અમે તમને જવાબ આપવા વાપરીએ છીએ, અને આપણા છેલ્લા સંપર્ક પછી એક વર્ષ રાખીએ છીએ. તમે ગમે ત્યારે સંમતિ પાછી ખેંચી શકો છો, અને માહિતી ભૂંસાવી શકો છો.',
    what: 'તમારું નામ, ઈમેલ એડ્રેસ, ફોન નંબર અને તમે જે લખો તે. મશીનથી મોકલાતા સંદેશાઓને રોકવા ફોર્મ કેટલો સમય ખુલ્લું રહ્યું તેની પણ અમે નોંધ કરીએ છીએ.',
    why: 'તમને જવાબ આપવા, અને એ જ બાબતે તમારો ફરી સંપર્ક કરવા. અમે તમારી સંમતિના આધારે આ કરીએ છીએ, જે તમે “સબમિટ કરો” દબાવીને આપો છો.',
    whoElse:
      'અમારા ઈમેલ પહોંચાડતી અને અમારાં સર્વર ચલાવતી કંપનીઓ, ફક્ત અમારા માટે. અમે માહિતી વેચતા નથી. કોઈ સત્તામંડળ અથવા અદાલતને તે ફક્ત કાયદો જરૂરી ગણે ત્યાં જ મળે છે.',
    howLong: 'આ વિશે તમારી સાથેના અમારા છેલ્લા સંપર્ક પછી એક વર્ષ.',
    changingYourMind: noticeEndings.withdrawing,
    yourRights: noticeEndings.rights,
  },
} as const satisfies Notices
