import * as z from 'zod/mini'
import { api } from '#contract/paths.ts'
import * as identity from '#contract/schemas/identity.ts'
import * as mandates from '#contract/schemas/mandates.ts'
import * as registrations from '#contract/schemas/registrations.ts'
import type { Call } from './call.ts'

/** A call that the pages of the site make. */
export interface PublicCall extends Call {
  /** The heading under which the document of the API lists it. */
  tag: string
}

const posted = ['cross_site', 'too_large', 'invalid', 'rate_limited'] as const
const ofProvider = ['provider_failed', 'provider_timeout'] as const

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
    body: mandates.mandateTokenRequest,
    answer: mandates.mandateTokenResponse,
    errors: [...ofGateway, 'unverified', 'already_there', 'mandate_stands', 'too_large', 'invalid'],
  },
  'mandate.status': {
    route: `GET ${api.mandateStatus}:transactionId`,
    summary: "How a transaction of this visitor's stands, as the gateway says now",
    tag: 'Mandates',
    params: z.object({ transactionId: z.string() }),
    answer: mandates.mandateStatusResponse,
    errors: [...ofGateway, 'not_found'],
  },
  'mandate.bank': {
    route: `GET ${api.bankName}:ifsc`,
    summary: 'The bank that an IFSC code belongs to',
    tag: 'Mandates',
    params: z.object({ ifsc: z.string() }),
    answer: mandates.bankNameResponse,
    errors: ['not_found', 'rate_limited'],
  },
} as const satisfies Record<string, PublicCall>

const ofLink = [...posted, ...ofProvider, 'unverified', 'not_found', 'timeout', 'mandate_stands'] as const

/** The calls of the pages that a record's link leads to, and of a registration that is continued later. */
export const recordCalls = {
  'record.read': {
    route: `GET ${api.fieldExecutive}:id`,
    summary: 'A record, to whoever has its link',
    tag: 'Executives',
    params: z.object({ id: z.string() }),
    answer: registrations.personRecordResponse,
    errors: ['cross_site', 'unverified', 'not_found', 'rate_limited'],
  },
  'record.updateMandate': {
    route: `POST ${api.updateMandate}`,
    summary: 'Put a new mandate in the place of one that failed',
    tag: 'Executives',
    body: mandates.updateMandateRequest,
    answer: mandates.updateMandateResponse,
    errors: ofLink,
  },
  'link.sendCode': {
    route: `POST ${api.linkOtp}`,
    summary: 'Send a code to the phone on record, to confirm a link',
    tag: 'Executives',
    body: identity.linkOtpRequest,
    answer: identity.linkOtpResponse,
    errors: ofLink,
  },
  'link.confirm': {
    route: `POST ${api.verifyLinkOtp}`,
    summary: 'Confirm a link with the code that was sent',
    tag: 'Executives',
    body: identity.verifyLinkOtpRequest,
    answer: identity.verifyLinkOtpResponse,
    errors: ofLink,
  },
  'pause.begin': {
    route: `POST ${api.pauseRegistration}`,
    summary: 'Keep a registration for a week, and mail the link that continues it',
    tag: 'Executives',
    body: identity.pauseRequest,
    answer: identity.pauseResponse,
    errors: ofLink,
  },
  'pause.sendCode': {
    route: `POST ${api.pausedOtp}`,
    summary: 'Send a code to the phone that a kept registration verified',
    tag: 'Executives',
    body: identity.linkOtpRequest,
    answer: identity.linkOtpResponse,
    errors: ofLink,
  },
  'pause.resume': {
    route: `POST ${api.resumeRegistration}`,
    summary: 'Continue a kept registration with the code that was sent',
    tag: 'Executives',
    body: identity.verifyLinkOtpRequest,
    answer: identity.verifyLinkOtpResponse,
    errors: ofLink,
  },
} as const satisfies Record<string, PublicCall>
