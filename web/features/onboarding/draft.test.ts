import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetDraft, keepDraft, keepPhoto, readDraft } from './draft.ts'

/** As much of a browser's storage as a draft meets; `room` is how many characters it takes. */
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
afterEach(() => vi.unstubAllGlobals())

test('what is typed comes back, and the photo with it', () => {
  const typed = { name: 'Asha', phone: '9700000001' }
  const photo = 'data:image/png;base64,AA=='
  keepPhoto(photo)
  keepDraft(typed)
  expect(readDraft()).toEqual({ ...typed, photo })
})

test('a key that is pressed writes the words alone: the photo is written when it changes', () => {
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

test('the Aadhaar number is never kept', () => {
  keepDraft({ aadhaar_no: '200000014321', name: 'Asha' })
  expect([...browser.held.values()].join()).not.toContain('200000014321')
})

test('a photo too large for the browser is left out, not the words', () => {
  browser = storage(200)
  vi.stubGlobal('sessionStorage', browser)
  keepPhoto(`data:image/png;base64,${'A'.repeat(300)}`)
  keepDraft({ name: 'Asha' })
  expect(readDraft()).toEqual({ name: 'Asha' })
})

test('an empty form leaves nothing behind', () => {
  keepDraft({ name: 'Asha' })
  keepDraft({ name: '' })
  expect(browser.held.size).toBe(0)
  keepDraft({ name: 'Asha' })
  forgetDraft()
  expect(readDraft()).toBe(undefined)
})

test('a draft is read field by field, and what is no text is left out', () => {
  browser.setItem('registration', '{"name":"Asha","dob":1,"photo":"data:,","shape":2}')
  expect(readDraft()).toEqual({ name: 'Asha', photo: 'data:,' })
})

test.each(['', 'null', '{"name":1}', 'not JSON'])('%j in its place is no draft', (text) => {
  browser.setItem('registration', text)
  expect(readDraft() ?? {}).toEqual({})
})

test('a browser that allows no storage has none, and no errors', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepDraft({ name: 'Asha' })
  expect(readDraft()).toBe(undefined)
  forgetDraft()
})
