/** Characters of a title in the address of its page. */
const ADDRESS_WORDS = 60

/** Every page address, once. Trailing slashes are not part of an address. */
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
 * The address of a vacancy's page below `pages.jobs`: the words of its English title in letters that every address can have,
 * and its reference; the reference alone where the title has no such letters. Only the reference is looked at.
 */
export function vacancyAddress(title: string, reference: string): string {
  const latin = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = latin
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, ADDRESS_WORDS)
    .replaceAll(/^-|-$/g, '')
  return `${pages.jobs}/${[words, reference].filter((part) => part !== '').join('-')}`
}

/** Pages a visitor is led to and search engines list, in the order of the sitemap. */
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

/** Folders of pages that carry the id of a person's record in their address. */
export const recordPages = {
  /** Spelt this way in the specification. */
  signAgreement: '/sign-aggrement/',
  mandateFailure: '/mandate-failure/',
  /** A page of one's own: of an application or a registration. */
  own: '/my/',
  /** Where a person stops the reminders: the page is read there, and the press of its button is posted there. */
  reminders: '/reminders/',
} as const

/** Behind the registration's address: the token of one that is continued later follows. No server sees a fragment. */
export const continueFragment = '#continue-'

/** Every address of the API, once; letter case does not matter on the server. Other programs call them, so the spelling stays. */
export const api = {
  /** The folder that all of it is in. */
  folder: '/api/',
  sendEnquiry: '/api/v1/fieldexecutive/send-enquiry',
  careerApplication: '/api/v1/leads/career-application',
  /** Our own: what a vacancy is called; its reference follows. */
  vacancy: '/api/v1/vacancies/',
  generateAadhaarOtp: '/api/v1/auth/generate-aadhaar-otp',
  verifyAadhaarOtp: '/api/v1/auth/verfiy-aadhaar-otp',
  generateMobileOtp: '/api/v1/auth/generate-mobile-otp',
  verifyMobileOtp: '/api/v1/auth/verify-mobile-otp',
  onboardingSession: '/api/v1/onboarding/session',
  maxAmount: '/api/v1/fieldexecutive/getMaxAmount',
  generateMandateToken: '/api/v1/mandate/generate-mandate-token',
  updateMandate: '/api/v1/mandate/updateMandate',
  /** Our own: the gateway's status of a transaction of this session; the transaction's id follows. */
  mandateStatus: '/api/v1/mandate/status/',
  /** Where the gateway's server reports an outcome, and where it sends a browser back without a window. */
  gatewayCallback: '/api/v1/mandate/gateway-callback',
  gatewayReturn: '/api/v1/mandate/gateway-return',
  /** Our own: the bank an IFSC code belongs to; the code follows. */
  bankName: '/api/v1/mandate/bank/',
  registerExecutive: '/api/v1/fieldExecutive/register-executive-on-website',
  /** A record's id follows. */
  fieldExecutive: '/api/v1/fieldExecutive/getFieldExecById/',
  generateAgreement: '/api/v1/fieldExecutive/generate-agreement-on-website',
  /** One agreement's PDF, by a signed address that expires. */
  agreement: '/api/v1/agreements/',
  /** Our own: a code for a link opened elsewhere (LINK_STEP_UP), and its proof. */
  linkOtp: '/api/v1/onboarding/link-otp',
  verifyLinkOtp: '/api/v1/onboarding/verify-link-otp',
  /** Our own: the page of one's own. A record's link follows, and what is done there (`ownCalls`). */
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

/** What follows a record's link in the calls of a page of one's own. */
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

/** What follows a record's link where it opens one of the documents on a page of one's own, whose name follows. */
export const ownDocument = '/file/'

/** The desk of the agency's staff: its page, every screen of which lies below it, and its API. */
export const staffPages = {
  home: '/staff',
  /** An invitation's token follows as the fragment, which no server sees. */
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
/** The header of what a screen of the desk asks again by itself: no use of its session. */
export const pollHeader = 'desk-poll'
export const staffOpenapi = '/api/staff/openapi.json'

/**
 * What follows a signed address of an agreement, before its `?`: the same as text, and that it was shown; the proof of
 * the address itself holds for both.
 */
export const agreementParts = { text: '/text', shown: '/shown' } as const

/** Addresses for machines that look after the process. */
export const probes = {
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const

/** Where whoever found a weakness learns whom to tell (RFC 9116). */
export const securityText = '/.well-known/security.txt'

/** Listeners of the sandbox, open only while a provider is set to it. */
export const sandbox = {
  messages: '/sandbox/messages',
  /** What the bank window does, without a browser. */
  authorise: '/sandbox/gateway/authorise',
  /** The bank's answer when its window was closed. */
  abandon: '/sandbox/gateway/abandon',
  /** The bank's window. */
  bank: '/sandbox/gateway/bank',
  /** The bank's mandates; a transaction's id and `/settle` follow to change one. */
  mandates: '/sandbox/mandates',
  /** The gateway's own folder: its checkout script lies below it, as at the real one. */
  gateway: '/sandbox/gateway/',
} as const
