import * as z from 'zod/mini'
import { documentFields } from '#contract/fields/application.ts'
import { api, ownCalls, ownDocument } from '#contract/paths.ts'
import * as identity from '#contract/schemas/identity.ts'
import * as mandates from '#contract/schemas/mandates.ts'
import * as my from '#contract/schemas/my.ts'
import * as registrations from '#contract/schemas/registrations.ts'
import { vacancyReference } from '#contract/schemas/vacancy-named.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { ofProvider, posted, type PublicCall } from './call.ts'

const ofLink = [...posted, ...ofProvider, 'unverified', 'not_found', 'timeout', 'mandate_stands'] as const

/** The calls of the pages that a record's link leads to, and of a registration that is continued later. */
export const recordCalls = {
  'record.read': {
    route: `GET ${api.fieldExecutive}:id`,
    summary: 'A record, to whoever has its link',
    tag: 'Executives',
    limit: { links: 'record' },
    // Who opened a record may replace its failed mandate.
    from: 'our scripts',
    params: z.object({ id: z.string() }),
    answer: registrations.personRecordResponse,
    errors: ['cross_site', 'unverified', 'not_found', 'rate_limited'],
  },
  'record.updateMandate': {
    route: `POST ${api.updateMandate}`,
    summary: 'Put a new mandate in the place of one that failed',
    tag: 'Executives',
    limit: { calls: 'mandate-update' },
    body: mandates.updateMandateRequest,
    answer: mandates.updateMandateResponse,
    errors: ofLink,
  },
  'link.sendCode': {
    route: `POST ${api.linkOtp}`,
    summary: 'Send a code to the phone on record, to confirm a link',
    tag: 'Executives',
    limit: { links: 'link-code' },
    body: identity.linkOtpRequest,
    answer: identity.linkOtpResponse,
    errors: ofLink,
  },
  'link.confirm': {
    route: `POST ${api.verifyLinkOtp}`,
    summary: 'Confirm a link with the code that was sent',
    tag: 'Executives',
    limit: { links: 'link-code' },
    body: identity.verifyLinkOtpRequest,
    answer: identity.verifyLinkOtpResponse,
    errors: ofLink,
  },
  'pause.begin': {
    route: `POST ${api.pauseRegistration}`,
    summary: 'Keep a registration for a week, and mail the link that continues it',
    tag: 'Executives',
    limit: { calls: 'pause' },
    body: identity.pauseRequest,
    answer: identity.pauseResponse,
    errors: ofLink,
  },
  'pause.sendCode': {
    route: `POST ${api.pausedOtp}`,
    summary: 'Send a code to the phone that a kept registration verified',
    tag: 'Executives',
    limit: { links: 'paused' },
    body: identity.linkOtpRequest,
    answer: identity.linkOtpResponse,
    errors: ofLink,
  },
  'pause.resume': {
    route: `POST ${api.resumeRegistration}`,
    summary: 'Continue a kept registration with the code that was sent',
    tag: 'Executives',
    limit: { links: 'paused' },
    body: identity.verifyLinkOtpRequest,
    answer: identity.verifyLinkOtpResponse,
    errors: ofLink,
  },
} as const satisfies Record<string, PublicCall>

const ofOwn = {
  tag: 'Own page',
  limit: { links: 'own-page' },
  params: z.object({ id: z.string() }),
  errors: [...ofLink, 'already_there', 'wrong_type', 'changed_meanwhile'],
} as const
const done = z.object({ message: z.string() })
const nothing = z.object({})

/** The calls of a page of one's own. Nothing personal is shown or changed before the link is confirmed by a code. */
export const ownPageCalls = {
  'own.read': {
    route: `GET ${api.own}:id`,
    summary:
      'A page of one’s own: of what kind its record is, and once its link is confirmed where it stands',
    /** The vacancy for which the page is opened; one that cannot be counts as none. */
    query: z.object({ job: z.catch(z.optional(vacancyReference), undefined) }),
    answer: my.ownResponse,
    ...ofOwn,
  },
  'own.details': {
    route: `POST ${api.own}:id${ownCalls.details}`,
    summary: 'Correct one’s address, and have another e-mail mailed a link that confirms it',
    body: my.ownDetailsRequest,
    answer: done,
    ...ofOwn,
  },
  'own.email': {
    route: `POST ${api.own}:id${ownCalls.email}`,
    summary: 'Put another e-mail on record, with what the link that was mailed to it carries',
    body: my.ownEmailRequest,
    answer: done,
    ...ofOwn,
  },
  'own.phone': {
    route: `POST ${api.own}:id${ownCalls.phone}`,
    summary: 'Put another phone on record, with the code that was sent to it',
    body: my.ownPhoneRequest,
    answer: done,
    ...ofOwn,
  },
  'own.apply': {
    route: `POST ${api.own}:id${ownCalls.apply}`,
    summary: 'Apply to another vacancy',
    body: my.ownApplyRequest,
    answer: done,
    ...ofOwn,
  },
  'own.withdraw': {
    route: `POST ${api.own}:id${ownCalls.withdraw}`,
    summary: 'Withdraw from one vacancy, or from everything',
    body: my.ownWithdrawRequest,
    answer: done,
    ...ofOwn,
  },
  'own.erasure': {
    route: `POST ${api.own}:id${ownCalls.erasure}`,
    summary: 'Ask for erasure',
    body: nothing,
    answer: done,
    ...ofOwn,
  },
  'own.sendPhoneCode': {
    route: `POST ${api.own}:id${ownCalls.phoneCode}`,
    summary: 'Send a code to another phone than the one on record',
    body: my.ownPhoneCodeRequest,
    answer: my.ownPhoneCodeResponse,
    ...ofOwn,
  },
  'own.sendTakeBackCode': {
    route: `POST ${api.own}:id${ownCalls.takeBackCode}`,
    summary: 'Send a code to the phone that another took the place of within a day',
    body: nothing,
    answer: identity.linkOtpResponse,
    ...ofOwn,
  },
  'own.takeBack': {
    route: `POST ${api.own}:id${ownCalls.takeBack}`,
    summary: 'Put that phone back on record, with the code that was sent to it',
    body: my.ownTakeBackRequest,
    answer: my.ownTakeBackResponse,
    ...ofOwn,
  },
  'own.addDocument': {
    route: `POST ${api.own}:id${ownCalls.document}`,
    summary: 'Add or replace a document of an application (multipart/form-data)',
    body: my.ownDocumentRequest,
    /** One document at a time, each field once. */
    files: { texts: 4, fields: documentFields, count: 4, maxBytes: FILE_MAX_BYTES },
    answer: done,
    ...ofOwn,
  },
  'own.file': {
    route: `GET ${api.own}:id${ownDocument}:name`,
    summary: 'One of one’s documents, or the signed agreement, as a file',
    answer: z.any(),
    file: 'application/octet-stream',
    ...ofOwn,
    params: z.object({ id: z.string(), name: z.string() }),
  },
  'own.copy': {
    route: `POST ${api.own}:id${ownCalls.copy}`,
    summary: 'A copy of one’s data, as a file',
    body: nothing,
    answer: z.record(z.string(), z.unknown()),
    ...ofOwn,
  },
} as const satisfies Record<string, PublicCall>
