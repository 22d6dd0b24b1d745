import type { Agency } from '#contract/schemas/agency.ts'
import type { Sentence, SentenceWith } from './sentences.ts'

/** Whole minutes of a wait, rounded up; `seconds` is the wait. */
function minutes(seconds: number): SentenceWith {
  return { key: 'durations.minutes', values: { count: Math.max(1, Math.ceil(seconds / 60)) } }
}

/** A wait, rounded up: seconds below a minute and a half, then minutes, then hours. */
function wait(seconds: number): SentenceWith {
  if (seconds < 90) return { key: 'durations.seconds', values: { count: Math.max(1, Math.ceil(seconds)) } }
  const count = Math.ceil(seconds / 60)
  return count < 90 ? minutes(seconds) : { key: 'durations.hours', values: { count: Math.ceil(count / 60) } }
}

/** So many working days. */
export function workingDays(count: number): SentenceWith {
  return { key: 'durations.workingDays', values: { count } }
}

/** What of the agency the sentences of its fee say. */
type Fee = Pick<Agency, 'fee' | 'feeEvery' | 'feeMonths' | 'feeDueDays'>

/** What registering costs, and when that is due. */
export function serviceFee({ fee, feeEvery, feeMonths, feeDueDays }: Fee): Sentence {
  const due: SentenceWith =
    feeDueDays === '0'
      ? { key: 'serviceFeeDue.sameDay', values: {} }
      : { key: 'serviceFeeDue.after', values: { count: Number(feeDueDays) } }
  return { key: `serviceFee.${feeEvery}`, values: { fee, months: feeMonths, due } }
}

/** Who pays, and who does not. */
export function twoWays({ feeEvery }: Pick<Agency, 'feeEvery'>): Sentence {
  return feeEvery === 'none' ? 'twoWays.none' : 'twoWays.fee'
}

/** What happens next to what was sent, by when, and where something is added. */
export function whatIsNext({
  replyDays,
  agency,
}: {
  replyDays: number
  agency: { email: string }
}): Sentence {
  const { email } = agency
  return { key: 'receiptMessages.next', values: { days: workingDays(replyDays), email } }
}

/** The refusal by a rate limit; `seconds` is the wait. */
export function tooManyRequests(seconds: number): Sentence {
  return { key: 'errorMessages.tooManyRequests', values: { wait: minutes(seconds) } }
}

/** The refusal of a change on a page of one's own where a day has had enough of them; `seconds` is the wait. */
export function tooManyOwnChanges(seconds: number): Sentence {
  return { key: 'ownAnswers.tooMany', values: { wait: minutes(seconds) } }
}

/** The refusal of a wrong code; `left` is how many attempts remain. */
export function wrongCode(left: number): Sentence {
  return left === 0 ? 'codeLimits.noneLeft' : { key: 'codeLimits.wrongCode', values: { count: left } }
}

/** The refusal of a second code soon after the first. */
export function sentJustNow(seconds: number): Sentence {
  return { key: 'codeLimits.sentJustNow', values: { wait: wait(seconds) } }
}

export function tooManySends(seconds: number): Sentence {
  return { key: 'codeLimits.tooManySends', values: { wait: wait(seconds) } }
}

export function tooManyWrongCodes(seconds: number): Sentence {
  return { key: 'codeLimits.tooManyWrongCodes', values: { wait: wait(seconds) } }
}

/** When the limit is not this number's: of its neighbourhood, of the day, or of the provider. */
export function noSendsNow(seconds: number): Sentence {
  return { key: 'codeLimits.noSendsNow', values: { wait: wait(seconds) } }
}

/** A size as people read it: bytes below a kilobyte, then KB, then MB with one decimal (1 MB = 1024 KB). */
export function sizeInWords(bytes: number): SentenceWith {
  if (bytes === 1) return { key: 'fileSizes.byte', values: {} }
  if (bytes < 1024) return { key: 'fileSizes.bytes', values: { size: bytes } }
  if (bytes < 1024 * 1024) return { key: 'fileSizes.kilobytes', values: { size: Math.round(bytes / 1024) } }
  return {
    key: 'fileSizes.megabytes',
    values: { size: (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '') },
  }
}

/** The refusal of a file over the limit of so many bytes. */
export function fileTooLarge(maxBytes: number): Sentence {
  return { key: 'fileMessages.tooLarge', values: { limit: sizeInWords(maxBytes) } }
}

/** The refusal of a file that is not what its field takes; `endings` such as pdf, doc, docx. */
export function fileOfWrongKind(endings: readonly string[]): Sentence {
  return { key: 'fileMessages.wrongKind', values: { kinds: endings.join(', ') } }
}

/** What a file field takes: kinds, and a size of so many bytes. */
export function fileHint(endings: readonly string[], maxBytes: number): Sentence {
  const kinds = endings.map((ending) => ending.toUpperCase())
  const last = kinds.at(-1) ?? ''
  const values = { kinds: kinds.slice(0, -1).join(', '), last, limit: sizeInWords(maxBytes) }
  return { key: 'fileFieldMessages.takes', values }
}

/** The refusal of a registration that lacks something; `fields` as the payload names them (specification section 5). */
export function missingFields(fields: readonly string[]): Sentence {
  return { key: 'registrationErrors.missing', values: { fields: fields.join(', ') } }
}
