import fc from 'fast-check'
import { api, ownCalls } from '#contract/paths.ts'
import { careerApplication } from '#contract/schemas/careers.ts'
import { photoField, registrationFieldNames } from '#contract/schemas/registrations.ts'
import { boundary, multipart, type Part } from '#tests/support/application.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { goodValue, hostileText, type Known } from './hostile-values.ts'
import type { Schema } from './openapi.ts'
import { documentFieldNames } from '#contract/fields/application.ts'

/** The fields and files of the operations that take multipart bodies, of which the document says no more than that. */
const forms: Record<string, { fields: readonly string[]; files: readonly string[] }> = {
  [api.careerApplication]: { fields: Object.keys(careerApplication.shape), files: documentFieldNames },
  [api.registerExecutive]: { fields: registrationFieldNames, files: [photoField] },
  [`${api.own}{id}${ownCalls.document}`]: { fields: [], files: documentFieldNames },
}

const shapes: Record<string, Schema> = {
  phone: { pattern: '^[6-9][0-9]{9}$' },
  pincode: { pattern: '^[1-9][0-9]{5}$' },
  gender: { enum: ['M', 'F', 'O'] },
}

interface Source {
  known: Known
  photo: Buffer
}

/** The names in the form of the operation at that path; nothing where it takes none. */
export function formOf(path: string) {
  return forms[path]
}

/** Multipart bodies for the operation at that path; nothing where it takes none. */
export function multipartOf(path: string, { known, photo }: Source) {
  const form = formOf(path)
  if (!form) return undefined
  const field = (name: string) =>
    goodValue(shapes[name] ?? { type: 'string' }, known, name).map((content) => ({
      name,
      content: String(content),
    }))
  const good = fc
    .tuple(fc.tuple(...form.fields.map(field)), documents(form.files, photo))
    .map(([texts, files]) => [...texts, ...files])
  const name = fc.oneof(
    fc.constantFrom(...form.fields, ...form.files),
    fc.constantFrom('__proto__', 'constructor', '', 'x"; filename="a', 'a\r\nX: y', 'é'),
  )
  const odd = fc.record({ name, content: hostileText })
  const type = fc.constant(`multipart/form-data; boundary=${boundary}`)
  const bytes = fc.oneof(
    { weight: 3, arbitrary: good.map((parts) => multipart(parts)) },
    { weight: 6, arbitrary: fc.tuple(good, odd).map(([parts, one]) => multipart(bent(parts, one))) },
    {
      weight: 2,
      arbitrary: fc.tuple(good, oddFile(form.files)).map(([parts, one]) => multipart([...parts, one])),
    },
    { weight: 1, arbitrary: good.map((parts) => multipart(parts, { end: '' })) },
    { weight: 1, arbitrary: good.map((parts) => multipart(parts).subarray(7)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((noise) => Buffer.from(noise)) },
  )
  return fc.record({ type, bytes })
}

/** Another value in the place of one, or one more of that name. */
function bent(parts: readonly Part[], one: Part): Part[] {
  return one.content.length % 2 === 0
    ? [...parts, one]
    : parts.map((part) => (part.name === one.name ? { ...part, ...one } : part))
}

function documents(names: readonly string[], photo: Buffer): fc.Arbitrary<Part[]> {
  const [first = ''] = names
  const file: Part =
    first === photoField
      ? { name: first, filename: 'photo.png', content: photo, type: 'image/png' }
      : { name: first, filename: 'cv.pdf', content: buildPdf(), type: 'application/pdf' }
  return fc.constantFrom([file], [file], [])
}

function oddFile(names: readonly string[]): fc.Arbitrary<Part> {
  const contents = [
    '',
    'x',
    '%PDF-1.7',
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
    'PK\x03\x04',
    '<svg onload="x"/>',
    'MZ',
  ]
  return fc.record({
    name: fc.constantFrom(...names, 'other'),
    filename: fc.constantFrom(
      '../../x.pdf',
      'a.pdf',
      'a.svg',
      'a.pdf.exe',
      'a%00.pdf',
      '\u202efdp.exe',
      '',
      'a.png',
    ),
    content: fc.constantFrom(...contents).map((text) => Buffer.from(text, 'latin1')),
    type: fc.constantFrom('application/pdf', 'image/svg+xml', 'text/html', ''),
  })
}
