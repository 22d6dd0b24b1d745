import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDraft, keepDraft, keepPhoto, readDraft } from './draft.ts'

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
