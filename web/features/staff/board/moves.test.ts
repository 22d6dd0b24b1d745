import { expect, it } from 'vitest'
import { announcement, moveByKey, type Move, shownIn } from './moves.ts'

const move: Move = { reference: 'AP-7K3M9Q', from: 'new', over: 'shortlisted', isDragged: false }

it.each([
  [['ArrowRight', 'ArrowDown'], 'shortlisted', 'interview'],
  [['ArrowLeft', 'ArrowUp'], 'shortlisted', 'new'],
  [['ArrowLeft'], 'new', 'new'],
  [['ArrowRight'], 'withdrawn', 'withdrawn'],
] as const)('%j moves a card from over %s to over %s', (keys, before, over) => {
  for (const key of keys) expect(moveByKey({ ...move, over: before }, key)).toEqual({ ...move, over })
})

it.each([
  ['Enter', 'drop'],
  [' ', 'drop'],
  ['Escape', 'cancel'],
  ['Tab', undefined],
])('the key «%s» means %s', (key, end) => {
  expect(moveByKey(move, key)).toBe(end)
})

it('announces where a card was and where it is', () => {
  expect(announcement(move, 'lifted')).toBe('AP-7K3M9Q picked up from New.')
  expect(announcement(move, 'over')).toBe('AP-7K3M9Q over Shortlisted.')
  expect(announcement(move, 'dropped')).toBe('AP-7K3M9Q moved to Shortlisted.')
  expect(announcement(move, 'left')).toBe('AP-7K3M9Q stays in New.')
})

it('shows a card that is being saved in its new column only', () => {
  const [one, other] = [{ reference: 'AP-111111' }, { reference: 'AP-222222' }]
  const moving = [{ row: one, to: 'interview' as const }]
  expect(shownIn([one, other], 'new', moving)).toEqual([other])
  expect(shownIn([], 'interview', moving)).toEqual([one])
  // After the list is read again, the card is there once.
  expect(shownIn([one], 'interview', moving)).toEqual([one])
})
