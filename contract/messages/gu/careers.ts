import type { Notices } from '#contract/schemas/notices.ts'
import { noticeEndings } from './notices.ts'
import { sectorTitles, serviceTitles } from './pages.ts'

export const applicationForm = {
  mandatory: '* વાળાં ખાનાં ભરવાં ફરજિયાત છે.',
  full_name: {
    label: 'પૂરું નામ',
    required: 'પૂરું નામ જરૂરી છે',
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
    invalid: 'ફોન નંબર ખોટો છે',
  },
  date_of_birth: {
    label: 'જન્મ તારીખ',
    required: 'જન્મ તારીખ જરૂરી છે',
    invalid: 'જન્મ તારીખ સાચી તારીખ હોવી જોઈએ',
    inFuture: 'જન્મ તારીખ આજ પછીની ન હોઈ શકે',
  },
  address: {
    label: 'સરનામું',
    tooLong: 'સરનામું બહુ લાંબું છે',
  },
  service: {
    label: 'તમારે કઈ સેવા જોઈએ છે',
    any: 'આમાંથી કોઈ નહીં',
    options: {
      search: serviceTitles.search,
      interview: serviceTitles.interview,
      counselling: serviceTitles.counselling,
    },
  },
  sector: {
    label: 'ક્ષેત્ર',
    any: 'કોઈ પણ',
    options: {
      technology: sectorTitles.technology,
      healthcare: sectorTitles.healthcare,
      finance: sectorTitles.finance,
      marketing: sectorTitles.marketing,
      engineering: sectorTitles.engineering,
      other: 'અન્ય',
    },
  },
  role: { label: 'પદ', hint: 'જેમ કે સ્ટાફ નર્સ અથવા એકાઉન્ટન્ટ.' },
  experience: { label: 'અનુભવ', hint: 'જેમ કે 3 વર્ષ, અથવા નથી.' },
  work_place: { label: 'તમારે ક્યાં કામ કરવું છે', hint: 'જેમ કે સુરત, અથવા ઘરેથી.' },
  pay_expected: { label: 'તમે કેટલો પગાર ઇચ્છો છો', hint: 'જેમ કે મહિને 25,000 રૂપિયા.' },
  wishTooLong: 'વધુમાં વધુ 200 અક્ષર',
  work: 'તમારે કેવું કામ જોઈએ છે',
  workHint: 'જે છોડવું હોય તે છોડો: આમાંથી કંઈ જરૂરી નથી.',
  applyFor: 'તમે આના માટે અરજી કરો છો',
  withoutVacancy: 'આ નોકરી વિના',
  vacancyClosed: 'આ નોકરી હવે ખુલ્લી નથી. તમારી અરજી તો પણ અમારા સુધી પહોંચે છે.',
  documents: 'દસ્તાવેજો',
  maskedCopy: 'કૃપા કરીને માસ્ક કરેલી નકલ પસંદ કરો: જેમાં નંબરના ફક્ત છેલ્લા ચાર આંકડા દેખાતા હોય.',
  /** Under a document's field: «Resume is required» belongs to the resume alone. */
  documentRequired: '{document} જરૂરી છે',
  filesAgain: 'પેજ રિફ્રેશ થયા પછી ફાઇલો ફરીથી પસંદ કરવી પડે છે.',
  submit: 'સબમિટ કરો',
  home: 'હમણાં જ હોમ પેજ પર જાઓ',
} as const

/** The documents of an application, by the field that they are sent in. */
export const documentNames = {
  resume: 'રિઝ્યુમે',
  edu_certificate: 'અભ્યાસનું પ્રમાણપત્ર',
  aadhar_card: 'આધાર કાર્ડ',
  pan_card: 'પાન કાર્ડ',
} as const

/** The career form (specification sections 5 and 8). */
export const careerNotices = {
  '2026-11-21': {
    essence:
      'તમે જે મોકલો તે અમે કોઈ પદ તમને અનુકૂળ છે કે નહીં તે જોવા અને તમારો સંપર્ક કરવા વાપરીએ છીએ, અને નિર્ણય પછી એક વર્ષ રાખીએ છીએ. તમે સંમત થાઓ પછી જ નોકરીદાતા તે જુએ છે. તમે ગમે ત્યારે સંમતિ પાછી ખેંચી શકો છો.',
    what: 'તમારું પૂરું નામ, ઈમેલ એડ્રેસ, ફોન નંબર, જન્મ તારીખ અને રિઝ્યુમે; અને, તમે ઉમેરો તો જ, તમારું સરનામું, અભ્યાસનું પ્રમાણપત્ર, અને તમારા આધાર કાર્ડ અને પાન કાર્ડની નકલો.',
    why: 'કોઈ પદ તમને અનુકૂળ છે કે નહીં તે જોવા, તમારો સંપર્ક કરવા, અને, તમારું નામ આગળ મૂકવા તમે સંમત થાઓ પછી, તમને નોકરીદાતા સમક્ષ રજૂ કરવા. અમે તમારી સંમતિના આધારે આ કરીએ છીએ, જે તમે “સબમિટ કરો” દબાવીને આપો છો.',
    whoElse:
      'તમે સંમત થાઓ પછી નોકરીદાતા: તમારી પ્રોફાઇલ અને રિઝ્યુમે, તમારું આધાર કાર્ડ કે પાન કાર્ડ ક્યારેય નહીં. અમારા ઈમેલ પહોંચાડતી અને અમારાં સર્વર ચલાવતી કંપનીઓ, ફક્ત અમારા માટે. અમે માહિતી વેચતા નથી. કોઈ સત્તામંડળ અથવા અદાલતને તે ફક્ત કાયદો જરૂરી ગણે ત્યાં જ મળે છે.',
    howLong: 'નિર્ણય પછી એક વર્ષ, તમારા દસ્તાવેજો પણ.',
    changingYourMind: noticeEndings.withdrawing,
    yourRights: noticeEndings.rights,
  },
  '2026-11-25': {
    what: 'તમારું પૂરું નામ, ઈમેલ એડ્રેસ, ફોન નંબર, જન્મ તારીખ અને રિઝ્યુમે; અને, તમે ઉમેરો તો જ, તમારું સરનામું, અભ્યાસનું પ્રમાણપત્ર, તમારા આધાર કાર્ડ અને પાન કાર્ડની નકલો, અને તમારે કેવું કામ જોઈએ છે: ક્ષેત્ર, પદ, અનુભવ, તમારે ક્યાં કામ કરવું છે અને તમે કેટલો પગાર ઇચ્છો છો. કોઈ નોકરી માટે અરજી કરો, તો તે કઈ છે.',
  },
  '2026-11-26': {
    what: 'તમારું પૂરું નામ, ઈમેલ એડ્રેસ, ફોન નંબર, જન્મ તારીખ અને રિઝ્યુમે; અને, તમે ઉમેરો તો જ, તમારું સરનામું, અભ્યાસનું પ્રમાણપત્ર, તમારા આધાર કાર્ડ અને પાન કાર્ડની નકલો, અને તમારે કેવું કામ જોઈએ છે: ક્ષેત્ર, પદ, અનુભવ, તમારે ક્યાં કામ કરવું છે અને તમે કેટલો પગાર ઇચ્છો છો. કોઈ નોકરી માટે અરજી કરો, તો તે કઈ છે; અમારી કોઈ સેવા માંગો, તો તે કઈ છે.',
  },
} as const satisfies Notices
