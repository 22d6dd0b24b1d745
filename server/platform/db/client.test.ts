import { expect, test } from 'vitest'
import { isDatabaseAway } from './client.ts'

test.each([
  ['a connection that failed', { code: '08006' }, true],
  ['a statement that took longer than it may', { code: '57014' }, true],
  ['a server that is full', { code: '53300' }, true],
  ['SQLite held by another', { errcode: 5 }, true],
  ['a disk that is full', { errcode: 13 }, true],
  ['a unique value that is there', { code: '23505' }, false],
  ['a fault of ours', {}, false],
])('%s: whether a retry later helps', (_, told, isAway) => {
  expect(isDatabaseAway(Object.assign(new Error('words'), told))).toBe(isAway)
})
