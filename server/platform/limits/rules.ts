import type { Sentence } from '#contract/messages/sentences.ts'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import {
  noSendsNow,
  sentJustNow,
  tooManyOwnChanges,
  tooManyRequests,
  tooManySends,
  tooManyWrongCodes,
} from '#contract/messages/with-values.ts'

/** So many points in so many seconds for each counted key. docs/limits.md is made from these rows. */
export interface Rule {
  /** What is counted, in English. */
  what: string
  /** Who is counted. A caller's address is counted by `callerOf`, everything else by the given key. */
  by: 'address' | 'network' | 'mailbox' | 'domain' | 'phone' | 'record' | 'staff' | 'code' | 'all'
  /** Uses or bytes, or the setting with their number. */
  points: number | BudgetSetting
  /** The part of the setting's number. */
  share?: number
  unit?: 'bytes'
  seconds: number
  /** RATE_LIMIT_SCALE multiplies the points, unless it shortens the window or is ignored. */
  scale?: 'window' | 'none'
  /** The refusal, with the wait in seconds; `step_up` asks for the passkey. */
  refusal?: ((seconds: number) => Sentence) | 'step_up'
  /** What happens instead of a refusal, in English. */
  then?: string
}

export type BudgetSetting = 'smsDailyBudget' | 'aadhaarDailyBudget' | 'inboxDailyBudget'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MIB = 1024 * 1024

/** Calls that an address may make so often in a minute. */
function calls(what: string, points: number, seconds: number = MINUTE) {
  return { what, by: 'address', points, seconds } as const
}

/** Calls that a link opens: for unknown links, and ten times as many for existing ones. */
function links<Name extends string>(name: Name, what: string, points: number) {
  return {
    [name]: calls(`${what}: tries with a link that there is not`, points),
    [`${name}-found`]: calls(`${what}: calls with a link that there is`, points * 10),
  } as Record<Name | `${Name}-found`, Rule>
}

/** A form that anybody may send; thousands of people may share an address. */
function form<Name extends string>(name: Name, storedBytes: number, then?: string) {
  const bytes = { by: 'address', unit: 'bytes' } as const
  return {
    [`${name}-records`]: {
      what: `Records of the form “${name}” that are stored`,
      by: 'address',
      points: 1000,
      seconds: HOUR,
    },
    [`${name}-bytes`]: {
      ...bytes,
      what: `Bytes of the form “${name}” that are stored`,
      points: storedBytes,
      seconds: HOUR,
      ...(then ? { then } : {}),
    },
    [`${name}-refused`]: {
      ...bytes,
      what: `Bytes of refused requests of the form “${name}”, each at least 1 KiB`,
      points: 200 * MIB,
      seconds: 10 * MINUTE,
    },
  } as Record<`${Name}-${'records' | 'bytes' | 'refused'}`, Rule>
}

const noMail = { then: 'stored or refused as without; no mail' }

/** Limits against floods, counted in the memory of each process; a restart forgets them. */
export const floods = {
  ...form('enquiry', 16 * MIB),
  ...form('application', 200 * MIB, 'taken without its documents, which are asked for by mail'),
  'page-fault': calls('Reports of page faults', 20, HOUR),
  registration: calls('Registrations', 30, HOUR),
  ...links('record', 'A record', 60),
  ...links('link-code', 'The code of a record’s link', 60),
  ...links('own-page', 'A page of one’s own', 120),
  ...links('paused', 'A paused registration', 60),
  'own-bytes': {
    what: 'Bytes of documents sent to pages of one’s own',
    by: 'address',
    points: 200 * MIB,
    unit: 'bytes',
    seconds: HOUR,
  },
  pause: calls('Registrations paused', 60),
  'mandate-update': calls('Mandates set up anew through a link', 30, HOUR),
  'agreement-signing': calls('Agreements signed', 60),
  'agreement-shown': calls('Agreements opened', 60),
  'mandate-token': calls('Mandate tokens', 30, HOUR),
  'mandate-status': calls('Questions for the status of a mandate', 120),
  'bank-name': calls('Questions for the name of a bank', 120),
  'vacancy-name': calls('Questions for the name of a vacancy', 600),
  'gateway-callback': calls('Answers of the gateway from its server, which sends everybody’s', 600),
  'gateway-return': calls('Answers of the gateway that browsers bring', 60),
  'reminders-stop': calls('Reminders stopped', 60),
  // By address only, since anybody could use up a common limit and lock all staff out (docs/security.md, T50).
  'staff-sign-in': calls(
    'Calls of a sign-in or an enrolment at the desk, two of which make one',
    60,
    5 * MINUTE,
  ),
  // A network that has used its part takes from the part open to all, since many honest people may share an address.
  mails_all: { what: 'Mails that strangers cause', by: 'all', points: 1200, seconds: HOUR, ...noMail },
  mails_open: {
    what: 'Mails that strangers cause beyond the part of their network',
    by: 'all',
    points: 300,
    seconds: HOUR,
    ...noMail,
  },
  mails_network: {
    what: 'Mails that strangers cause from one provider’s network',
    by: 'network',
    points: 120,
    seconds: HOUR,
    ...noMail,
  },
  mails_domain: {
    what: 'Mails that strangers cause to one domain that is no large provider’s',
    by: 'domain',
    points: 100,
    seconds: HOUR,
    ...noMail,
  },
} satisfies Record<string, Rule>

