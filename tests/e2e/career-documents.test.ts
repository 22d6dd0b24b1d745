import { careerMessages } from '#contract/messages/en/career-answers.ts'
import { fileFieldMessages } from '#contract/messages/en/forms.ts'
import { pages } from '#contract/paths.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { newApplicant, openCareerForm } from '#tests/support/e2e/career.ts'
import { carried, jpeg, largePng, type Paper, pdf } from '#tests/support/e2e/documents.ts'
import { mailsFrom } from '#tests/support/e2e/enquiry.ts'
import {
  announced,
  descriptionOf,
  expect,
  hasFocus,
  keepShown,
  openForm,
  soon,
  test,
} from '#tests/support/e2e/test.ts'

const tooLarge = 'This file is larger than 5 MB. Please choose a smaller one.'
const notADocument = 'Inside, this file is none of pdf, doc, docx. Please choose another.'

const rtf = 'Inside, this file is a document (RTF). Please save it as PDF and choose that.'
const text = 'Inside, this file is plain text. Please save it as PDF and choose that.'
const heic =
  'Inside, this file is a picture (HEIC). Please save it as JPEG, or take a screenshot of it, and choose that.'

function bytes(name: string, size: number): Paper {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(size, 1) }
}

test('a field says what it accepts; a file is chosen, dropped, shown and removed', async ({ open }) => {
  const page = await open()
  const form = await openCareerForm(page)
  expect(await descriptionOf(form.field('resume'))).toBe('PDF, DOC or DOCX, up to 5 MB.')
  expect(await descriptionOf(form.field('aadhar_card'))).toContain('masked copy')
  // Headless Chromium has a mouse, so no camera is offered.
  expect(await page.getByRole('button', { name: /^Take photo/ }).count()).toBe(0)
  expect(await page.getByText('or drop the file here').first().isVisible()).toBe(true)

  await form.choose('resume', pdf('resume.pdf', 2_500_000))
  expect(await form.place('resume').innerText()).toMatch(/resume\.pdf\s+2\.4 MB/)
  // The browser's own words about it are the same.
  const resume = form.field('resume')
  const held = () =>
    resume.evaluate((input: HTMLInputElement) => Array.from(input.files ?? [], ({ name }) => name))
  await soon(held).toEqual(['resume.pdf'])
  await page.getByRole('button', { name: 'Remove resume.pdf', exact: true }).click()
  await soon(() => form.chosen()).toEqual([])
  await soon(held).toEqual([])
  await soon(() => hasFocus(form.field('resume'))).toBe(true)
  await form.choose('resume', pdf('resume.pdf'))

  const zone = form.place('pan_card').locator('.drop-zone')
  const data = await carried(page, await jpeg('pan.jpg'))
  await zone.dispatchEvent('dragenter', { dataTransfer: data })
  await soon(() => zone.getAttribute('data-over')).toBe('true')
  await zone.dispatchEvent('drop', { dataTransfer: data })
  await form.shown('pan_card', 'pan.jpg').waitFor()
  await soon(() => zone.getAttribute('data-over')).toBe(null)

  // A file dropped beside the zones does not replace the page.
  const refused = await page.evaluate((dataTransfer) => {
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    document.querySelector('h1')?.dispatchEvent(drop)
    return drop.defaultPrevented
  }, data)
  expect(refused).toBe(true)
  expect(new URL(page.url()).pathname).toBe(pages.career)
})

test('a file that cannot be sent is refused at once, in words under its field', async ({ open }) => {
  const page = await open()
  const form = await openCareerForm(page)
  await form.fill(newApplicant())
  for (const [name, file, sentence] of [
    // check-document.test.ts has the other reasons.
    ['edu_certificate', pdf('degree.pdf', FILE_MAX_BYTES + 1), tooLarge],
    ['resume', bytes('resume.jpg', 10), notADocument],
    ['resume', { ...bytes('resume.doc', 0), buffer: Buffer.from('{\\rtf1 Farida}') }, rtf],
    ['resume', { ...bytes('resume.pdf', 0), buffer: Buffer.from('My name is Farida.') }, text],
    ['pan_card', { ...bytes('IMG_1.jpg', 0), buffer: Buffer.from('\0\0\0\x24ftypheic') }, heic],
  ] as const) {
    if (name !== 'resume') await form.choose('resume', pdf('resume.pdf'))
    await form.field(name).setInputFiles(file)
    await form.place(name).getByText(sentence, { exact: true }).first().waitFor()
    expect(await form.field(name).getAttribute('aria-invalid')).toBe('true')
    expect(await descriptionOf(form.field(name))).toContain(sentence)

    // It stays until it is removed, so that nobody applies without it unawares.
    await form.submit.click()
    await soon(() => hasFocus(form.field(name))).toBe(true)
    expect(form.sent()).toBe(0)
    await page.getByRole('button', { name: `Remove ${file.name}` }).click()
    await form.place(name).getByText(sentence).first().waitFor({ state: 'detached' })
    const chosen = page.getByRole('button', { name: 'Remove resume.pdf' })
    if ((await chosen.count()) > 0) await chosen.click()
  }

  // A bad replacement leaves the good file in place, with a message.
  await form.choose('resume', pdf('good.pdf'))
  await form.field('resume').setInputFiles(bytes('bad.exe', 10))
  await form.place('resume').getByText(`${notADocument} good.pdf is still chosen.`, { exact: true }).waitFor()
  expect(await form.chosen()).toEqual(['good.pdf'])
  await form.submit.click()

  await announced(page, careerMessages.sent)
})

