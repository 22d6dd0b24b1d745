import { expect, test } from 'vitest'
import { keptName } from './file-name.ts'

test.each([
  ['cv.pdf', 'cv.pdf'],
  ['CV of Asha.PDF', 'CV of Asha.PDF'],
  ['document', 'document.pdf'],
  ['msf:1000004512', 'msf-1000004512.pdf'],
  ['Asha.Mehta', 'Asha.Mehta.pdf'],
  ['cv.docx', 'cv.pdf'],
  ['cv.txt', 'cv.txt.pdf'],
  ['.pdf', 'pdf.pdf'],
  ['...', 'document.pdf'],
  // As WhatsApp and macOS write them.
  ['\u200ecv.pdf', 'cv.pdf'],
  ['\u202acv\u202c.pdf\u2069', 'cv.pdf'],
  ['cv.p\u200bdf', 'cv.pdf'],
  // A Devanagari keyboard: the joiners belong to letters.
  ['लक्ष्\u200dमी शर्\u200cमा.pdf', 'लक्ष्\u200dमी शर्\u200cमा.pdf'],
  ['CV%2F2024.pdf', 'CV-2024.pdf'],
  ['CV/2024.pdf', 'CV-2024.pdf'],
  ['CV: "Asha" <1>?.pdf', 'CV- -Asha- -1--.pdf'],
  // Characters that would lead elsewhere, begin a line, or reverse the name.
  ['../../etc/cv.pdf', '-..-etc-cv.pdf'],
  ['..%2fcv.pdf', '-cv.pdf'],
  ['C:\\fakepath\\cv.pdf', 'C--fakepath-cv.pdf'],
  ['cv%00.pdf', 'cv-.pdf'],
  ['cv.exe\0.pdf', 'cv.exe-.pdf'],
  ['cv\u202efdp.exe.pdf', 'cvfdp.exe.pdf'],
  ['cv%0d%0aX: y.pdf', 'cv--X- y.pdf'],
  ['cv\u2028.pdf', 'cv-.pdf'],
  ['cv.pdf::$DATA', 'cv.pdf--$DATA.pdf'],
  ['cv.pdf. ', 'cv.pdf'],
])('the PDF %j is stored as %j', (name, kept) => expect(keptName(name, 'pdf')).toBe(kept))

test.each([
  ['photo.jfif', 'photo.jpg'],
  ['photo.jpe', 'photo.jpg'],
  ['photo.jpeg', 'photo.jpeg'],
  ['photo.png', 'photo.jpg'],
  ['IMG_1.heic', 'IMG_1.heic.jpg'],
])('the JPEG %j is stored as %j', (name, kept) => expect(keptName(name, 'jpg')).toBe(kept))
