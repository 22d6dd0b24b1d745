import { api } from '#contract/paths.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import type { RecordKind } from '#contract/schemas/staff-records.ts'
import {
  insertRecords,
  listRecords,
  type Listing,
  type OpenRecord,
  type RecordHead,
} from '#server/features/records/store.ts'

/** A valid enquiry. */
export const goodEnquiry = {
  name: 'Asha Mehta',
  email: 'asha.mehta@example.in',
  phone: '9876543210',
  enquiry: 'We need two accountants in Surat.',
}

export type StoredEnquiry = OpenRecord<'enquiries'>

/** Returns the common part of a new record. */
export function newHead<Kind extends RecordKind>(kind: Kind): RecordHead<Kind> {
  return {
    ...{ kind, id: newId(), reference: 'EN-7K3M9Q', createdAt: Date.now(), status: 'new' },
    ...{ assignedTo: '', version: 1, suspect: null, notice: null, language: 'en' },
    ...{ documentFields: [], supersededBy: '', mandateStatus: null },
  }
}

/** Returns a stored enquiry with changes. */
export function newEnquiry(change: Partial<StoredEnquiry> = {}): StoredEnquiry {
  return { ...goodEnquiry, ...newHead('enquiries'), ...change }
}

/** Stores enquiries as the form does. */
export function insertEnquiries(db: Db, cipher: FieldCipher, records: readonly StoredEnquiry[]) {
  return insertRecords(db, cipher, { kind: 'enquiries', records })
}

export function listEnquiries(db: Db, cipher: FieldCipher, listing: Listing): AsyncGenerator<StoredEnquiry> {
  return listRecords(db, cipher, { kind: 'enquiries', ...listing })
}

/** The parts of an API's answer that tests read. */
export interface Answer {
  status: number
  headers: Headers
  body: {
    message: string
    code?: string
    errors?: { field: string; message: string }[]
    requestId?: string
    /** Of what was stored. */
    reference?: string
    next?: string
    page?: string
  }
}

/** Posts JSON, or a text unchanged, to send-enquiry. */
export async function postEnquiry(
  url: string,
  body: unknown = goodEnquiry,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url + api.sendEnquiry, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return answerOf(response)
}

/** Reads an answer with its JSON body. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  return { status, headers, body: (await response.json()) as Answer['body'] }
}
