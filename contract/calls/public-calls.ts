import * as z from 'zod/mini'
import { documentFields } from '#contract/fields/application.ts'
import { agreementParts, api, recordPages } from '#contract/paths.ts'
import * as agreements from '#contract/schemas/agreements.ts'
import * as careers from '#contract/schemas/careers.ts'
import * as enquiries from '#contract/schemas/enquiries.ts'
import * as identity from '#contract/schemas/identity.ts'
import * as mandates from '#contract/schemas/mandates.ts'
import * as registrations from '#contract/schemas/registrations.ts'
import * as pageErrors from '#contract/schemas/page-errors.ts'
import { vacancyNamed } from '#contract/schemas/vacancy-named.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { ofProvider, posted, type PublicCall } from './call.ts'
import { ownPageCalls, recordCalls } from './link-calls.ts'

export const enquiryCalls = {
  'enquiry.send': {
    route: `POST ${api.sendEnquiry}`,
    summary: 'Send an enquiry to the agency',
    tag: 'Enquiries',
    limit: { form: 'enquiry' },
    page: 'contact',
    body: enquiries.sendEnquiryRequest,
    answer: enquiries.sendEnquiryResponse,
    status: 201,
    errors: posted,
  },
} as const satisfies Record<string, PublicCall>

export const pageErrorCalls = {
  'page.reportError': {
    route: `POST ${api.pageError}`,
    summary: 'Tell that a component of a page failed',
    tag: 'Pages',
    limit: { calls: 'page-fault' },
    maxBytes: 4 * 1024,
    body: pageErrors.pageError,
    answer: pageErrors.pageErrorResponse,
    status: 202,
    errors: posted,
  },
} as const satisfies Record<string, PublicCall>

/** The calls that verify who a visitor is. */
export const identityCalls = {
  'identity.sendAadhaarCode': {
    route: `POST ${api.generateAadhaarOtp}`,
    summary: 'Send a code to the mobile linked to an Aadhaar number',
    tag: 'Identity',
    body: identity.generateAadhaarOtpRequest,
    answer: identity.generateAadhaarOtpResponse,
    errors: [...posted, ...ofProvider],
  },
  'identity.verifyAadhaar': {
    route: `POST ${api.verifyAadhaarOtp}`,
    summary: 'Verify an Aadhaar number with the code that was sent for it',
    tag: 'Identity',
    body: identity.verifyAadhaarOtpRequest,
    answer: identity.verifyAadhaarOtpResponse,
    errors: [...posted, ...ofProvider, 'not_found', 'already_there'],
  },
  'identity.sendMobileCode': {
    route: `POST ${api.generateMobileOtp}`,
    summary: 'Send a code to a phone by SMS',
    tag: 'Identity',
    body: identity.generateMobileOtpRequest,
    answer: identity.generateMobileOtpResponse,
    errors: [...posted, ...ofProvider],
  },
  'identity.verifyMobile': {
    route: `POST ${api.verifyMobileOtp}`,
    summary: 'Verify a phone with the code that was sent to it',
    tag: 'Identity',
    body: identity.verifyMobileOtpRequest,
    answer: identity.verifyMobileOtpResponse,
    errors: [...posted, 'already_there'],
  },
} as const satisfies Record<string, PublicCall>

export const progressCalls = {
  'registration.progress': {
    route: `GET ${api.onboardingSession}`,
    summary: 'What is verified so far, for a page that was loaded again',
    tag: 'Identity',
    answer: identity.onboardingSession,
  },
} as const satisfies Record<string, PublicCall>

export const careerCalls = {
  'application.send': {
    route: `POST ${api.careerApplication}`,
    summary: 'Apply with documents (multipart/form-data)',
    tag: 'Careers',
    limit: { form: 'application' },
    page: 'career',
    body: careers.careerRequest,
    /** Each document once. Anybody may send an application, so its texts are 192 KiB at most. */
    files: { texts: 24, fields: documentFields, count: 4, maxBytes: FILE_MAX_BYTES },
    answer: careers.careerResponse,
    status: 201,
    errors: [...posted, 'timeout', 'already_there'],
  },
} as const satisfies Record<string, PublicCall>

export const registrationCalls = {
  'registration.send': {
    route: `POST ${api.registerExecutive}`,
    summary: 'Register an executive (multipart/form-data)',
    tag: 'Executives',
    limit: { calls: 'registration', faultsAreFree: true },
    body: registrations.registrationFields,
    /** Both spellings of the photo's name are accepted. A second photo is read too, so that the refusal can say so. */
    files: {
      texts: 40,
      fields: { [registrations.photoField]: { required: true, kinds: ['png', 'jpg'] } },
      count: 2,
      maxBytes: FILE_MAX_BYTES,
    },
    answer: registrations.registrationResponse,
    status: 201,
    errors: [...posted, ...ofProvider, 'unverified', 'timeout', 'already_there'],
  },
} as const satisfies Record<string, PublicCall>

const ofGateway = [...ofProvider, 'rate_limited'] as const

