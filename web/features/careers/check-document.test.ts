import { describe, expect, test } from 'vitest'
import type { DocumentField } from '#contract/fields/application.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { fileTooLarge } from '#contract/messages/with-values.ts'
import { fileMessages } from '#messages/documents.ts'
import { fileSizes } from '#messages/forms.ts'
import { sayFrom } from '#web/lib/sentences.ts'
import { checkDocument } from './check-document.ts'

const tooLarge = sayFrom({ fileMessages, fileSizes }, fileTooLarge(FILE_MAX_BYTES))

/** Returns a file that begins like this, whatever its name says. */
function file(name: string, begins: string, bytes = 64): File {
  const content = new Uint8Array(bytes)
  content.set(Array.from(begins, (letter) => letter.charCodeAt(0)).slice(0, bytes), 0)
  return new File([content], name)
}

const PDF = '%PDF-1.7\n'
const DOC = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
const DOCX = 'PK\x03\x04\x14\0word/document.xml'
const JPEG = '\xff\xd8\xff\xe0'
const PNG = '\x89PNG\r\n\x1a\n'
const HEIC = '\0\0\0\x24ftypheic'
const large = FILE_MAX_BYTES + 1

describe('a file', () => {
  test.each<[DocumentField, string, string]>([
    ['resume', 'CV.DOCX', DOCX],
    ['resume', 'my.old.cv.doc', DOC],
    // As Android passes it, and with another ending.
    ['resume', 'msf:1000004512', PDF],
    ['resume', 'document', PDF],
    ['resume', 'cv.doc', DOCX],
    ['pan_card', 'pan.jpeg', JPEG],
    ['pan_card', 'WhatsApp Image.jfif', JPEG],
    ['pan_card', 'pan.jpg', PNG],
    ['aadhar_card', 'card.PNG', PNG],
    ['edu_certificate', 'degree.pdf', PDF],
  ])('for %s named %s is accepted unchanged', async (field, name, begins) => {
    const chosen = file(name, begins, FILE_MAX_BYTES)
    expect(await checkDocument(field, chosen)).toMatchObject({ is: 'taken', state: { file: chosen } })
  })

  test.each<[DocumentField, File, string]>([
    ['resume', file('cv.pdf', 'My name is Ketan.', 17), 'Inside, this file is plain text.'],
    ['resume', file('cv.doc', '{\\rtf1\\ansi Ketan}', 18), 'Inside, this file is a document (RTF).'],
    ['resume', file('cv.pdf.exe', 'MZ\x90\0'), 'Inside, this file is a program.'],
    ['pan_card', file('pan.jpg', DOCX), 'Inside, this file is a document (Word). Please save it as PDF'],
    // Node reads no pictures, as most browsers cannot read those of iPhones.
    ['pan_card', file('IMG_1.jpg', HEIC), 'Inside, this file is a picture (HEIC). Please save it as JPEG'],
    ['pan_card', file('pan.gif', 'GIF89a', large), 'Inside, this file is a picture (GIF).'],
    ['pan_card', file('pan.jpg', '\x01\x02'), 'Inside, this file is none of pdf, jpg, jpeg, png.'],
    ['resume', file('cv.pdf', '', 0), fileMessages.empty],
    ['resume', file('cv.pdf', PDF, large), tooLarge],
    ['pan_card', file('pan.jpg', JPEG, large), tooLarge],
    ['resume', file(`${'c'.repeat(252)}.pdf`, PDF), fileMessages.nameTooLong],
  ])('for %s that is %o is refused in words', async (field, chosen, message) => {
    const checked = await checkDocument(field, chosen)
    expect(checked).toMatchObject({ is: 'refused', message: expect.stringContaining(message) })
  })

  test.each([
    ['resume.jpg', JPEG],
    ['resume.pdf', PNG],
    ['IMG_1.HEIC', HEIC],
  ])('for a resume that is the picture %s becomes a page of a PDF', async (name, begins) => {
    const orElse = expect.stringMatching(/a picture \((JPEG|PNG|HEIC)\)\. Please save it as PDF/)
    expect(await checkDocument('resume', file(name, begins))).toEqual({ is: 'page', orElse })
  })
})
