import { underWay } from './under-way.ts'

/** What became of a call: an answer in JSON, whatever its status, or none that can be used. */
export type CallAnswer =
  | { ok: true; status: number; body: unknown }
  /** Rubbish is what is no JSON, too much of it, or a redirect: our key goes to nobody else. */
  | { ok: false; failure: 'timeout' | 'unreachable' | 'rubbish'; status?: number }

/** What an account has left, in the vendor's own unit, or why that is not known. */
export type Balance =
  { ok: true; left: number } | { ok: false; failure: 'timeout' | 'unreachable' | 'refused' | 'rubbish' }

interface Call {
  url: string
  headers?: Record<string, string>
  /** Milliseconds for the call with the whole of its answer. */
  limitMs: number
}

/** No answer of a provider is larger; the largest carries a small photo. */
const ANSWER_MAX_BYTES = 2 * 1024 * 1024

/** By it a provider's people and ours find the same call; it tells nothing of the visitor. */
function requestHeader(): Record<string, string> {
  const { requestId } = underWay()
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
    const text = await readText(response)
    const json = status >= 300 && status < 400 ? undefined : readJson(text)
    return json === undefined ? { ok: false, failure: 'rubbish', status } : { ok: true, status, body: json }
  } catch {
    return { ok: false, failure: signal.aborted ? 'timeout' : 'unreachable' }
  }
}

/** The answer as text, or undefined when it is too large or no UTF-8. */
async function readText(response: Response): Promise<string | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > ANSWER_MAX_BYTES) return undefined
    pieces.push(piece)
  }
  const bytes = Buffer.concat(pieces)
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') ? undefined : text
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