/** Mails of a kind that a stranger can cause; each kind has its own limit. */
function mailbox(what: string) {
  return {
    what: `${what}, to one mailbox`,
    by: 'mailbox',
    points: 1,
    seconds: DAY,
    scale: 'none',
    ...noMail,
  } as const
}

const ofNumber = { seconds: HOUR, refusal: tooManySends } as const

/** Codes of one kind (docs/decisions/0033-budget-of-codes.md). */
function codes<Of extends string>(of: Of, kind: string, budget: BudgetSetting) {
  const ofDay = { points: budget, seconds: DAY, refusal: noSendsNow } as const
  return {
    [`${of}_hour`]: {
      ...ofNumber,
      what: `${kind} for one number that one caller asks for`,
      by: 'phone',
      points: 5,
    },
    [`${of}_all_hour`]: {
      ...ofNumber,
      what: `${kind} for one number that anybody may name`,
      by: 'phone',
      points: 8,
    },
    [`${of}_address_hour`]: {
      what: `${kind} that nobody entered`,
      by: 'address',
      points: 20,
      seconds: HOUR,
      refusal: tooManyRequests,
    },
    [`${of}_address`]: {
      what: `${kind} that nobody entered`,
      by: 'address',
      points: 4,
      seconds: DAY,
      refusal: tooManyRequests,
      then: 'taken from what is open to any address',
    },
    [`${of}_open`]: {
      ...ofDay,
      what: `${kind} that nobody entered, of addresses that have had theirs`,
      by: 'all',
      share: 1 / 8,
      refusal: tooManyRequests,
    },
    [`${of}_network`]: {
      ...ofDay,
      what: `${kind} that new visitors of one provider’s network did not enter`,
      by: 'network',
      share: 1 / 10,
    },
    [`${of}_new`]: {
      ...ofDay,
      what: `${kind} that new visitors did not enter`,
      by: 'all',
      share: 3 / 4,
      then: '429; a mail to the agency',
    },
    [`${of}_budget`]: {
      ...ofDay,
      what: `${kind} that nobody entered`,
      by: 'all',
      then: '429; a mail to the agency at half and at the end',
    },
  } as Record<
    `${Of}_${'hour' | 'all_hour' | 'address_hour' | 'address' | 'open' | 'network' | 'new' | 'budget'}`,
    Rule
  >
}

// One guess in 100,000 succeeds at ten a day (docs/security.md, T1, T2); a caller leaves three of the ten to others
// (T6).
const tries = { by: 'code', scale: 'none', refusal: tooManyWrongCodes } as const

