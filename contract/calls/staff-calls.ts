import * as z from 'zod/mini'
import type { Call, Method } from '#contract/calls/call.ts'
import { staffApi } from '#contract/paths.ts'
import * as access from '#contract/schemas/staff-access.ts'
import { type StaffRole, staffRoles } from '#contract/schemas/staff-access.ts'
import * as mails from '#contract/schemas/staff-mails.ts'
import * as privacy from '#contract/schemas/staff-privacy.ts'
import * as records from '#contract/schemas/staff-records.ts'
import { recordKind, reference, rowId } from '#contract/schemas/staff-records.ts'
import * as today from '#contract/schemas/staff-today.ts'
import * as webhooks from '#contract/schemas/staff-webhooks.ts'
import * as vacancies from '#contract/schemas/vacancies.ts'

/** A call of the desk; its path is below `staffApi`. */
export interface StaffCall extends Call {
  /** The least role that may; `signed-out` for what lets somebody in, which has no session yet. */
  role: StaffRole | 'signed-out'
  /** A passkey must have been used within the last ten minutes. */
  stepUp?: true
}

const viewer = { role: 'viewer' } as const
const viewerStepUp = { role: 'viewer', stepUp: true } as const
const recruiter = { role: 'recruiter' } as const
const owner = { role: 'owner' } as const
const ownerStepUp = { role: 'owner', stepUp: true } as const
const signedOut = { role: 'signed-out' } as const

const byId = z.object({ id: rowId })
const byKind = z.object({ kind: recordKind })
const byReference = z.object({ reference })
const byRecord = z.object({ kind: recordKind, reference })

const file = z.any()

/** A row; what follows the summary are the schemas, and what is unusual. */
function call<
  const Permission extends Pick<StaffCall, 'role' | 'stepUp'>,
  const Route extends StaffCall['route'],
  const Rest extends Omit<StaffCall, 'role' | 'stepUp' | 'route' | 'summary'>,
>(permission: Permission, route: Route, summary: string, rest: Rest) {
  return { ...permission, route, summary, ...rest }
}

/** Signing in, and what somebody has of their own. */
const accountCalls = {
  'access.signInOptions': call(signedOut, 'POST /sign-in/options', 'Begin a sign-in', {
    answer: access.ceremonyOptions,
  }),
  'access.signIn': call(signedOut, 'POST /sign-in', 'Sign in', {
    body: access.signInAnswer,
    answer: access.done,
  }),
  'access.enrolOptions': call(signedOut, 'POST /enrol/options', 'Open an enrolment link', {
    body: access.enrolRequest,
    answer: access.enrolOptions,
  }),
  'access.enrol': call(signedOut, 'POST /enrol', 'Enrol with a new passkey', {
    body: access.enrolAnswer,
    answer: access.done,
  }),
  'access.firstOwnerOffer': call(
    signedOut,
    'GET /first-owner',
    'Whether the desk offers to be tried as its first owner',
    { answer: access.firstOwnerOffer },
  ),
  'access.firstOwner': call(
    signedOut,
    'POST /first-owner',
    'Get an enrolment token as the first owner, in the sandbox',
    { answer: access.firstOwnerAnswer, errors: ['already_there'] },
  ),
  'me.read': call(viewer, 'GET /me', 'Who is signed in', { answer: access.staffMe }),
  'me.stepUpOptions': call(viewer, 'POST /step-up/options', 'Begin to confirm with a passkey', {
    answer: access.ceremonyOptions,
  }),
  'me.stepUp': call(viewer, 'POST /step-up', 'Confirm with a passkey', {
    body: access.signInAnswer,
    answer: access.done,
  }),
  'me.signOut': call(viewer, 'POST /sign-out', 'Sign out', { answer: access.done }),
  'me.sessions': call(viewer, 'GET /me/sessions', 'One’s own sessions', { answer: access.sessionList }),
  'me.endSession': call(viewer, 'POST /me/sessions/:id/end', 'End one of one’s own sessions', {
    params: byId,
    answer: access.done,
  }),
  'me.passkeys': call(viewer, 'GET /me/passkeys', 'One’s own passkeys', { answer: access.passkeyList }),
  'me.addPasskeyOptions': call(viewerStepUp, 'POST /me/passkeys/options', 'Begin to add a passkey', {
    answer: access.ceremonyOptions,
  }),
  'me.addPasskey': call(viewerStepUp, 'POST /me/passkeys', 'Add a passkey', {
    body: access.addPasskeyAnswer,
    answer: access.done,
  }),
  'me.renamePasskey': call(viewerStepUp, 'POST /me/passkeys/:id', 'Name a passkey', {
    params: byId,
    body: access.renamePasskey,
    answer: access.done,
  }),
  'me.removePasskey': call(viewerStepUp, 'POST /me/passkeys/:id/remove', 'Remove a passkey', {
    params: byId,
    answer: access.done,
  }),
  'me.views': call(viewer, 'GET /views', 'Saved filters of one’s own', { answer: records.savedViews }),
  'me.saveView': call(viewer, 'POST /views', 'Saves filters under a name', {
    body: records.savedViewRequest,
    answer: records.savedView,
    status: 201,
  }),
  'me.deleteView': call(viewer, 'DELETE /views/:id', 'Deletes saved filters of one’s own', {
    params: byId,
    answer: records.savedViews,
  }),
}

