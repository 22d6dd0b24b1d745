import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { noticeVersion } from './messages/notice-version.ts'
import { currentNotice, notices, type Notice, type NoticeForm } from './messages/notices.ts'

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
    const { essence, points } = currentNotice(form)
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

test.each([undefined, '', 'x', 7, null, '2026-11-2', '2026-11-21 ', '<script>', '2026-11-211'])(
  'what is no version, such as %j, counts as none and costs nobody their form',
  (value) => {
    expect(noticeVersion.parse(value)).toBeUndefined()
  },
)
