import { describe, expect, it } from 'vitest'
import { bankName } from './routes.ts'

describe('the bank of an IFSC code', () => {
  it.each([
    ['HDFC0000001', 'HDFC Bank'],
    ['SBIN0ABC123', 'State Bank of India'],
    ['BARB0SURATX', 'Bank of Baroda'],
  ])('%s is known by its first four letters', (code, name) => {
    expect(bankName(code)).toBe(name)
  })

  it('is the smaller one where a bank lends a branch or a beginning', () => {
    expect(bankName('APBL0001001')).not.toBe(bankName('APBL0000999'))
    expect(bankName('YESB0ACB001')).not.toBe(bankName('YESB0000001'))
    expect(bankName('YESB0000001')).toBe('Yes Bank')
  })

  it.each(['ZZZZ0000000', '', '__proto__00', 'constructor'])('%j belongs to none', (code) => {
    expect(bankName(code)).toBeUndefined()
  })
})
