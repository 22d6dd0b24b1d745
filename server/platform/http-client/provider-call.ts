import { createHash } from 'node:crypto'
import { requestContext } from '#server/platform/observability/request-context.ts'

/** What became of a call: an answer in JSON, whatever its status, or none that can be used. */
export type CallAnswer =
  | { ok: true; status: number; body: unknown; received: Received }
  | { ok: false; failure: 'timeout' | 'unreachable'; status?: undefined }
  /** Rubbish is what is no JSON, too much of it, or a redirect: our key goes to nobody else. */
  | { ok: false; failure: 'rubbish'; status: number; received: Received }

/** What may be logged of an answer that cannot be read: nothing of what it says, yet enough to know the same again. */
export interface Received {
  contentType: string
  /** Of what was read: where it was too much, no more than that. */
  bytes: number
  sha256: string
}

/** What an account has left, in the vendor's own unit, or why that is not known. */
export type Balance =
  | { ok: true; left: number }
  | { ok: false; failure: 'timeout' | 'unreachable' | 'refused' | 'rubbish' }

interface Call {
  url: string
  headers?: Record<string, string>
  /** Milliseconds for the call with the whole of its answer. */
  limitMs: number
}

/** No answer of a provider is larger; the largest carries a small photo. */
const ANSWER_MAX_BYTES = 2 * 1024 * 1024

/** With it the provider's staff and ours find the same call; it identifies no visitor. */
function requestHeader(): Record<string, string> {
  const { requestId } = requestContext()
  return requestId === undefined ? {} : { 'x-request-id': requestId }
}

/** Posts JSON to a provider, once: a call that may have been heard is never repeated. Never throws. */
export function postJson({ headers, body, ...call }: Call & { body: unknown }): Promise<CallAnswer> {
  const withType = { ...headers, 'content-type': 'application/json' }
  return callJson({ ...call, headers: withType }, { method: 'POST', body: JSON.stringify(body) })
}

/** Gets JSON from a provider, in the same way. */
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

/** The answer as text, which is undefined when it is too large or no UTF-8. */
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

/** Undefined when it is no JSON, which `undefined` never is. */
function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
