import { api } from '#contract/paths.ts'
import type { StoredEnquiry } from '#server/features/enquiries/store.ts'
import { newId } from '#server/platform/ids.ts'

/** An enquiry nobody would refuse. */
export const goodEnquiry = {
  name: 'Asha Mehta',
  email: 'asha.mehta@example.in',
  phone: '9876543210',
  enquiry: 'We need two accountants in Surat.',
}

/** An enquiry as it is stored, with what is other than usual. */
export function newEnquiry(change: Partial<StoredEnquiry> = {}): StoredEnquiry {
  const facts = { id: newId(), createdAt: Date.now(), suspect: null, notice: null, language: 'en' } as const
  return { ...goodEnquiry, ...facts, ...change }
}

/** What is read of an answer of the API. */
export interface Answer {
  status: number
  headers: Headers
  body: { message: string; code?: string; errors?: { field: string; message: string }[]; requestId?: string }
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
