import * as z from 'zod/mini'
import { noteUse } from './end-with-session.ts'
import { tag } from './page.ts'
import { type ErrorCode, type FieldError, fieldErrorSchema } from '#contract/errors.ts'

const ANSWER_TIMEOUT_MS = 15_000
/** A document on a slow phone: 200 kB take twenty seconds there. */
const FILE_MS = 60_000
/** An upload takes as long as its line needs; it ends when nothing moves for this long. */
const STALL_MS = 30_000
/** After the upload the server checks each file, perhaps after others' files. */
const UPLOAD_ANSWER_MS = 60_000

interface Call {
  url: string
  /** Shown if the server did not answer, or not in our words (a proxy's page, for example). */
  fallback: string
  timeoutMs?: number
  /** Aborts the call before its time; the cause of the failure is then `cancelled`. */
  signal?: AbortSignal
}

interface PostCall extends Call {
  body: unknown
}
interface SendCall extends Call {
  method?: 'POST' | 'PATCH' | 'DELETE'
  body?: unknown
}
interface ReadCall<Body> extends Call {
  /** The schema of a successful answer. */
  schema: z.ZodMiniType<Body>
}

/** Posts JSON; never throws for a network's or a server's failure. Only the status decides about success. */
export function postJson({ body, ...call }: PostCall): Promise<Answer> {
  return ask(call, jsonPost(body), async (response) => {
    // An unread body is kept until the time of the call is over.
    void response.text().catch(() => undefined)
    return { ok: true }
  })
}

/** Sends JSON, by POST unless given, and reads an answer of the schema; otherwise like `postJson`. */
export function sendForJson<Body>({
  method = 'POST',
  body = {},
  ...call
}: SendCall & ReadCall<Body>): Promise<AnswerWith<Body>> {
  return ask(call, { ...jsonPost(body), method }, (response) => readBody(response, call))
}

/** Gets JSON of the schema; never throws for a network's or a server's failure. */
export function getJson<Body>({
  headers,
  ...call
}: ReadCall<Body> & { headers?: Record<string, string> }): Promise<AnswerWith<Body>> {
  const request = { headers: { Accept: 'application/json', ...headers } }
  return ask(call, request, (response) => readBody(response, call))
}

/** Gets a whole file; never throws for a network's or a server's failure. */
export function getBytes(call: Call): Promise<AnswerWith<Uint8Array<ArrayBuffer>>> {
  return ask({ timeoutMs: FILE_MS, ...call }, {}, async (response) => ({
    ok: true,
    body: new Uint8Array(await response.arrayBuffer()),
  }))
}

interface DownloadCall extends PostCall {
  signal: AbortSignal
  onPart(part: Uint8Array, headers: Headers): void
}

/** Posts JSON and reads a file of any length, returned once it is complete; otherwise like `postJson`. */
export async function postForFile({ body, ...call }: DownloadCall): Promise<AnswerWith<Blob>> {
  const request = { ...jsonPost(body), headers: { 'Content-Type': 'application/json' } }
  return ask(call, request, async (response) => ({
    ok: true,
    body: await readParts(response, call.onPart),
  }))
}

async function readParts(response: Response, onPart: DownloadCall['onPart']): Promise<Blob> {
  const reader = response.body?.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    parts.push(read.value)
    onPart(read.value, response.headers)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}

