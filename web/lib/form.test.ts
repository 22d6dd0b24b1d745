import { expect, test, vi } from 'vitest'
import { fillIn, markFields } from './form.ts'

const name = { field: 'name', message: 'Please write your name.' }
const phone = { field: 'phone', message: 'Please check the number.' }
const unknown = { field: 'other', message: 'No such field.' }

test.each([
  { errors: [phone, name], takesFocus: true, marked: { name: true, phone: false } },
  { errors: [phone, unknown], takesFocus: true, marked: { phone: true } },
  { errors: [name, phone], takesFocus: false, marked: { name: false, phone: false } },
  { errors: [unknown], takesFocus: true, marked: {} },
])('the server’s sentences are shown at their fields, and the first gets the focus: $marked', (row) => {
  const setError = vi.fn()
  const form = { getValues: () => undefined, setValue: () => undefined, setError }

  const isMarked = markFields(form, row.errors, { fields: ['name', 'phone'], takesFocus: row.takesFocus })

  const focused = setError.mock.calls.map(([field, , { shouldFocus }]) => [field, shouldFocus])
  expect(Object.fromEntries(focused)).toEqual(row.marked)
  expect(isMarked).toBe(focused.length > 0)
})

test('a draft fills empty fields, and replaces nothing that was typed since', () => {
  const values: Record<string, string> = { name: 'Asha', phone: '' }
  const setValue = (field: string, value: string) => void (values[field] = value)
  const form = { getValues: (field: string) => values[field], setValue, setError: () => undefined }

  fillIn(form, ['name', 'phone', 'email'], { name: 'Meera', phone: '9876543210', email: '' })

  expect(values).toEqual({ name: 'Asha', phone: '9876543210' })
})
