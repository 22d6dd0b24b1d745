import { beforeEach, expect, test, vi } from 'vitest'
import { executiveForm } from '#messages/identity.ts'
import { resolved } from '#web/lib/form.ts'
import { emptySession } from './session-state.ts'
import { isVerified, plain, readDetails, forgetDraft, keepDraft, keepPhoto, readDraft } from './wizard.ts'

const good = {
  aadhaar_no: '200000014321',
  name: 'Asha Patel',
  email: 'asha@example.in',
  gender: 'F',
  dob: '1994-08-17',
  phone: '9700000001',
  address: '14, Ring Road',
  city: 'Surat',
  state: 'Gujarat',
  country: 'India',
  pincode: '395002',
}

function errorsIn(details: Parameters<typeof readDetails>[0]) {
  return resolved(readDetails(details), { executiveForm }).errors
}

test('details are read as they are sent: trimmed, and numbers without separators', () => {
  const written = { ...good, name: ' Asha Patel ', aadhaar_no: '2000 0001-4321', phone: '+91 97000 00001' }
  expect(readDetails({ ...written, pincode: '395 002' })).toEqual({ success: true, data: good })
})

test('a verified number is shown masked, and is valid like that', () => {
  expect(readDetails({ ...good, aadhaar_no: 'XXXXXXXX4321' })).toMatchObject({ success: true })
  expect(plain({ aadhaar_no: 'XXXXXXXX4321' })).toEqual({ aadhaar_no: 'XXXXXXXX4321' })
})

test.each([
  ['+91 97000 00001', true],
  ['9700000002', false],
])('of the phone %j it is known whether a code was entered for it: %j', (phone, is) => {
  const known = isVerified({ ...emptySession, phone: '9700000001' }, { phone })
  expect(known).toEqual({ aadhaar: false, phone: is })
})

test('each wrong field has one sentence, in the order of the page, even if nothing was typed', () => {
  expect(Object.keys(errorsIn({}))).toEqual(Object.keys(good))
  const message = 'Name must be at least 2 characters'
  expect(errorsIn({ ...good, name: 'A' })).toEqual({ name: { type: 'check', message } })
})

/** The parts of a browser's storage that a draft uses; `room` is its capacity in characters. */
function storage(room = Infinity) {
  const held = new Map<string, string>()
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      held.set(key, value)
    },
    removeItem: (key: string) => held.delete(key),
  }
}
let browser = storage()

beforeEach(() => {
  browser = storage()
  vi.stubGlobal('sessionStorage', browser)
})

test('what was typed is restored with the photo, but never the Aadhaar number', () => {
  const typed = { name: 'Asha', phone: '9700000001' }
  const photo = 'data:image/png;base64,AA=='
  keepPhoto(photo)
  keepDraft({ ...typed, aadhaar_no: '200000014321' })
  expect(readDraft()).toEqual({ ...typed, photo })
  expect([...browser.held.values()].join()).not.toContain('200000014321')
})

test('a key press writes only the words; the photo is written when it changes', () => {
  keepPhoto(`data:image/png;base64,${'A'.repeat(800_000)}`)
  let written = 0
  const { setItem } = browser
  browser.setItem = (key, value) => {
    written += value.length
    setItem(key, value)
  }
  for (const name of ['A', 'As', 'Asha']) keepDraft({ name })
  expect(written).toBeLessThan(100)
  expect(readDraft()?.['photo']).toHaveLength(800_022)
  keepPhoto('')
  expect(readDraft()).toEqual({ name: 'Asha' })
})

test('a photo too large for the storage is left out, and the words are kept', () => {
  browser = storage(200)
  vi.stubGlobal('sessionStorage', browser)
  keepPhoto(`data:image/png;base64,${'A'.repeat(300)}`)
  keepDraft({ name: 'Asha' })
  expect(readDraft()).toEqual({ name: 'Asha' })
})

test('an empty form stores nothing', () => {
  keepDraft({ name: 'Asha' })
  keepDraft({ name: '' })
  expect(browser.held.size).toBe(0)
  keepDraft({ name: 'Asha' })
  forgetDraft()
  expect(readDraft()).toBe(undefined)
})

test.each([
  ['{"name":"Asha","dob":1,"photo":"data:,","shape":2}', { name: 'Asha', photo: 'data:,' }],
  ['null', {}],
  ['not JSON', {}],
])('from a storage of %s only a valid draft is read', (text, read) => {
  browser.setItem('registration', text)
  expect(readDraft() ?? {}).toEqual(read)
})

test('a browser without storage has no draft and no errors', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepDraft({ name: 'Asha' })
  expect(readDraft()).toBe(undefined)
  forgetDraft()
})
