import { expect, it } from 'vitest'
import { countLines } from './export-button.tsx'
import { readSelection, writeSelection } from './filter-bar.tsx'

it('reads all filters of a list and its order, and writes them in one order', () => {
  const query =
    'sort=oldest&place=Navi+Mumbai&document=resume&status=interview&to=2026-11-22&assigned=me&from=2026-11-01'
  const filters = readSelection('applications', query)
  expect(filters).toEqual({
    ...{ status: 'interview', assigned: 'me', from: '2026-11-01', to: '2026-11-22' },
    ...{ place: 'Navi Mumbai', document: 'resume', sort: 'oldest' },
  })
  const written = writeSelection('applications', filters)
  expect(written).toBe(
    'status=interview&assigned=me&from=2026-11-01&to=2026-11-22&place=Navi+Mumbai&document=resume&sort=oldest',
  )
  expect(readSelection('applications', written)).toEqual(filters)
})

it.each([
  ['a value that no filter has', 'enquiries', 'status=nonsense&assigned=me', { assigned: 'me' }],
  ['a day that no calendar has', 'enquiries', 'from=2026-02-30&to=2026-03-01', { to: '2026-03-01' }],
  ['a filter of another list', 'enquiries', 'mandate=active&place=Surat', {}],
  ['an order that no list has', 'enquiries', 'sort=odd', {}],
  ['what is empty', 'executives', 'status=&place=', {}],
  ['what is no filter', 'executives', 'after=xyz&__proto__=1&mandate=active', { mandate: 'active' }],
] as const)('omits %s', (_, kind, query, filters) => {
  expect(readSelection(kind, query)).toEqual(filters)
})

it('counts the rows of a CSV in parts, without its head and the line breaks within a value', () => {
  const rows = countLines()
  const encode = (text: string) => new TextEncoder().encode(text)
  expect(rows(encode('reference,note\nAP-1,"two'))).toBe(0)
  expect(rows(encode('\nlines, ""quoted"""\nAP-2,'))).toBe(1)
  expect(rows(encode('one\n'))).toBe(2)
})
