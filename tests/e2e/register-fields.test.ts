import sharp from 'sharp'
import { executiveForm } from '#contract/messages/en/identity.ts'
import { guardMessages } from '#contract/messages/en/registrations.ts'
import { pages } from '#contract/paths.ts'
import { jpeg, pdf } from '#tests/support/e2e/documents.ts'
import { holdScripts } from '#tests/support/e2e/enquiry.ts'
import {
  identityFields,
  kept,
  newAadhaar,
  newPhone,
  openRegister,
  registerPage,
  verify,
} from '#tests/support/e2e/register.ts'
import { announced, expect, fileChooser, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

test('step 1 asks for one thing at a time; a changed number is no longer verified', async ({
  open,
  site,
}) => {
  const page = await open({ width: PHONE })
  const form = await openRegister(page)
  // An impossible number causes no request.
  await form.field('phone').fill('98765432101')
  await form.verify('phone').click()
  await form.place('phone').getByText(executiveForm.phone.invalid, { exact: true }).waitFor()
  expect(await form.modal.count()).toBe(0)
  await form.field('phone').fill('')

  const isStopped = async (of: 'aadhaar' | 'phone', sentence: string) => {
    await form.next.click()
    await announced(page, sentence)
    await form.place(of).getByRole('alert').getByText(sentence, { exact: true }).waitFor()
    await soon(() => hasFocus(form.field(of))).toBe(true)
  }
  await isStopped('aadhaar', guardMessages.aadhaarFirst)
  // The verification fills most of the other fields.
  expect(await page.getByText(executiveForm.name.required).count()).toBe(0)
  await form.field('aadhaar').fill(newAadhaar())
  await form.next.click()
  await soon(() => hasFocus(form.verify('aadhaar'))).toBe(true)
  await verify({ form, site }, 'aadhaar', newAadhaar())
  expect(await form.place('aadhaar').getByText(guardMessages.aadhaarFirst).count()).toBe(0)
  await isStopped('phone', guardMessages.phoneFirst)
  await verify({ form, site }, 'phone', newPhone())
  await form.next.click()
  await announced(page, guardMessages.fields)
  await page.locator('form').getByRole('alert').getByText(guardMessages.fields, { exact: true }).waitFor()
  await page.getByText(executiveForm.email.required, { exact: true }).waitFor()
  await soon(() => hasFocus(form.field('email'))).toBe(true)

  await form.field('aadhaar').click()
  await page.keyboard.type('5')
  await soon(() => form.badge('aadhaar')).toBe('NOT VERIFIED')
  expect(await form.value('aadhaar')).toBe('5')
  for (const field of identityFields) {
    await soon(() => form.value(field)).toBe('')
    expect(await form.field(field).isEditable(), field).toBe(true)
  }
  expect(await page.getByRole('img', { name: 'Profile photo' }).count()).toBe(0)

  // For 0008 a long name in Devanagari is shown whole, and what the record left empty can be typed.
  await verify({ form, site }, 'aadhaar', newAadhaar('0008'))
  expect(await form.value('name')).toMatch(/^.*\p{Script=Devanagari}{5,}.{50,}$/u)
  expect(await form.field('name').isEditable()).toBe(false)
  const left = []
  for (const name of identityFields)
    if (await form.field(name).isEditable()) left.push(await form.value(name))
  expect(left.length).toBeGreaterThan(0)
  expect(left.join('')).toBe('')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE)
})

test('a photo is cropped to a square and kept over a refresh, or refused in words', async ({ open }) => {
  const page = await open()
  const letThrough = await holdScripts(page)
  const form = registerPage(page)
  await page.goto(pages.register, { waitUntil: 'commit' })
  const middle = { create: { width: 800, height: 800, channels: 3 as const, background: '#2255aa' } }
  const wide = sharp({ create: { width: 1600, height: 800, channels: 3, background: '#cc2222' } })
  const picture = wide.composite([{ input: await sharp(middle).png().toBuffer(), left: 400, top: 0 }]).jpeg()
  const chooser = await fileChooser(page, () => form.field('photo').click())
  await chooser.setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture.toBuffer() })
  // A photo chosen before the form's code has loaded is not lost.
  letThrough()

  const shown = page.getByRole('img', { name: 'Profile photo' })
  await shown.waitFor()
  const address = (await shown.getAttribute('src')) ?? ''
  expect(address).toMatch(/^data:image\/png;base64,/)
  const bytes = Buffer.from(address.split(',')[1] ?? '', 'base64')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 })
  const { dominant } = await sharp(bytes).stats()
  expect(dominant.b, 'the middle, which is blue').toBeGreaterThan(dominant.r)

  // A refresh keeps it and what is typed, and never the Aadhaar number.
  const aadhaar = newAadhaar()
  await form.field('aadhaar').fill(aadhaar)
  await form.field('city').fill('Surat')
  await soon(() => kept(page)).toContain('Surat')
  expect(await kept(page)).toContain('data:image/png')
  expect(await kept(page)).not.toContain(aadhaar)
  await page.reload()
  await shown.waitFor()
  await soon(() => form.value('city')).toBe('Surat')
  expect(await form.value('aadhaar')).toBe('')

  await page.getByRole('button', { name: 'Remove my photo' }).click()
  await shown.waitFor({ state: 'detached' })
  await soon(() => hasFocus(form.field('photo'))).toBe(true)

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  for (const file of [
    { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
    pdf('resume.pdf'),
    { name: 'me.svg', mimeType: 'image/svg+xml', buffer: svg },
  ]) {
    await form.field('photo').setInputFiles(file)
    await page.getByText('Please choose a picture in JPEG, PNG or WebP.', { exact: true }).waitFor()
    expect(await form.field('photo').getAttribute('aria-invalid')).toBe('true')
    await form.field('photo').setInputFiles(await jpeg('me.jpg'))
    await shown.waitFor()
    await soon(() => form.field('photo').getAttribute('aria-invalid')).toBe(null)
  }
})