/** Lists, and one record. */
const recordCalls = {
  'today.read': call(viewer, 'GET /today', 'What waits for somebody, and thirty days in figures', {
    answer: today.todayAnswer,
  }),
  'today.work': call(viewer, 'GET /today/:of', 'A page of a list of work over all kinds of records', {
    params: today.byWorkList,
    query: today.workQuery,
    answer: today.workPage,
  }),
  'records.list': call(
    viewer,
    'GET /records/:kind',
    'A page of a list in its order, newest first unless another is given; filters hold all at once',
    { params: byKind, query: records.recordListQuery, answer: records.recordList },
  ),
  'records.counts': call(
    viewer,
    'GET /records/:kind/counts',
    'How many records have each status, counted to a thousand',
    { params: byKind, query: records.boardFilters, answer: records.recordCounts },
  ),
  'records.neighbours': call(
    viewer,
    'GET /records/:kind/:reference/neighbours',
    'The records before and after one in a list with these filters and this order',
    { params: byRecord, query: records.recordSelection, answer: records.recordNeighbours },
  ),
  'records.search': call(
    viewer,
    'POST /search',
    'Records by reference or words of a name; by e-mail or phone for recruiters, which the audit log notes',
    { body: records.searchRequest, answer: records.searchAnswer, errors: ['rate_limited'] },
  ),
  'records.export': call(
    ownerStepUp,
    'POST /export',
    'The filtered rows as one CSV; an answer that breaks off is begun anew',
    { body: records.exportRequest, answer: file, file: 'text/csv' },
  ),
  'records.read': call(viewer, 'GET /records/:kind/:reference', 'A whole record, masked, with its timeline', {
    params: byRecord,
    answer: records.recordDetail,
  }),
  'records.change': call(
    recruiter,
    'PATCH /records/:kind/:reference',
    'Sets the status and who works on it, over the version that was seen',
    {
      params: byRecord,
      body: records.recordChange,
      answer: records.recordDetail,
      others: { 409: records.recordConflict },
    },
  ),
  'records.changeMany': call(
    recruiter,
    'POST /records/:kind/changes',
    'The same change of many records; those that somebody else changed since are left',
    { params: byKind, body: records.bulkChange, answer: records.bulkAnswer },
  ),
  'records.note': call(
    recruiter,
    'POST /records/:kind/:reference/notes',
    'Adds a note; its id makes a repeated request store it once',
    { params: byRecord, body: records.noteRequest, answer: records.recordDetail },
  ),
  'records.contact': call(
    recruiter,
    'POST /records/:kind/:reference/contact',
    'Shows the contact in full, which the audit log notes',
    { params: byRecord, answer: records.recordContact },
  ),
  'records.bank': call(
    ownerStepUp,
    'POST /records/:kind/:reference/bank',
    'Shows the bank details in full, which the audit log notes',
    { params: byRecord, answer: records.recordBank },
  ),
  'records.previewMail': call(
    recruiter,
    'POST /records/:kind/:reference/mails/preview',
    'A mail as it would go to the person',
    { params: byRecord, body: mails.mailDraft, answer: mails.mailPreview },
  ),
  'records.mail': call(
    recruiter,
    'POST /records/:kind/:reference/mails',
    'Send a mail to the person; one of the same id goes once',
    {
      params: byRecord,
      body: mails.mailRequest,
      answer: mails.mailAccepted,
      status: 202,
      errors: ['rate_limited', 'step_up'],
    },
  ),
  'records.meetRequest': call(
    recruiter,
    'POST /applications/:reference/requests/:id/met',
    'Notes that a document that the person was asked for has come another way',
    { params: records.byRequest, answer: records.recordDetail },
  ),
  'records.document': call(
    recruiter,
    'GET /documents/:id',
    'What is shown of a document, which the audit log notes: pages as pictures (PDF), a picture, or the text of a Word file',
    { params: byId, answer: file, file: 'application/octet-stream' },
  ),
  'records.original': call(
    recruiter,
    'GET /documents/:id/original',
    'A document as it was sent, which the audit log notes; the record says what was found in it',
    { params: byId, answer: file, file: 'application/octet-stream' },
  ),
  'records.link': call(
    recruiter,
    'POST /executives/:reference/link',
    'Replaces the person’s link and mails the new one',
    { params: byReference, answer: records.recordDetail, errors: ['rate_limited'] },
  ),
  'mandates.refresh': call(
    recruiter,
    'POST /executives/:reference/mandate',
    'Asks the gateway about the person’s mandate',
    { params: byReference, answer: records.recordDetail, errors: ['provider_failed', 'provider_timeout'] },
  ),
  'mandates.refreshUnclaimed': call(
    recruiter,
    'POST /mandates/:transactionId',
    'Asks the gateway about a mandate that no registration names',
    {
      params: today.byTransaction,
      answer: today.mandateNow,
      errors: ['provider_failed', 'provider_timeout'],
    },
  ),
  'jobs.retry': call(
    recruiter,
    'POST /jobs/:id/retry',
    'Gives a job that was given up all its attempts again',
    { params: byId, answer: access.done },
  ),
}

