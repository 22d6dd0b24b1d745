import { expect, it } from 'vitest'
import { placeAt, recordPath } from './router.tsx'

it.each([
  ['/staff', { is: 'today' }],
  ['/staff/', { is: 'today' }],
  ['/STAFF/Enquiries', { is: 'list', kind: 'enquiries' }],
  ['/staff/applications/board', { is: 'board' }],
  ['/staff/enquiries/board', { is: 'unknown' }],
  ['/staff/late', { is: 'work', of: 'late' }],
  ['/staff/people', { is: 'people' }],
  ['/staff/people/more', { is: 'unknown' }],
  ['/staff/applications/ap-7k3m9q', { is: 'record', kind: 'applications', reference: 'AP-7K3M9Q' }],
  ['/staff/enquiries/AP-7K3M9Q', { is: 'unknown' }],
  ['/staff/applications/AP-7K3M9Q/x', { is: 'unknown' }],
  ['/staff/applications/AP-7K3M9', { is: 'unknown' }],
  ['/staff/vacancies/', { is: 'vacancies' }],
  ['/staff/vacancies/new', { is: 'vacancy' }],
  ['/staff/vacancies/va-7k3m9q', { is: 'vacancy', reference: 'VA-7K3M9Q' }],
  ['/staff/vacancies/VA-7K3M9Q/board', { is: 'vacancyBoard', reference: 'VA-7K3M9Q' }],
  ['/staff/vacancies/new/board', { is: 'unknown' }],
  ['/staff/vacancies/AP-7K3M9Q', { is: 'unknown' }],
  ['/staff/constructor', { is: 'unknown' }],
])('reads %s', (path, place) => {
  expect(placeAt(path)).toEqual(place)
})

it.each([
  ['EN-7K3M9Q', '/staff/enquiries/EN-7K3M9Q'],
  ['EX-7K3M9Q', '/staff/executives/EX-7K3M9Q'],
])('gives the record %s one address', (reference, path) => {
  expect(recordPath(reference)).toBe(path)
  expect(placeAt(path)).toMatchObject({ is: 'record', reference })
})
