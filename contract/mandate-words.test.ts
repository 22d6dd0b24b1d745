import { expect, test } from 'vitest'
import { inRupees, inWords } from './messages/mandates.ts'

test('rupees are grouped as in India, without paise that are none', () => {
  expect(inRupees('5000')).toBe('₹5,000')
  expect(inRupees('150000')).toBe('₹1,50,000')
  expect(inRupees('99.50')).toBe('₹99.50')
})

test('a day is written out', () => {
  expect(inWords('2066-11-17')).toBe('17 November 2066')
})
