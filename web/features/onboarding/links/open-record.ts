import * as z from 'zod/mini'
import { onboardingFailures } from '#messages/registrations.ts'
import { api } from '#contract/paths.ts'
import { personRecord, type PersonRecord } from '#contract/schemas/registrations.ts'
import { getJson, type Failure } from '#web/lib/api.ts'

export type OpenedRecord =
  | { is: 'open'; record: PersonRecord }
  /** The server first requires proof that the person's own phone opens the link. */
  | { is: 'locked'; message: string }
  | { is: 'refused'; message: string }
  /** The network or the server failed, perhaps for a moment. */
  | { is: 'unreached'; failure: Failure }

/** Returns the id in the address of a record's page. */
export function recordId(): string {
  return location.pathname.split('/').at(-1) ?? ''
}

/** The record in `data` or as the whole answer; the specification allows both. */
const recordAnswer = z.union([z.object({ data: personRecord }), personRecord])

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

/** Milliseconds before each silent retry, and after which none is begun: about eight seconds. */
const WAITS_MS = [1000, 2500, 4000]
const PATIENCE_MS = 10_000

/** Opens a record, with up to three retries while the network or the server fails. */
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
