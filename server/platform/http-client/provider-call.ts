import { createHash } from 'node:crypto'
import { requestContext } from '#server/platform/observability/request-context.ts'

/** The result of a call: an answer in JSON with any status, or a failure. */
export type CallAnswer =
  | { ok: true; status: number; body: unknown; received: Received }
  | { ok: false; failure: 'timeout' | 'unreachable'; status?: undefined }
  /** `rubbish`: not JSON, too large, or a redirect, which is not followed because it would reveal our key. */
  | { ok: false; failure: 'rubbish'; status: number; received: Received }

/** What may be logged of an unreadable answer: enough to recognise it, but no content. */
export interface Received {
  contentType: string
  /** Of the part that was read. */
  bytes: number
  sha256: string
}

/** The balance of an account in the vendor's unit, or why it is unknown. */
export type Balance =
  | { ok: true; left: number }
  | { ok: false; failure: 'timeout' | 'unreachable' | 'refused' | 'rubbish' }

interface Call {
  url: string
  headers?: Record<string, string>
  /** Milliseconds for the call with its complete answer. */
  limitMs: number
}

/** Providers' largest answers contain a small photo. */
const ANSWER_MAX_BYTES = 2 * 1024 * 1024

/** Identifies the call for both support teams. It does not identify a visitor. */
function requestHeader(): Record<string, string> {
  const { requestId } = requestContext()
  return requestId === undefined ? {} : { 'x-request-id': requestId }
}

/** Posts JSON to a provider. Never retries, because the provider may have received the call. Never throws. */
export function postJson({ headers, body, ...call }: Call & { body: unknown }): Promise<CallAnswer> {
  const withType = { ...headers, 'content-type': 'application/json' }
  return callJson({ ...call, headers: withType }, { method: 'POST', body: JSON.stringify(body) })
}

/** Gets JSON from a provider. Never throws. */
export function getJson(call: Call): Promise<CallAnswer> {
  return callJson(call, { method: 'GET' })
}

async function callJson({ url, headers, limitMs }: Call, init: RequestInit): Promise<CallAnswer> {
  const signal = AbortSignal.timeout(limitMs)
  try {
    const response = await fetch(url, {
      ...init,
      headers: { ...headers, ...requestHeader(), accept: 'application/json' },
      redirect: 'manual',
      signal,
    })
    const { status } = response
    const { text, ...read } = await readText(response)
    const received = { contentType: response.headers.get('content-type') ?? '', ...read }
    const json = status >= 300 && status < 400 ? undefined : readJson(text)
    return json === undefined
      ? { ok: false, failure: 'rubbish', status, received }
      : { ok: true, status, body: json, received }
  } catch {
    return { ok: false, failure: signal.aborted ? 'timeout' : 'unreachable' }
  }
}

/** Returns the answer as text; undefined if it is too large or not UTF-8. */
async function readText(
  response: Response,
): Promise<{ text: string | undefined } & Pick<Received, 'bytes' | 'sha256'>> {
  const pieces: Uint8Array[] = []
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    hash.update(piece)
    if (bytes > ANSWER_MAX_BYTES) break
    pieces.push(piece)
  }
  const text = Buffer.concat(pieces).toString('utf8')
  const isWhole = bytes <= ANSWER_MAX_BYTES && !text.includes('\ufffd')
  return { text: isWhole ? text : undefined, bytes, sha256: hash.digest('hex').slice(0, 16) }
}

/** Returns undefined for invalid JSON. */
function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