function jsonPost(body: unknown): RequestInit {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

async function readBody<Body>(response: Response, call: ReadCall<Body>): Promise<AnswerWith<Body>> {
  const read = call.schema.safeParse(parsed(await response.text()))
  return read.success ? { ok: true, body: read.data } : failure(call.fallback, { reason: 'unreadable' })
}

/** The server answers in the language of the page. */
const inLanguage = { 'Accept-Language': tag }

async function ask<Success extends Answer>(
  { url, fallback, timeoutMs = ANSWER_TIMEOUT_MS, signal: given }: Call,
  request: RequestInit,
  read: (response: Response) => Promise<Success>,
): Promise<Success | Failure> {
  const signal = given ?? AbortSignal.timeout(timeoutMs)
  noteUse()
  try {
    const response = await fetch(url, { ...request, headers: { ...inLanguage, ...request.headers }, signal })
    if (response.ok) return await read(response)
    const { status, headers } = response
    const body: unknown = await response.json().catch(() => undefined)
    return refusal({ status, body, header: (name) => headers.get(name) }, fallback)
  } catch {
    const givenUp = given ? 'cancelled' : 'timeout'
    return failure(fallback, { reason: signal.aborted ? givenUp : 'unreachable' })
  }
}

/** Bytes of the whole request, slightly more than the files; everything is sent when both are equal. */
export interface UploadProgress {
  sent: number
  total: number
}

interface UploadCall extends Omit<Call, 'timeoutMs'> {
  form: FormData
  onProgress?(progress: UploadProgress): void
}

/**
 * Posts a form with files, reports the progress, which fetch cannot, and reads an answer of the schema; otherwise
 * like `postJson`.
 */
export async function uploadForJson<Body>(call: UploadCall & ReadCall<Body>): Promise<AnswerWith<Body>> {
  const sent = await send(call)
  if ('ok' in sent) return sent
  const read = call.schema.safeParse(parsed(sent.text))
  return read.success ? { ok: true, body: read.data } : failure(call.fallback, { reason: 'unreadable' })
}

/** Returns the text of a successful answer, or the failure. */
function send({ url, form, fallback, signal, onProgress }: UploadCall): Promise<{ text: string } | Failure> {
  const request = new XMLHttpRequest()
  let reason: 'unreachable' | 'timeout' | 'cancelled' = 'unreachable'
  let limit: ReturnType<typeof setTimeout> | undefined

  function giveUp(why: 'timeout' | 'cancelled') {
    reason = why
    request.abort()
  }
  function waitFor(milliseconds: number) {
    clearTimeout(limit)
    limit = setTimeout(giveUp, milliseconds, 'timeout')
  }
  const cancel = () => giveUp('cancelled')

  return new Promise((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => {
      waitFor(STALL_MS)
      onProgress?.({ sent: loaded, total })
    }
    request.upload.onload = () => waitFor(UPLOAD_ANSWER_MS)
    // The last event of every request, however it ends; a request without an answer has no status.
    request.onloadend = () => {
      clearTimeout(limit)
      signal?.removeEventListener('abort', cancel)
      resolve(request.status === 0 ? failure(fallback, { reason }) : uploadAnswer(request, fallback))
    }
    request.open('POST', url)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Accept-Language', tag)
    signal?.addEventListener('abort', cancel)
    waitFor(STALL_MS)
    noteUse()
    request.send(form)
  })
}

function uploadAnswer(request: XMLHttpRequest, fallback: string) {
  const { status, responseText: text } = request
  if (status >= 200 && status < 300) return { text }
  const header = (name: string) => request.getResponseHeader(name)
  return refusal({ status, body: parsed(text), header }, fallback)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A failed call, whatever the cause. */
export interface Failure {
  ok: false
  /** A sentence for the visitor: the server's own, or the caller's fallback. */
  message: string
  /** The server's sentences for single fields, in its order. */
  errors: FieldError[]
  /** What happened, without anything that the visitor typed, so it may be logged. */
  cause: {
    reason: 'refused' | 'timeout' | 'unreachable' | 'unreadable' | 'cancelled'
    status?: number
    /** Seconds that the server asks to wait before another attempt. */
    retryAfterSeconds?: number
    code?: ErrorCode | undefined
    requestId?: string | undefined
  }
  /** The body of the refusal, for the few that contain more than a message. */
  details?: unknown
}
export type Answer = { ok: true } | Failure
export type AnswerWith<Body> = { ok: true; body: Body } | Failure

interface Refusal {
  status: number
  body: unknown
  header(name: string): string | null
}

/** A schema of an array would enlarge every form for this one use. */
function areFieldErrors(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => fieldErrorSchema.safeParse(one).success)
}

const text = z.catch(z.optional(z.string()), undefined)
/**
 * Another server may send only a message (specification section 8); the rest is read if it is valid. A code may be
 * any text, since it is compared with known ones.
 */
const words = z.object({
  message: z.catch(z.string().check(z.trim()), ''),
  code: text,
  errors: z.catch(z.optional(z.custom<FieldError[]>(areFieldErrors)), undefined),
  requestId: text,
})

/** Returns a refusal in the server's own words, unless they are missing or in another language. */
function refusal({ status, body, header }: Refusal, fallback: string): Failure {
  const wait = Number(header('retry-after'))
  const cause = { reason: 'refused', status, ...(wait > 0 && { retryAfterSeconds: wait }) } as const
  const read = words.safeParse(body)
  if (!read.success) return failure(fallback, cause)
  const { message: said, errors = [], requestId } = read.data
  const code = read.data.code as ErrorCode | undefined
  const message = said && (header('content-language') ?? tag) === tag ? said : fallback
  return { ok: false, message, errors, cause: { ...cause, code, requestId }, details: body }
}

export function failure(message: string, cause: Failure['cause']): Failure {
  return { ok: false, message, errors: [], cause }
}
