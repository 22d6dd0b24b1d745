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

/** An enquiry nobody would refuse. */
export const goodEnquiry = {
  name: 'Asha Mehta',
  email: 'asha.mehta@example.in',
  phone: '9876543210',
  enquiry: 'We need two accountants in Surat.',
}

export type StoredEnquiry = OpenRecord<'enquiries'>

/** What every record has that was just stored. */
export function newHead<Kind extends RecordKind>(kind: Kind): RecordHead<Kind> {
  return {
    ...{ kind, id: newId(), reference: 'EN-7K3M9Q', createdAt: Date.now(), status: 'new' },
    ...{ assignedTo: '', version: 1, suspect: null, notice: null, language: 'en' },
    ...{ documentFields: [], supersededBy: '', mandateStatus: null },
  }
}

/** An enquiry as it is stored, with what is other than usual. */
export function newEnquiry(change: Partial<StoredEnquiry> = {}): StoredEnquiry {
  return { ...goodEnquiry, ...newHead('enquiries'), ...change }
}

/** Stores enquiries as the form does. */
export function insertEnquiries(db: Db, cipher: FieldCipher, records: readonly StoredEnquiry[]) {
  return insertRecords(db, cipher, { kind: 'enquiries', records })
}

/** Enquiries that are stored, the oldest first. */
export function listEnquiries(db: Db, cipher: FieldCipher, listing: Listing): AsyncGenerator<StoredEnquiry> {
  return listRecords(db, cipher, { kind: 'enquiries', ...listing })
}

/** What is read of an answer of the API. */
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

/** Sends a JSON body (or, if it is text, exactly that) to send-enquiry. */
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

/** What came back, with its body read as the JSON that it is. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  return { status, headers, body: (await response.json()) as Answer['body'] }
}
