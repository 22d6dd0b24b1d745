import { describe, expect, test } from 'vitest'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import type { Sentence } from '#contract/messages/sentences.ts'
import { fileOfWrongKind, fileTooLarge } from '#contract/messages/with-values.ts'
import { fileMessages } from '#messages/documents.ts'
import { fileSizes } from '#messages/forms.ts'
import { sayFrom } from '#web/lib/sentences.ts'
import { checkDocument, needsRemaking } from './check-document.ts'

function file(name: string, bytes = 10, type = ''): File {
  return new File([new Uint8Array(bytes)], name, { type })
}
function say(sentence: Sentence): string {
  return sayFrom({ fileMessages, fileSizes }, sentence)
}
const documents = say(fileOfWrongKind(['pdf', 'doc', 'docx']))
const pictures = say(fileOfWrongKind(['pdf', 'jpg', 'jpeg', 'png']))
const tooLarge = say(fileTooLarge(FILE_MAX_BYTES))

describe('a file', () => {
  test.each([
    ['resume', 'CV.DOCX'],
    ['resume', 'my.old.cv.doc'],
    ['pan_card', 'pan.jpeg'],
    ['aadhar_card', 'card.PNG'],
    ['edu_certificate', 'degree.pdf'],
  ] as const)('for %s named %s is taken as it is', async (field, name) => {
    const chosen = file(name, FILE_MAX_BYTES)
    expect(await checkDocument(field, chosen)).toEqual({ ok: true, file: chosen })
  })

  test.each([
    ['resume', file('cv'), documents],
    ['resume', file('cv.pdf.exe'), documents],
    ['pan_card', file('pan.docx'), pictures],
    ['pan_card', file('pan.svg', 10, 'image/svg+xml'), pictures],
    ['pan_card', file('pan.gif', FILE_MAX_BYTES + 1), pictures],
    ['resume', file('cv.pdf', 0), fileMessages.empty],
    ['pan_card', file('pan.heic', 0), pictures],
    ['resume', file('cv.pdf', FILE_MAX_BYTES + 1), tooLarge],
    ['resume', file(`${'c'.repeat(252)}.pdf`), fileMessages.nameTooLong],
  ] as const)('for %s that is %o is refused in words', async (field, chosen, message) => {
    expect(await checkDocument(field, chosen)).toEqual({ ok: false, message })
  })
})

describe('a picture', () => {
  const large = FILE_MAX_BYTES + 1
  test.each([
    ['pan_card', true, [file('pan.jpg', large), file('pan.png', large), file('IMG_1.HEIC')]],
    ['pan_card', true, [file('photo', 10, 'image/heif')]],
    ['pan_card', false, [file('pan.jpg', FILE_MAX_BYTES), file('pan.pdf', large)]],
    ['resume', false, [file('cv.heic')]],
  ] as const)('for %s is made smaller, when it must be, where pictures are taken: %s', (field, is, files) => {
    for (const one of files) expect([one.name, needsRemaking(field, one)]).toEqual([one.name, is])
  })

  test('that this browser cannot read is refused for what it is', async () => {
    const photo = file('IMG_1.HEIC', 10, 'image/heic')
    expect(await checkDocument('pan_card', photo)).toEqual({ ok: false, message: pictures })
    const large = file('pan.jpg', FILE_MAX_BYTES + 1)
    expect(await checkDocument('pan_card', large)).toEqual({ ok: false, message: tooLarge })
  })
})