const vacancyConflict = { others: { 409: vacancies.vacancyConflict } }

/** Vacancies, and the people at them. */
const vacancyCalls = {
  'vacancies.list': call(viewer, 'GET /vacancies', 'A page of the vacancies, newest first', {
    query: vacancies.vacancyListQuery,
    answer: vacancies.vacancyList,
  }),
  'vacancies.create': call(recruiter, 'POST /vacancies', 'A new draft, empty or a copy of another', {
    body: vacancies.newVacancy,
    answer: vacancies.vacancyDetail,
    status: 201,
    errors: ['not_found'],
  }),
  'vacancies.read': call(viewer, 'GET /vacancies/:reference', 'A whole vacancy', {
    params: vacancies.byVacancy,
    answer: vacancies.vacancyDetail,
  }),
  'vacancies.change': call(
    recruiter,
    'PATCH /vacancies/:reference',
    'Saves a vacancy, over the version that was seen; a published one must stay whole',
    {
      params: vacancies.byVacancy,
      body: vacancies.vacancyChange,
      answer: vacancies.vacancyDetail,
      ...vacancyConflict,
    },
  ),
  'vacancies.publish': call(
    recruiter,
    'POST /vacancies/:reference/publish',
    'Publishes a vacancy that lacks nothing, or opens a closed one again',
    {
      params: vacancies.byVacancy,
      body: vacancies.vacancySeen,
      answer: vacancies.vacancyDetail,
      ...vacancyConflict,
    },
  ),
  'vacancies.closing': call(
    recruiter,
    'GET /vacancies/:reference/closing',
    'Who is still at a vacancy, and the mail that tells them that it is closed',
    { params: vacancies.byVacancy, answer: vacancies.vacancyClosing },
  ),
  'vacancies.close': call(
    recruiter,
    'POST /vacancies/:reference/close',
    'Closes a published vacancy, tells or rejects the people at it',
    {
      params: vacancies.byVacancy,
      body: vacancies.vacancyClose,
      answer: vacancies.vacancyDetail,
      ...vacancyConflict,
    },
  ),
  'vacancies.extend': call(
    recruiter,
    'POST /vacancies/:reference/extend',
    'Moves the closing day of a published vacancy thirty days on, at most 180 days from today',
    {
      params: vacancies.byVacancy,
      body: vacancies.vacancySeen,
      answer: vacancies.vacancyDetail,
      ...vacancyConflict,
    },
  ),
  'vacancies.remove': call(
    recruiter,
    'DELETE /vacancies/:reference',
    'Deletes a draft to which nobody applied',
    { params: vacancies.byVacancy, answer: access.done, errors: ['already_there'] },
  ),
  'vacancies.board': call(viewer, 'GET /vacancies/:reference/board', 'Everybody at a vacancy, by stage', {
    params: vacancies.byVacancy,
    answer: vacancies.vacancyBoard,
  }),
  'candidates.list': call(
    viewer,
    'GET /applications/:reference/vacancies',
    'The vacancies at which a person stands',
    { params: vacancies.byApplication, answer: vacancies.candidateList },
  ),
  'candidates.add': call(
    recruiter,
    'POST /applications/:reference/vacancies',
    'Adds a person to a vacancy; one who is there already stays as they are',
    {
      params: vacancies.byApplication,
      body: vacancies.candidateAdded,
      answer: vacancies.candidateList,
    },
  ),
  'candidates.move': call(
    recruiter,
    'PATCH /candidates/:id',
    'Sets the stage of a person at a vacancy, over the version that was seen',
    {
      params: vacancies.byCandidate,
      body: vacancies.candidateMove,
      answer: vacancies.candidateMoved,
      errors: ['changed_meanwhile'],
    },
  ),
}

