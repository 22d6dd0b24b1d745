import { readFileSync } from 'node:fs'
import { tooManyRequests } from '#tests/support/english.ts'
import { describe, expect, it, test } from 'vitest'
import { errorEnvelope, errorStatus, fieldErrors } from './errors.ts'
import { type Fields, noticeVersion } from './fields/field.ts'
import { inRupees, inWords } from './messages/languages.ts'
import { applicationFields } from './fields/application.ts'
import { enquiryFields } from './fields/enquiry.ts'
import { bankFields, executiveFields } from './fields/executive.ts'
import * as words from './messages/en/index.ts'
import { type NoticeForm, noticesBefore } from './schemas/notices.ts'

it('a wait is in whole minutes, an amount in Indian format, a day in words', () => {
  expect(tooManyRequests(61)).toBe('Too many requests from your network. Please try again in 2 minutes.')
  expect(tooManyRequests(60)).toMatch(/ 1 minute\.$/)
  expect(inRupees('150000', 'en')).toBe('₹1,50,000')
  expect(inRupees('99.50', 'en')).toBe('₹99.50')
  expect(inWords('2066-11-17', 'en')).toBe('17 November 2066')
})

it('a field shows its first sentence only', () => {
  const phone = ['first', 'second'].map((message) => ({ path: ['phone'], message }))
  expect(fieldErrors([...phone, { path: ['files', 0, 'name'], message: 'third' }])).toEqual([
    { field: 'phone', message: 'first' },
    { field: 'files.0.name', message: 'third' },
  ])
})

it('every error code has an error status, and the envelope allows no other code', () => {
  for (const [code, status] of Object.entries(errorStatus)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(errorEnvelope.safeParse({ message: 'words', code }).success).toBe(true)
  }
  expect(errorEnvelope.safeParse({ message: 'words', code: 'ERR_LIBRARY' }).success).toBe(false)
})

const policy = readFileSync(new URL('messages/en/legal/privacy.md', import.meta.url), 'utf8')

/** The fields of each form, and the heading of the policy about them. */
const tables: [NoticeForm, string, Fields][] = [
  ['enquiry', 'When you send an enquiry', enquiryFields],
  ['career', 'When you apply for a position', applicationFields],
  ['registration', 'When you register as an executive', { ...executiveFields, ...bankFields }],
]

describe.each(tables)('the notices before the form of %s', (form, heading, fields) => {
  const [, section = ''] = policy.split(`### ${heading}\n`)
  const [told = ''] = section.split(/^##/m)
  const all = noticesBefore(form, words)
  const points = Object.fromEntries((all[0]?.points ?? []).map((point) => [point.about, point.words]))

  test.each(Object.entries(fields))('tell of the field %s, as does the policy', (_, { notice, desk }) => {
    expect(points['What']?.toLowerCase()).toContain(notice)
    expect(told).toMatch(new RegExp(`${notice}|${desk}`, 'i'))
  })

  test('are named by their days, newest first, and the form sends the newest', () => {
    const versions = all.map(({ version }) => version)
    expect(versions).toEqual(versions.toSorted().toReversed())
    for (const version of versions) expect(noticeVersion.parse(version)).toBe(version)
  })

  test('say what, why, who else, how long, how to withdraw, and whom to complain to', () => {
    const essence = all[0]?.essence ?? ''
    const expected = ['What', 'Why', 'Who else', 'How long', 'Changing your mind', 'Your rights']
    expect(Object.keys(points)).toEqual(expected)
    for (const fact of [/consent/, /withdraw/, /grievance officer/, /Data Protection Board of India/])
      expect(Object.values(points).join(' ')).toMatch(fact)
    // Short enough to be read before a form.
    expect(essence.length).toBeLessThan(230)
    expect(essence).toMatch(/withdraw/)
  })
})

test('a later notice contains only its changes', () => {
  const enquiryNotices = { '2026-11-21': { essence: 'One', what: 'This' }, '2027-01-01': { what: 'That' } }
  const told = noticesBefore('enquiry', { ...words, enquiryNotices })
  expect(told.map(({ version, essence, points: [what] }) => [version, essence, what?.words])).toEqual([
    ['2027-01-01', 'One', 'That'],
    ['2026-11-21', 'One', 'This'],
  ])
})
