/** Most characters of the title in a vacancy's address. */
const ADDRESS_WORDS = 60

/** All page addresses, without trailing slashes. */
export const pages = {
  home: '/',
  about: '/about',
  services: '/services',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  refundPolicy: '/refundpolicy',
  register: '/register',
  career: '/career',
  jobs: '/jobs',
  /** The feed of the vacancies for job boards. */
  jobsXml: '/jobs.xml',
  sitemap: '/sitemap.xml',
  sandbox: '/sandbox',
} as const

/**
 * Returns the address of a vacancy's page: the words of its English title in ASCII letters and digits, and its
 * reference; only the reference if no such words remain. Only the reference is evaluated.
 */
export function vacancyAddress(title: string, reference: string): string {
  const latin = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = latin
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, ADDRESS_WORDS)
    .replaceAll(/^-|-$/g, '')
  return `${pages.jobs}/${[words, reference].filter((part) => part !== '').join('-')}`
}

/** Pages for visitors and search engines, in the order of the sitemap. */
export const listedPages = [
  pages.home,
  pages.about,
  pages.services,
  pages.contact,
  pages.career,
  pages.register,
  pages.privacy,
  pages.terms,
  pages.refundPolicy,
] as const

/** Folders of pages whose address contains the id of a person's record. */
export const recordPages = {
  /** Spelt this way in the specification. */
  signAgreement: '/sign-aggrement/',
  mandateFailure: '/mandate-failure/',
  /** The person's own page of an application or registration. */
  own: '/my/',
  /** Where a person stops the reminders. The page and its form have the same address. */
  reminders: '/reminders/',
} as const

/** The fragment before the token of a paused registration. Servers do not receive fragments. */
export const continueFragment = '#continue-'

/** All addresses of the API, in any letter case. Other programs call them, so their spelling stays. */
export const api = {
  /** The folder of all calls. */
  folder: '/api/',
  sendEnquiry: '/api/v1/fieldexecutive/send-enquiry',
  careerApplication: '/api/v1/leads/career-application',
  /** Our own: the title of a vacancy; its reference follows. */
  vacancy: '/api/v1/vacancies/',
  generateAadhaarOtp: '/api/v1/auth/generate-aadhaar-otp',
  verifyAadhaarOtp: '/api/v1/auth/verfiy-aadhaar-otp',
  generateMobileOtp: '/api/v1/auth/generate-mobile-otp',
  verifyMobileOtp: '/api/v1/auth/verify-mobile-otp',
  onboardingSession: '/api/v1/onboarding/session',
  maxAmount: '/api/v1/fieldexecutive/getMaxAmount',
  generateMandateToken: '/api/v1/mandate/generate-mandate-token',
  updateMandate: '/api/v1/mandate/updateMandate',
  /** Our own: the gateway's status of this session's transaction; its id follows. */
  mandateStatus: '/api/v1/mandate/status/',
  /** The gateway's server reports an outcome here, and sends browsers back here that have no window. */
  gatewayCallback: '/api/v1/mandate/gateway-callback',
  gatewayReturn: '/api/v1/mandate/gateway-return',
  /** Our own: the bank of an IFSC code, which follows. */
  bankName: '/api/v1/mandate/bank/',
  registerExecutive: '/api/v1/fieldExecutive/register-executive-on-website',
  /** A record's id follows. */
  fieldExecutive: '/api/v1/fieldExecutive/getFieldExecById/',
  generateAgreement: '/api/v1/fieldExecutive/generate-agreement-on-website',
  /** The PDF of an agreement, with a signature that expires. */
  agreement: '/api/v1/agreements/',
  /** Our own: a code for a link opened elsewhere (LINK_STEP_UP), and its proof. */
  linkOtp: '/api/v1/onboarding/link-otp',
  verifyLinkOtp: '/api/v1/onboarding/verify-link-otp',
  /** Our own: the person's own page. The record's link follows, then one of `ownCalls`. */
  own: '/api/v1/my/',
  /** Our own: a registration to be continued later, a code for its link, and its proof. */
  pauseRegistration: '/api/v1/onboarding/pause',
  pausedOtp: '/api/v1/onboarding/paused-otp',
  resumeRegistration: '/api/v1/onboarding/resume',
  /** Our own: a page reports that a part of it failed. */
  pageError: '/api/v1/pages/fault',
  openapi: '/api/openapi.json',
  docs: '/api/docs',
} as const

/** The calls of a person's own page. */
export const ownCalls = {
  details: '/details',
  email: '/email',
  takeBackCode: '/take-back-code',
  takeBack: '/take-back',
  phoneCode: '/phone-code',
  phone: '/phone',
  document: '/document',
  apply: '/apply',
  withdraw: '/withdraw',
  copy: '/copy',
  erasure: '/erasure',
} as const

/** Before the name of a document on a person's own page. */
export const ownDocument = '/file/'

/** The staff desk: its page with all screens below it, and its API. */
export const staffPages = {
  home: '/staff',
  /** The token of an invitation follows as fragment, which servers do not receive. */
  enrol: '/staff/enrol',
  enquiries: '/staff/enquiries',
  applications: '/staff/applications',
  executives: '/staff/executives',
  vacancies: '/staff/vacancies',
  privacy: '/staff/privacy',
  people: '/staff/people',
  webhooks: '/staff/webhooks',
  account: '/staff/account',
} as const
export const staffApi = '/api/staff/v1'
/** The header of automatic requests of the desk, which do not prolong the session. */
export const pollHeader = 'desk-poll'
export const staffOpenapi = '/api/staff/openapi.json'

/** Parts of an agreement's signed address, before its `?`: its text, and the report that it was shown. */
export const agreementParts = { text: '/text', shown: '/shown' } as const

/** Addresses for monitoring. */
export const probes = {
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const

/** Tells security researchers whom to contact (RFC 9116). */
export const securityText = '/.well-known/security.txt'

/** Addresses of the sandbox, available only while it simulates a provider. */
export const sandbox = {
  messages: '/sandbox/messages',
  /** The decision in the bank's window, without a browser. */
  authorise: '/sandbox/gateway/authorise',
  /** The bank's answer after its window was closed. */
  abandon: '/sandbox/gateway/abandon',
  /** The bank's window. */
  bank: '/sandbox/gateway/bank',
  /** The bank's mandates. A transaction's id and `/settle` follow to decide one. */
  mandates: '/sandbox/mandates',
  /** The gateway's folder with its checkout script, as at the real one. */
  gateway: '/sandbox/gateway/',
} as const