test('photographed pages are sent as one PDF, and a large picture is reduced', async ({ open, site }) => {
  const page = await open()
  const form = await openCareerForm(page)
  const person = newApplicant()
  await form.fill(person)
  const camera = page.getByLabel('Photo of Resume *', { exact: true })
  await camera.setInputFiles(await jpeg('one.jpg'))
  await form.place('resume').getByText('pages: 1').waitFor()
  await camera.setInputFiles([await jpeg('two.jpg'), await jpeg('three.jpg')])
  await form.place('resume').getByText('pages: 3').waitFor()
  await camera.setInputFiles(bytes('page.png', 10))
  await form.place('resume').getByText(fileFieldMessages.pageFailed, { exact: true }).waitFor()
  const large = await largePng('scan of degree.png')
  expect(large.buffer.length).toBeGreaterThan(FILE_MAX_BYTES)
  await form.field('edu_certificate').setInputFiles(large)
  const made = form.place('edu_certificate').getByText(/made from a picture of 5\.\d MB$/)
  await made.waitFor()
  expect(await form.chosen()).toEqual(['resume.pdf', 'scan of degree.jpg'])
  // The server would refuse another kind of file, or more than 5 MB.
  await form.submit.click()
  await announced(page, careerMessages.sent)
  await soon(async () => (await mailsFrom(site, person.full_name))[0]?.text).toContain('Resume: pdf')
})

test('pictures from the gallery become the pages of a resume, one after another, and are shown', async ({
  open,
  site,
}) => {
  const page = await open()
  const form = await openCareerForm(page)
  const person = newApplicant()
  await form.fill(person)
  expect(await form.field('resume').getAttribute('accept')).toBe('.pdf,.doc,.docx,image/*')
  await form.field('resume').setInputFiles(await jpeg('IMG_1.jpg'))
  await form.place('resume').getByText('pages: 1').waitFor()
  // The next ones are taken while the earlier ones are still being processed.
  const camera = page.getByLabel('Photo of Resume *', { exact: true })
  await page.evaluate(() => {
    const read = window.createImageBitmap
    const gate = new Promise((release) => Object.assign(window, { release }))
    window.createImageBitmap = (async (picture: Blob) => {
      await gate
      return read(picture)
    }) as typeof createImageBitmap
  })
  await camera.setInputFiles(await jpeg('two.jpg'))
  await camera.setInputFiles(await jpeg('three.jpg'))
  await form.field('resume').setInputFiles(await jpeg('WhatsApp Image.jfif'))
  await page.evaluate('release()')
  await form.place('resume').getByText('pages: 4').waitFor()
  await soon(() =>
    form
      .place('resume')
      .getByRole('img', { name: /^Page \d$/ })
      .count(),
  ).toBe(4)
  expect(await form.chosen()).toEqual(['resume.pdf'])

  // The ending is ignored: the content of what is sent decides.
  await form.choose('pan_card', { ...(await jpeg('pan')), mimeType: 'application/octet-stream' })
  await form.submit.click()
  await announced(page, careerMessages.sent)
  await soon(async () => (await mailsFrom(site, person.full_name))[0]?.text).toContain('PAN card: jpg')
})

test('after a refresh what was typed is still there, and the files are asked for again', async ({ open }) => {
  const page = await open()
  const form = await openCareerForm(page)
  const person = newApplicant()
  const note = page.getByText('Files have to be chosen again after a refresh.', { exact: true })
  await form.fill(person)
  await form.choose('resume', pdf('resume.pdf'))
  await page.getByRole('button', { name: 'Remove resume.pdf' }).click()
  await page.goto('about:blank')
  await openForm(page, pages.career)
  await soon(() => form.values()).toEqual(person)
  expect(await note.count()).toBe(0)
  await form.choose('resume', pdf('resume.pdf'))
  expect(await note.count()).toBe(0)
  // As in another browser, which keeps nothing in its fields by itself.
  await page.goto('about:blank')
  await openForm(page, pages.career)

  await soon(() => form.values()).toEqual(person)
  await note.waitFor()
  await form.choose('resume', pdf('resume.pdf'))
  await note.waitFor({ state: 'detached' })
  await keepShown(page)
  await form.submit.click()
  await form.banner.getByText(careerMessages.sent).waitFor()
  await openForm(page, pages.career)
  expect(await form.field('full_name').inputValue()).toBe('')
})