/** The calls that set up a mandate. */
export const mandateCalls = {
  'mandate.maxAmount': {
    route: `GET ${api.maxAmount}`,
    summary: 'The most a mandate allows, in rupees',
    tag: 'Mandates',
    answer: mandates.maxAmountResponse,
  },
  'mandate.token': {
    route: `POST ${api.generateMandateToken}`,
    summary: "Begin a mandate: a token, and all that the gateway's script needs",
    tag: 'Mandates',
    limit: { calls: 'mandate-token' },
    body: mandates.mandateTokenRequest,
    answer: mandates.mandateTokenResponse,
    errors: [...ofGateway, 'unverified', 'already_there', 'mandate_stands', 'too_large', 'invalid'],
  },
  'mandate.status': {
    route: `GET ${api.mandateStatus}:transactionId`,
    summary: "How a transaction of this visitor's stands, as the gateway says now",
    tag: 'Mandates',
    limit: { calls: 'mandate-status' },
    params: z.object({ transactionId: z.string() }),
    answer: mandates.mandateStatusResponse,
    errors: [...ofGateway, 'not_found'],
  },
  'mandate.bank': {
    route: `GET ${api.bankName}:ifsc`,
    summary: 'The bank that an IFSC code belongs to',
    tag: 'Mandates',
    limit: { calls: 'bank-name' },
    params: z.object({ ifsc: z.string() }),
    answer: mandates.bankNameResponse,
    errors: ['not_found', 'rate_limited'],
  },
} as const satisfies Record<string, PublicCall>

const ofAgreement = {
  tag: 'Agreements',
  params: agreements.agreementAddress,
  query: agreements.agreementQuery,
  errors: ['not_found', 'invalid'],
} as const

/** The acceptance of an agreement, and the documents behind their signed addresses. */
export const agreementCalls = {
  'agreement.sign': {
    route: `POST ${api.generateAgreement}`,
    summary:
      'Accept the agreement of a record, or the annex that is open; the server signs its own record of it',
    tag: 'Agreements',
    limit: { requests: 'agreement-signing' },
    /** The JSON may contain a photo; every other body is far smaller. */
    maxBytes: 2 * 1024 * 1024,
    body: registrations.agreementRequest,
    answer: registrations.agreementResponse,
    errors: [...posted, 'timeout', 'unverified', 'not_found', 'already_there'],
  },
  'agreement.pdf': {
    route: `GET ${api.agreement}:address`,
    summary: 'An agreement as PDF, by its signed address; download=1 to keep it',
    answer: z.any().register(z.globalRegistry, { description: 'The document' }),
    file: 'application/pdf',
    ...ofAgreement,
  },
  'agreement.text': {
    route: `GET ${api.agreement}:address${agreementParts.text}`,
    summary: 'The same agreement as text, by the same proof',
    answer: agreements.agreementTextResponse,
    ...ofAgreement,
  },
  'agreement.shown': {
    route: `POST ${api.agreement}:address${agreementParts.shown}`,
    summary: 'Notes that the agreement was shown to whoever is to accept it, by the same proof',
    limit: { calls: 'agreement-shown' },
    answer: agreements.agreementShownResponse,
    ...ofAgreement,
    errors: [...posted, 'timeout', 'not_found'],
  },
} as const satisfies Record<string, PublicCall>

/** A missing or repeated `msg` is answered like one with a wrong hash. */
const gatewayAnswer = z.catch(z.object({ msg: z._default(z.string(), '') }), { msg: '' })
const ofGatewayItself = { tag: 'Mandates', hidden: true, takesForms: true } as const

/** Where the gateway's server reports an outcome, and where it sends a browser back to. */
export const gatewayCalls = {
  'gateway.callback': {
    route: `POST ${api.gatewayCallback}`,
    summary: 'Report the outcome of a mandate',
    limit: { calls: 'gateway-callback' },
    body: gatewayAnswer,
    answer: z.string(),
    file: 'text/plain; charset=utf-8',
    ...ofGatewayItself,
  },
  'gateway.callbackByGet': {
    route: `GET ${api.gatewayCallback}`,
    summary: 'Report the outcome of a mandate',
    limit: { calls: 'gateway-callback' },
    from: 'our scripts',
    query: gatewayAnswer,
    answer: z.string(),
    file: 'text/plain; charset=utf-8',
    ...ofGatewayItself,
  },
  'gateway.return': {
    route: `POST ${api.gatewayReturn}`,
    summary: 'Send a browser back with the outcome of its mandate',
    limit: { calls: 'gateway-return' },
    /** The gateway's page sends a browser back from its own site. */
    from: 'anywhere',
    body: gatewayAnswer,
    answer: z.any(),
    ...ofGatewayItself,
  },
} as const satisfies Record<string, PublicCall>

export const reminderCalls = {
  'reminders.stop': {
    route: `POST ${recordPages.reminders}:token`,
    summary: 'Stop the reminders of a record',
    tag: 'Reminders',
    hidden: true,
    page: 'reminders',
    limit: { calls: 'reminders-stop' },
    /** A page that names no referrer posts from nowhere in old browsers. */
    from: 'anywhere',
    params: z.object({ token: z.string() }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found', 'rate_limited'],
  },
} as const satisfies Record<string, PublicCall>

export const vacancyCalls = {
  'vacancy.name': {
    route: `GET ${api.vacancy}:reference`,
    summary: 'What a vacancy is called, and whether it is open',
    tag: 'Careers',
    limit: { calls: 'vacancy-name' },
    params: z.object({ reference: z.string().check(z.maxLength(20)) }),
    answer: vacancyNamed,
    errors: ['not_found', 'invalid', 'rate_limited'],
  },
} as const satisfies Record<string, PublicCall>

/** Every call of the site's pages, in the order of the API's document. */
export const publicCalls = {
  ...enquiryCalls,
  ...pageErrorCalls,
  ...identityCalls,
  ...progressCalls,
  ...careerCalls,
  ...registrationCalls,
  ...ownPageCalls,
  ...mandateCalls,
  ...recordCalls,
  ...agreementCalls,
  ...vacancyCalls,
  ...gatewayCalls,
  ...reminderCalls,
} as const satisfies Record<string, PublicCall>
