import { tooManyRequests } from '#tests/support/english.ts'
import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { errorEnvelope, errorStatus, fieldErrors } from './errors.ts'
import { noticeVersion } from './fields/field.ts'
import { inRupees, inWords } from './messages/languages.ts'
import { notices } from './messages/en/notices.ts'
import type { Notice, NoticeForm } from './schemas/notices.ts'

it.each([
  [1, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3600, '60 minutes'],
])('a wait of %i seconds is said as %s', (seconds, words) => {
  expect(tooManyRequests(seconds)).toBe(`Too many requests from your network. Please try again in ${words}.`)
})

it.each([
  ['5000', '₹5,000'],
  ['150000', '₹1,50,000'],
  ['99.50', '₹99.50'],
])('%s rupees are written %s', (amount, written) => expect(inRupees(amount, 'en')).toBe(written))

it('a day is written out', () => expect(inWords('2066-11-17', 'en')).toBe('17 November 2066'))

it('a field shows its first sentence only', () => {
  const issues = [
    { path: ['phone'], message: 'first' },
    { path: ['phone'], message: 'second' },
    { path: ['files', 0, 'name'], message: 'third' },
  ]
  expect(fieldErrors(issues)).toEqual([
    { field: 'phone', message: 'first' },
    { field: 'files.0.name', message: 'third' },
  ])
})

it('every error code has an error status, and no other code is in the envelope', () => {
  for (const [code, status] of Object.entries(errorStatus)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(errorEnvelope.safeParse({ message: 'words', code }).success).toBe(true)
  }
  expect(errorEnvelope.safeParse({ message: 'words', code: 'ERR_LIBRARY' }).success).toBe(false)
})

/** Of every notice that people have been shown. Other words need another version, and a line of their own here. */
const shown: Record<NoticeForm, Record<string, string>> = {
  enquiry: { '2026-11-21': '49d153ba5213cc0d' },
  career: { '2026-11-21': '1ae8b24525761cf5' },
  registration: { '2026-11-21': 'fe68535222fb7fcc' },
}

const forms = Object.keys(notices) as NoticeForm[]

function hashOf({ essence, points }: Notice): string {
  return createHash('sha256')
    .update(JSON.stringify([essence, points.map(({ about, words }) => [about, words])]))
    .digest('hex')
    .slice(0, 16)
}

describe.each(forms)('the notice before the form of %s', (form) => {
  test('is another version when it says anything else, and every version stays to be read', () => {
    const written = Object.fromEntries(notices[form].map((notice) => [notice.version, hashOf(notice)]))
    expect(written).toEqual(shown[form])
  })

  test('names its day, which is what comes back with the form', () => {
    const versions = notices[form].map(({ version }) => version)
    expect(versions).toEqual(versions.toSorted().toReversed())
    for (const version of versions) expect(noticeVersion.parse(version)).toBe(version)
  })

  test('says what, why, who else, how long, how to withdraw, and whom to complain to', () => {
    const { essence, points } = notices[form][0]
    const expected = ['What', 'Why', 'Who else', 'How long', 'Changing your mind', 'Your rights']
    expect(points.map(({ about }) => about)).toEqual(expected)
    const all = points.map(({ words }) => words).join(' ')
    for (const fact of [/consent/, /withdraw/, /grievance officer/, /Data Protection Board of India/]) {
      expect(all).toMatch(fact)
    }
    // Short enough to be read before a form.
    expect(essence.length).toBeLessThan(230)
    expect(essence).toMatch(/withdraw/)
  })
})
