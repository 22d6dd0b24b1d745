import { expect, test, vi } from 'vitest'
import { timeOpen } from './page.ts'

test.each([
  ['a page opened as it came', [{ activationStart: 0 }], 9000],
  ['a page drawn 8 seconds before it was opened', [{ activationStart: 8000.4 }], 1000],
  ['a browser that does not draw ahead', [{}], 9000],
  ['a browser without the entry', [], 9000],
])('%s counts from its opening', (_, entries, open) => {
  vi.spyOn(performance, 'now').mockReturnValue(9000.2)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries as unknown as PerformanceEntryList)
  expect(timeOpen()).toBe(open)
})