/** What costs money, allows guesses of a secret, or must count across processes and restarts; stored in the database. */
export const uses = {
  ...codes('sms', 'SMS with a code', 'smsDailyBudget'),
  ...codes('aadhaar', 'Codes for Aadhaar numbers', 'aadhaarDailyBudget'),
  sms_cooldown: {
    what: 'SMS of one purpose to one phone',
    by: 'phone',
    points: 1,
    seconds: 30,
    scale: 'window',
    refusal: sentJustNow,
  },
  sms_day: {
    what: 'SMS with a code for one number that one caller asks for',
    by: 'phone',
    points: 10,
    seconds: DAY,
    refusal: tooManySends,
  },
  sms_all_day: {
    what: 'SMS with a code for one number that anybody may name',
    by: 'phone',
    points: 15,
    seconds: DAY,
    refusal: tooManySends,
  },
  sms_area: {
    what: 'SMS to numbers that differ in the last four digits',
    by: 'phone',
    points: 100,
    seconds: HOUR,
    refusal: noSendsNow,
  },
  first_try: {
    ...tries,
    what: 'The first try at a code, which is paid when the code is sent',
    points: 1,
    seconds: DAY,
  },
  tries_hour: {
    ...tries,
    what: 'Tries at the codes of one purpose, of one caller or of a link’s record',
    points: 5,
    seconds: HOUR,
  },
  tries_share: {
    ...tries,
    what: 'Tries at the codes of one purpose, of one caller where others may try',
    points: 7,
    seconds: DAY,
  },
  tries_day: { ...tries, what: 'Tries at the codes of one purpose, of all', points: 10, seconds: DAY },
  mandate_tokens: {
    what: 'Mandate tokens, each of which has the gateway asked about those before it',
    by: 'record',
    points: 20,
    seconds: HOUR,
  },
  registration_pauses: {
    what: 'Links to continue a registration that are mailed for one phone',
    by: 'phone',
    points: 5,
    seconds: HOUR,
  },
  own_changes: {
    what: 'Changes, documents, copies and wishes on a page of one’s own',
    by: 'record',
    points: 30,
    seconds: DAY,
    refusal: tooManyOwnChanges,
  },
  asked_record: {
    what: 'Mails of one record to addresses that are to be confirmed',
    by: 'record',
    points: 3,
    seconds: DAY,
    refusal: tooManyOwnChanges,
  },
  asked_mailbox: {
    what: 'Mails to one mailbox that is to be confirmed',
    by: 'mailbox',
    points: 3,
    seconds: DAY,
    refusal: tooManyOwnChanges,
  },
  earlier_record: {
    what: 'Mails of one record to addresses that another took the place of',
    by: 'record',
    points: 3,
    seconds: DAY,
    then: 'changed; no mail',
  },
  mailbox_enquiry: mailbox('Receipts of enquiries'),
  mailbox_application: mailbox('Receipts of applications'),
  mailbox_second: mailbox('Mails that somebody applied again'),
  mailbox_documents: mailbox('Mails with a link for documents'),
  // In any session, since one may be stolen.
  staff_searches: {
    what: 'Searches at the desk by a number or an e-mail',
    by: 'staff',
    points: 30,
    seconds: MINUTE,
    refusal: (): Sentence => ({ text: recordMessages.tooManySearches }),
  },
  staff_shown: {
    what: 'Contacts, bank details and documents shown, and mails in one’s own words, after a use of the passkey',
    by: 'staff',
    points: 60,
    seconds: HOUR,
    refusal: 'step_up',
  },
  staff_mails: {
    what: 'Mails from the desk to the person of one record',
    by: 'record',
    points: 5,
    seconds: DAY,
    refusal: (): Sentence => ({ text: recordMessages.tooManyMails }),
  },
  budget_told: {
    what: 'Mails that a budget of codes is half or wholly taken',
    by: 'all',
    points: 1,
    seconds: DAY,
    scale: 'none',
    then: 'no second mail',
  },
  inbox_budget: {
    what: 'Enquiries, and applications, mailed to the inbox one by one',
    by: 'all',
    points: 'inboxDailyBudget',
    seconds: DAY,
    then: 'stored; one mail tells of the rest when the day is over',
  },
  inbox_rest: {
    what: 'Enquiries, and applications, of one day that are not mailed one by one: a count without a limit',
    by: 'all',
    points: 1_000_000_000,
    seconds: 31 * DAY,
    scale: 'none',
  },
} satisfies Record<string, Rule>

export type FloodName = keyof typeof floods
/** Calls that a link opens, and forms, which have several rows each. */
export type LinkRule = { [Name in FloodName]: `${Name}-found` extends FloodName ? Name : never }[FloodName]
export type FormRule = 'enquiry' | 'application'
export type UseName = keyof typeof uses

export type LimitSettings = Record<BudgetSetting | 'rateLimitScale', number>

/** Returns how much a rule allows, and for how many milliseconds, with this server's settings. */
export function sizeOf(rule: Rule, settings: LimitSettings): { points: number; windowMs: number } {
  const { scale, seconds, share = 1 } = rule
  const whole = typeof rule.points === 'number' ? rule.points : settings[rule.points]
  const times = scale === undefined ? settings.rateLimitScale : 1
  const points = Math.max(1, Math.floor(Math.ceil(whole * share) * times))
  // Answers ask for whole seconds.
  const window = scale === 'window' ? Math.floor(seconds / settings.rateLimitScale) : seconds
  return { points, windowMs: window * 1000 }
}
