import { onboardingFailures } from '#contract/messages.ts'
import { api } from '#contract/paths.ts'
import { personRecordResponse, type PersonRecord } from '#contract/records.ts'
import { getJson } from './api.ts'

export type OpenedRecord =
  | { is: 'open'; record: PersonRecord }
  /** The server wants to know first that it is the person's own phone that opens the link. */
  | { is: 'locked'; message: string }
  | { is: 'unknown'; message: string }
  | { is: 'unreached' }

/** The id that the link of a record's page carries. */
export function recordId(): string {
  return location.pathname.split('/').at(-1) ?? ''
}

/** Asks for a person's record by its id. */
export async function openRecord(id: string): Promise<OpenedRecord> {
  const answer = await getJson({
    url: api.fieldExecutive + id,
    schema: personRecordResponse,
    fallback: onboardingFailures.register,
  })
  if (answer.ok) return { is: 'open', record: answer.body.data }
  const { cause, message } = answer
  console.error('The record could not be opened.', cause)
  if (cause.code === 'unverified') return { is: 'locked', message }
  return cause.code === 'not_found' ? { is: 'unknown', message } : { is: 'unreached' }
}
