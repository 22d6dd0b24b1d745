import * as z from 'zod/mini'
import { onboardingFailures } from '#messages/registrations.ts'
import { api } from '#contract/paths.ts'
import { personRecord, type PersonRecord } from '#contract/schemas/registrations.ts'
import { getJson, type Failure } from '#web/lib/api.ts'

export type OpenedRecord =
  | { is: 'open'; record: PersonRecord }
  /** The server wants to know first that it is the person's own phone that opens the link. */
  | { is: 'locked'; message: string }
  | { is: 'refused'; message: string }
  /** The network or the server failed, which may pass. */
  | { is: 'unreached'; failure: Failure }

/** The id that the link of a record's page carries. */
export function recordId(): string {
  return location.pathname.split('/').at(-1) ?? ''
}

/** The record in `data`, or as the whole answer, which the specification leaves open. */
const recordAnswer = z.union([z.object({ data: personRecord }), personRecord])

/** Asks for a person's record by its id. */
export async function openRecord(id: string): Promise<OpenedRecord> {
  const answer = await getJson({
    url: api.fieldExecutive + id,
    schema: recordAnswer,
    fallback: onboardingFailures.register,
  })
  if (answer.ok) return { is: 'open', record: 'data' in answer.body ? answer.body.data : answer.body }
  const { cause, message } = answer
  console.error('The record could not be opened.', cause)
  if (cause.code === 'unverified') return { is: 'locked', message }
  const mayPass = cause.reason !== 'refused' || (cause.status ?? 0) >= 500
  return mayPass ? { is: 'unreached', failure: answer } : { is: 'refused', message }
}

/** Milliseconds before each quiet retry, and after which none is begun: about eight seconds. */
const WAITS_MS = [1000, 2500, 4000]
const PATIENCE_MS = 10_000

/** The same, asked for up to three times more while the network or the server fails. */
export async function openRecordPatiently(id: string): Promise<OpenedRecord> {
  const begun = performance.now()
  let opened = await openRecord(id)
  for (const wait of WAITS_MS) {
    if (opened.is !== 'unreached' || performance.now() - begun + wait > PATIENCE_MS) break
    await new Promise((ready) => setTimeout(ready, wait))
    opened = await openRecord(id)
  }
  return opened
}
