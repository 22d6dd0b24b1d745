import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '#contract/paths.ts'
import { buildPdf, stream } from './bad-files/pdf.ts'
import { freshPhone } from './codes.ts'
import { type Answer, answerOf } from './enquiry.ts'
import { type DocumentField, documentFields } from '#contract/fields/application.ts'

/** A valid application, without its documents. */
export const goodApplication = {
  full_name: 'Asha Mehta',
  email: 'asha.mehta@example.in',
  phone: '9876543210',
  date_of_birth: '1998-02-28',
  address: '12 Ring Road\nSurat 395002',
  service: 'counselling',
  sector: 'healthcare',
  role: 'Staff nurse',
  experience: '3 years',
  work_place: 'Surat',
  pay_expected: '25,000 a month',
}

/** Returns a person with unique contacts. */
export function somebody(): typeof goodApplication {
  const mark = randomBytes(6).toString('hex')
  const email = `person-${mark}@example.in`
  return { ...goodApplication, full_name: `Person ${mark}`, email, phone: freshPhone() }
}

/** One part of a multipart body. */
export interface Part {
  name: string
  /** Makes it a file. */
  filename?: string
  content: string | Buffer
  type?: string
  /** Header lines instead of those made from the others. */
  headers?: string
}

export const boundary = 'boundary-of-a-test'

/** Writes a multipart body by hand (RFC 7578), so that it can contain what no browser writes. */
export function multipart(parts: readonly Part[], { end = `--${boundary}--\r\n` } = {}): Buffer {
  const pieces = parts.flatMap(({ name, filename, content, type, headers }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    const kind = type ? `\r\nContent-Type: ${type}` : ''
    const lines = headers ?? `Content-Disposition: form-data; name="${name}"${file}${kind}`
    return [Buffer.from(`--${boundary}\r\n${lines}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')]
  })
  return Buffer.concat([...pieces, Buffer.from(end)])
}

export function textParts(texts: Record<string, string>): Part[] {
  return Object.entries(texts).map(([name, content]) => ({ name, content }))
}

export function documentPart(
  field: DocumentField = 'resume',
  content: Buffer = buildPdf(),
  filename = 'cv.pdf',
): Part {
  return { name: field, filename, content, type: 'application/octet-stream' }
}

export function pdfOf(bytes: number): Buffer {
  const grown = (size: number) => buildPdf({ more: [stream('', Buffer.alloc(size, 'x'))] })
  // A stream of that length shows how much the rest takes.
  const found = grown(2 * bytes - grown(bytes).length)
  return Buffer.concat([found, Buffer.alloc(bytes - found.length, '\n')])
}

/** Sends any body to career-application, on a new connection, since an idle one may close meanwhile. */
export async function postBody(
  url: string,
  body: RequestInit['body'] | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url + api.careerApplication, {
    method: 'POST',
    headers: { connection: 'close', 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    body: body as RequestInit['body'],
    duplex: 'half',
  } as RequestInit)
  return answerOf(response)
}

/** Sends an application with these documents; a good resume unless given. */
export function postApplication(
  url: string,
  texts: Record<string, string> = somebody(),
  documents: readonly Part[] = [documentPart()],
  headers: Record<string, string> = {},
): Promise<Answer> {
  return postBody(url, multipart([...textParts(texts), ...documents]), headers)
}

export function fieldsOf(kind: string): DocumentField[] {
  return Object.entries(documentFields)
    .filter(([, { kinds }]) => (kinds as readonly string[]).includes(kind))
    .map(([field]) => field as DocumentField)
}

/** Returns every file under DATA_DIR's stores for uploads. */
export async function uploadsKept(dataDir: string): Promise<{ files: string[]; spool: string[] }> {
  const list = async (folder: string) => {
    const within = { recursive: true, withFileTypes: true } as const
    const entries = await readdir(join(dataDir, folder), within).catch(() => [])
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  }
  return { files: await list('files'), spool: await list('spool') }
}
