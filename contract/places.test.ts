import { expect, it } from 'vitest'
import { placeIn, placeKey } from './places.ts'

it.each([
  ['Surat', ['surat', ' SURAT ', 'सूरत', 'सुरत', 'સુરત', 'સૂરત', 'Surat.', 'Su\u200Brat']],
  ['Mumbai', ['Bombay', 'मुंबई', 'मुम्बई', 'મુંબઈ', 'મુમ્બઈ']],
  ['Bengaluru', ['Bangalore', 'बंगलौर', 'બેંગ્લોર', 'બેંગલુરુ']],
  ['Gujarat', ['gujrat', 'गुजरात', 'ગુજરાત']],
  ['Jammu and Kashmir', ['Jammu & Kashmir', 'J&K', 'जम्मू-कश्मीर']],
  ['Mira-Bhayandar', ['Mira Bhayandar']],
  ['Ghaziabad', ['गाज़ियाबाद', 'गाजियाबाद', 'गाज़ियाबाद'.normalize('NFC')]],
])('knows %s by every spelling', (key, spellings) => {
  for (const spelling of spellings) expect(placeKey(spelling)).toBe(key)
})

it('writes a place in each language, and leaves an unknown one as it is', () => {
  expect(placeIn('Surat', 'hi')).toBe('सूरत')
  expect(placeIn('सूरत', 'gu')).toBe('સુરત')
  expect(placeIn('Bangalore', 'en')).toBe('Bangalore')
  expect(placeIn('વડોદરા', 'en')).toBe('Vadodara')
  expect(placeIn('Bardoli', 'gu')).toBe('Bardoli')
  expect(placeKey('Bardoli')).toBeUndefined()
  expect(placeKey('')).toBeUndefined()
})
