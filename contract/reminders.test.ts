import { expect, it } from 'vitest'
import { dueReminder, isNightInIndia, reminderDays, reminderSubjects } from './reminders.ts'

const DAY = 86_400_000

it.each(reminderSubjects)(
  'nobody is reminded more than three times of the %s, each time later',
  (subject) => {
    const days: readonly number[] = reminderDays[subject]
    expect(days.length).toBeLessThanOrEqual(3)
    expect(days.toSorted((one, other) => one - other)).toEqual(days)
  },
)

it.each([
  ['15:30', true],
  ['23:00', true],
  ['03:29', true],
  ['03:30', false],
  ['06:30', false],
  ['15:29:59', false],
])('%s in UTC is night in India: %s', (time, isNight) => {
  const at = Date.parse(`2026-11-20T${time.length === 5 ? `${time}:00` : time}Z`)
  expect(isNightInIndia(at)).toBe(isNight)
})

it.each([
  ['a day less a millisecond', DAY - 1, 0, undefined],
  ['a day', DAY, 0, 1],
  ['a day, after the first', DAY, 1, undefined],
  ['three days, after the first', 3 * DAY, 1, 2],
  ['three days and nothing sent', 3 * DAY, 0, 2],
  ['seven days and nothing sent', 7 * DAY, 0, 3],
  ['a year, after the last', 365 * DAY, 3, undefined],
])('an agreement that waits for %s', (_, now, sent, due) => {
  expect(dueReminder('agreement', { since: 0, sent, sentAt: 0, now })).toBe(due)
})

it('no reminder is sent within a day of the previous one', () => {
  const waiting = { since: 0, sent: 1, sentAt: 3 * DAY - 1 }
  expect(dueReminder('mandate', { ...waiting, now: 3 * DAY })).toBeUndefined()
  expect(dueReminder('mandate', { ...waiting, now: 4 * DAY })).toBe(2)
})
