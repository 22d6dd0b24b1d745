import sharp from 'sharp'
import { describe } from 'vitest'
import { pages } from '#contract/paths.ts'
import { jpeg, pdf } from '#tests/support/e2e/documents.ts'
import { holdScripts } from '#tests/support/e2e/enquiry.ts'
import {
  identityFields,
  newAadhaar,
  newPhone,
  openRegister,
  registerPage,
  verify,
} from '#tests/support/e2e/register.ts'
import { announced, expect, fileChooser, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

const aadhaarFirst = 'Please verify your Aadhaar number first'
const phoneFirst = 'Please verify your phone number first'
const fieldsFirst = 'Please fill all required fields correctly'

describe('Next', () => {
  test('asks for the Aadhaar number, then the phone, then the fields, each in a toast and in its place', async ({
    open,
    site,
  }) => {
    const page = await open({ width: PHONE })
    const form = await openRegister(page)
    await form.next.click()
    await announced(page, aadhaarFirst)
    await form.place('aadhaar').getByRole('alert').getByText(aadhaarFirst, { exact: true }).waitFor()
    await soon(() => hasFocus(form.field('aadhaar'))).toBe(true)
    // One thing at a time: the verification fills most of the other fields.
    expect(await page.getByText('Name is required').count()).toBe(0)

    await form.field('aadhaar').fill(newAadhaar())
    await form.next.click()
    await soon(() => hasFocus(form.verify('aadhaar'))).toBe(true)
    // Out of the way of the modal.
    await verify({ form, site }, 'aadhaar', newAadhaar())
    expect(await form.place('aadhaar').getByText(aadhaarFirst).count()).toBe(0)

    await form.next.click()
    await announced(page, phoneFirst)
    await form.place('phone').getByRole('alert').getByText(phoneFirst, { exact: true }).waitFor()
    await soon(() => hasFocus(form.field('phone'))).toBe(true)

    await verify({ form, site }, 'phone', newPhone())
    await form.next.click()
    await announced(page, fieldsFirst)
    await page.locator('form').getByRole('alert').getByText(fieldsFirst, { exact: true }).waitFor()
    await page.getByText('Email is required', { exact: true }).waitFor()
    await soon(() => hasFocus(form.field('email'))).toBe(true)
    expect(await form.heading(1).count()).toBe(1)
  })
})

test('Verify with a number that cannot be one says so, and asks nobody', async ({ open }) => {
  const page = await open({ width: PHONE })
  const form = await openRegister(page)
  await form.verify('aadhaar').click()
  await form.place('aadhaar').getByText('Aadhaar number is required', { exact: true }).waitFor()
  await soon(() => hasFocus(form.field('aadhaar'))).toBe(true)
  await form.field('phone').fill('98765432101')
  await form.verify('phone').click()
  await form.place('phone').getByText('Phone number must be 10 digits', { exact: true }).waitFor()
  expect(await form.modal.count()).toBe(0)
})

describe('a verified number that is changed', () => {
  test('is not verified any more: its fields are open and empty again, and another can be verified', async ({
    open,
    site,
  }) => {
    const page = await open()
    const form = await openRegister(page)
    await verify({ form, site }, 'aadhaar', newAadhaar())
    const name = await form.value('name')
    await form.field('aadhaar').click()
    await page.keyboard.type('5')
    await soon(() => form.badge('aadhaar')).toBe('NOT VERIFIED')
    expect(await form.value('aadhaar')).toBe('5')
    for (const field of identityFields) {
      await soon(() => form.value(field)).toBe('')
      expect(await form.field(field).isEditable(), field).toBe(true)
    }
    expect(await page.getByRole('img', { name: 'Profile photo' }).count()).toBe(0)
    expect(await form.verify('aadhaar').isEnabled()).toBe(true)

    await verify({ form, site }, 'aadhaar', newAadhaar())
    expect(await form.value('name')).not.toBe(name)
  })
})

describe('the photo', () => {
  test('is shown at once, cut to a centred square of 512 pixels, as a PNG; one that cannot be read is refused in words', async ({
    open,
  }) => {
    const page = await open()
    const letThrough = await holdScripts(page)
    const form = registerPage(page)
    await page.goto(pages.register, { waitUntil: 'commit' })
    const middle = { create: { width: 800, height: 800, channels: 3 as const, background: '#2255aa' } }
    const wide = sharp({ create: { width: 1600, height: 800, channels: 3, background: '#cc2222' } })
    const picture = wide
      .composite([{ input: await sharp(middle).png().toBuffer(), left: 400, top: 0 }])
      .jpeg()
    const chooser = await fileChooser(page, () => form.field('photo').click())
    await chooser.setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture.toBuffer() })
    // Chosen before the form's code has come, it is not lost.
    letThrough()

    const shown = page.getByRole('img', { name: 'Profile photo' })
    await shown.waitFor()
    const address = (await shown.getAttribute('src')) ?? ''
    expect(address).toMatch(/^data:image\/png;base64,/)
    const bytes = Buffer.from(address.split(',')[1] ?? '', 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 })
    const { dominant } = await sharp(bytes).stats()
    expect(dominant.b, 'the middle, which is blue').toBeGreaterThan(dominant.r)

    await page.getByRole('button', { name: 'Remove my photo' }).click()
    await shown.waitFor({ state: 'detached' })
    await soon(() => hasFocus(form.field('photo'))).toBe(true)

    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const file of [
      { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
      pdf('resume.pdf'),
      { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
      { name: 'me.svg', mimeType: 'image/svg+xml', buffer: svg },
    ]) {
      await form.field('photo').setInputFiles(file)
      await page.getByText('Please choose a picture in JPEG, PNG or WebP.', { exact: true }).waitFor()
      expect(await form.field('photo').getAttribute('aria-invalid')).toBe('true')
      await form.field('photo').setInputFiles(await jpeg('me.jpg'))
      await page.getByRole('img', { name: 'Profile photo' }).waitFor()
      await soon(() => form.field('photo').getAttribute('aria-invalid')).toBe(null)
    }
  })
})