/** People's requests, the audit log, the people of the desk, and webhooks. */
const ownerCalls = {
  'privacy.records': call(
    ownerStepUp,
    'POST /privacy/records',
    'The record that a reference names, and what shares its e-mail or phone; the audit log notes a search by these',
    { body: privacy.personNamed, answer: privacy.personRecords, errors: ['not_found', 'rate_limited'] },
  ),
  'privacy.subject': call(
    ownerStepUp,
    'POST /privacy/subject',
    'Everything that is held about a person, as one file',
    { body: privacy.personNamed, answer: privacy.subjectFile, errors: ['not_found', 'changed_meanwhile'] },
  ),
  'privacy.previewErasure': call(
    ownerStepUp,
    'POST /privacy/erasure/preview',
    'What erasing a person would delete',
    { body: privacy.personNamed, answer: privacy.erasurePreview, errors: ['not_found', 'changed_meanwhile'] },
  ),
  'privacy.erase': call(
    ownerStepUp,
    'POST /privacy/erasure',
    'Erase a person, if that deletes what was shown',
    { body: privacy.erasureRequest, answer: privacy.erasureDone, errors: ['not_found', 'changed_meanwhile'] },
  ),
  'privacy.endSessions': call(
    ownerStepUp,
    'POST /privacy/sessions/end',
    'End the sessions of a visitor, who must verify again',
    { body: privacy.personNamed, answer: access.endedSessions, errors: ['not_found'] },
  ),
  'privacy.endAllSessions': call(
    ownerStepUp,
    'POST /privacy/sessions/end-all',
    'End the sessions of all visitors, as after a leak',
    { answer: access.endedSessions },
  ),
  'privacy.retention': call(
    owner,
    'GET /privacy/retention',
    'How much is past its period and is deleted next',
    { answer: privacy.retentionPreview },
  ),
  'privacy.due': call(
    owner,
    'GET /privacy/retention/due',
    'Enquiries and applications that are deleted within thirty days, the first to go first',
    { query: privacy.dueQuery, answer: privacy.dueList },
  ),
  'privacy.confirmClock': call(
    ownerStepUp,
    'POST /privacy/clock/confirm',
    'Say that the clock is right, so that deletion goes on',
    { answer: access.done },
  ),
  'audit.read': call(owner, 'GET /privacy/audit', 'The audit log, the newest entry first', {
    query: privacy.auditQuery,
    answer: privacy.auditList,
  }),
  'staff.colleagues': call(viewer, 'GET /colleagues', 'Everybody to whom a record can be assigned', {
    answer: access.colleagueList,
  }),
  'staff.list': call(owner, 'GET /people', 'The people of the desk', { answer: access.staffPeople }),
  'staff.invite': call(
    ownerStepUp,
    'POST /people',
    'Invite somebody: the link is to be handed over, and shown once',
    { body: access.invitePerson, answer: access.invitation, errors: ['already_there'] },
  ),
  'staff.inviteAgain': call(
    ownerStepUp,
    'POST /people/:id/link',
    'Give somebody a new enrolment link, of which a mail tells them',
    { params: byId, answer: access.invitation },
  ),
  'staff.change': call(ownerStepUp, 'POST /people/:id', 'Change a role, disable or enable', {
    params: byId,
    body: access.changePerson,
    answer: access.done,
  }),
  'staff.endSessions': call(ownerStepUp, 'POST /people/:id/end-sessions', 'End all sessions of somebody', {
    params: byId,
    answer: access.endedSessions,
  }),
  'webhooks.list': call(owner, 'GET /webhooks', 'The endpoints that are told of changes', {
    answer: webhooks.endpointList,
  }),
  'webhooks.add': call(ownerStepUp, 'POST /webhooks', 'Add an endpoint; the answer has its secret, once', {
    body: webhooks.newEndpoint,
    answer: webhooks.endpointWithSecret,
    status: 201,
  }),
  'webhooks.change': call(
    ownerStepUp,
    'PATCH /webhooks/:id',
    'Choose an endpoint’s events, disable it or enable it again',
    { params: byId, body: webhooks.endpointChange, answer: webhooks.webhookEndpoint },
  ),
  'webhooks.remove': call(
    ownerStepUp,
    'DELETE /webhooks/:id',
    'Delete an endpoint and the log of its deliveries',
    { params: byId, answer: webhooks.endpointList },
  ),
  'webhooks.rotate': call(
    ownerStepUp,
    'POST /webhooks/:id/rotate',
    'Give an endpoint another secret; for a day the one before signs as well',
    { params: byId, answer: webhooks.endpointWithSecret },
  ),
  'webhooks.deliveries': call(
    owner,
    'GET /webhooks/:id/deliveries',
    'What was delivered to an endpoint, the newest first',
    { params: byId, query: webhooks.deliveryQuery, answer: webhooks.deliveryList },
  ),
  'webhooks.sendAgain': call(
    ownerStepUp,
    'POST /webhooks/deliveries/:id/again',
    'Send a delivery again, under its own id',
    { params: byId, answer: access.done, status: 202, errors: ['already_there'] },
  ),
}

/**
 * Every call of the desk. The server registers its routes from it, the browser calls by it, the API document describes it;
 * who may do what is written here alone.
 */
export const staffCalls = { ...accountCalls, ...recordCalls, ...vacancyCalls, ...ownerCalls }
export type StaffCalls = typeof staffCalls
export type StaffCallName = keyof StaffCalls
export const staffCallNames = Object.keys(staffCalls) as StaffCallName[]

/** A call's row, without the types that are its own. */
export function staffCall(name: StaffCallName): StaffCall {
  return staffCalls[name]
}

/** The method and the address of a call, its parameters written `:name`. */
export function routeOf(name: StaffCallName): { method: Method; url: string } {
  const [method, path] = staffCalls[name].route.split(' ') as [Method, string]
  return { method, url: staffApi + path }
}

/** Whether a role is at least the one that is needed. */
export function hasRole(role: StaffRole, least: StaffCall['role']): boolean {
  return least === 'signed-out' || staffRoles.indexOf(role) >= staffRoles.indexOf(least)
}

/** Whether a role may make a call at all; a step-up is asked for beside it. */
export function mayDo(role: StaffRole, name: StaffCallName): boolean {
  return hasRole(role, staffCall(name).role)
}
