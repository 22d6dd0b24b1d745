import { beforeEach, expect, test, vi } from 'vitest'
import { keepBankDraft, readBankDraft } from './bank-form.ts'

const recorded = { accountName: 'Field Worker', accountNo: '100020003000', ifscCode: 'HDFC0000001' }
const held = new Map<string, string>()

beforeEach(() => {
  held.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
    removeItem: (key: string) => held.delete(key),
  })
})

test.each([
  ['nothing changed', {}, {}],
  ['another name', { accountName: 'Asha' }, { accountName: 'Asha' }],
  ['another branch', { ifscCode: 'sbin0000001' }, { ifscCode: 'sbin0000001' }],
  // A partly replaced account could be somebody else's.
  ['another number', { accountNo: '200030004000' }, { accountNo: '' }],
  ['a field emptied', { accountName: '' }, {}],
])('%s is restored over the account on record', (_, typed, shown) => {
  keepBankDraft('key', { ...recorded, ...typed }, recorded)
  expect(readBankDraft('key', recorded)).toEqual({ ...recorded, ...shown })
})

test('neither a number nor anything on record is stored', () => {
  keepBankDraft('key', { ...recorded, accountNo: '200030004000', ifscCode: 'SBIN0000001' }, recorded)
  for (const secret of ['200030004000', ...Object.values(recorded)])
    expect(held.get('key')).not.toContain(secret)
  keepBankDraft('key', recorded, recorded)
  expect(held.size).toBe(0)
})
