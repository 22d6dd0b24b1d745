import type { FastifyRequest } from 'fastify'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import { REQUEST_MAX_BYTES } from '#contract/upload-limits.ts'
import type { UploadRules } from '#contract/calls/call.ts'
import { endingsOf, type FileKind } from '#contract/schemas/documents.ts'
import type { FieldFault } from '#contract/errors.ts'
import { refused } from '#server/platform/http/http-errors.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { type Spool, type Spooled, SpoolUnavailable } from './spool.ts'
import type { Sentence } from '#contract/messages/sentences.ts'
import { fileOfWrongKind, fileTooLarge } from '#contract/messages/with-values.ts'

/** A file with the visitor's name for it, in the spool; its bytes decide its kind. */
export interface ReceivedFile {
  field: string
  name: string
  spooled: Spooled
}

export interface Upload {
  texts: Record<string, string>
  files: ReceivedFile[]
  /** Files refused on arrival, by field. */
  tooLarge: FieldFault[]
  wrongKind: FieldFault[]
  /** Fields of files for which there was no room, and which were skipped. */
  noRoom: string[]
}

/** The limits of any multipart request; more is refused before it is read (busboy's own defaults are unlimited). */
export const uploadLimits = {
  fieldSize: 8 * 1024,
  fieldNameSize: 100,
  parts: 50,
  headerPairs: 20,
}

const NAME_MAX = 255

interface Wanted {
  /** Without one every file is skipped, as if there were no room. */
  spool: Spool | undefined
  files: UploadRules
}

interface From extends Wanted {
  address: string
}

class BodyTooLarge extends Error {
  readonly statusCode = 413
}

/** Reads a multipart request part by part into the spool, or refuses it; the caller removes what was spooled. */
export async function readUpload(request: FastifyRequest, wanted: Wanted): Promise<Upload> {
  if (!request.isMultipart()) throw refused('wrong_type')
  if (Number(request.headers['content-length'] ?? 0) > REQUEST_MAX_BYTES) throw refused('too_large')
  const upload: Upload = { texts: Object.create(null), files: [], tooLarge: [], wrongKind: [], noRoom: [] }
  try {
    const { texts, count, maxBytes } = wanted.files
    const limits = { ...uploadLimits, fields: texts, files: count, fileSize: maxBytes }
    const parts = request.parts({ limits, preservePath: true })
    limitBody(request)
    for await (const part of parts) await take(part, { ...wanted, address: request.ip }, upload)
    return upload
  } catch (error) {
    // Unread data would keep the sender from reading the answer.
    request.raw.resume()
    await discard(upload.files)
    throw refused(codeOf(error, request.log))
  }
}

function take(part: Multipart, wanted: From, upload: Upload): Promise<void> | void {
  if (part.type === 'file') return receive(part, wanted, upload)
  // A text that was cut at its limit is longer than any rule allows, so its rule refuses it. A form sends its line
  // breaks as CRLF (RFC 7578); the browser counted each as one character.
  upload.texts[part.fieldname] = String(part.value).replaceAll('\r\n', '\n')
  // The reader would keep each value a second time until the request ends.
  delete part.fields[part.fieldname]
}

function codeOf(error: unknown, log: Pick<Log, 'error'>): 'too_large' | 'unreadable' | 'unavailable' {
  if (error instanceof SpoolUnavailable) {
    log.error({ err: error }, 'an upload could not be spooled')
    return 'unavailable'
  }
  // All other failures are a wrong body or a broken connection.
  return (error as { statusCode?: number }).statusCode === 413 ? 'too_large' : 'unreadable'
}

/** A chunked body has no length header, so reading ends at the limit. */
function limitBody({ raw }: FastifyRequest): void {
  let received = 0
  raw.on('data', (piece: Buffer) => {
    const before = received
    received += piece.length
    if (before <= REQUEST_MAX_BYTES && received > REQUEST_MAX_BYTES) raw.emit('error', new BodyTooLarge())
  })
}

/** Removes what waits in the spool; what cannot be removed goes when the server starts again. */
export async function discard(files: readonly ReceivedFile[]): Promise<void> {
  await Promise.allSettled(files.map((file) => file.spooled.remove()))
}

async function receive(part: MultipartFile, wanted: From, upload: Upload): Promise<void> {
  const field = part.fieldname
  const { fields, maxBytes } = wanted.files
  const rule = Object.hasOwn(fields, field) ? fields[field] : undefined
  const name = part.filename ?? ''
  // A browser sends an empty part without a name for a field without a choice.
  if (!rule || name === '') return drain(part)
  const refusal = nameFault(name, rule.kinds) ?? repeated(field, upload)
  if (refusal) {
    upload.wrongKind.push({ field, message: refusal })
    return drain(part)
  }
  const spooled = await wanted.spool?.receive(part.file, wanted.address)
  if (!wanted.spool) await drain(part)
  if (part.file.truncated) {
    await spooled?.remove()
    upload.tooLarge.push({ field, message: fileTooLarge(maxBytes) })
  } else if (spooled) upload.files.push({ field, name, spooled })
  else upload.noRoom.push(field)
}

/** Endings of programs, which no document has. */
const runs = /\.(?:apk|app|bat|cmd|com|cpl|exe|hta|html?|jar|jse?|lnk|msi|ps1|scr|sh|svg|vb[es]?|wsf)$/i

function nameFault(name: string, kinds: readonly FileKind[]): Sentence | undefined {
  if (name.length > NAME_MAX) return 'fileMessages.nameTooLong'
  return runs.test(name.trim()) ? fileOfWrongKind(endingsOf(kinds)) : undefined
}

function repeated(field: string, upload: Upload): Sentence | undefined {
  const before = [...upload.files, ...upload.tooLarge, ...upload.wrongKind].map((file) => file.field)
  return before.includes(field) ? 'fileMessages.tooManyFiles' : undefined
}

async function drain(part: MultipartFile): Promise<void> {
  for await (const piece of part.file) void piece
}
