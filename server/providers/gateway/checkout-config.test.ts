import { describe, expect, it } from 'vitest'
import { requestToken, sameHash, type TokenParts } from './checkout-config.ts'

const salt = 'TESTSALT0000AAAA'
const parts: TokenParts = {
  merchantId: 'T000001',
  transactionId: 'TXN0000000001',
  amount: '1.00',
  accountNo: '',
  consumerId: 'EMP0001',
  phone: '9000000000',
  email: 'worker@example.test',
  startDate: '01-02-2026',
  endDate: '29-01-2066',
  maxAmount: '20000',
  amountType: 'M',
  frequency: 'ADHO',
}

describe('the token of a request', () => {
  it('is SHA-512 over seventeen values, the absent ones as nothing', () => {
    expect(requestToken(parts, salt)).toBe(
      '844f2555cfdd2e9e9974a694f66666b47655be414a1720c3088fc68c0e36a7ee142df30eef1aafce1b6cabee892293e72bf00999b6a1acffcfa088010f1a1c8d',
    )
  })

  it('holds the account where one is sent', () => {
    expect(requestToken({ ...parts, accountNo: '123456789012' }, salt)).toBe(
      'b8288a5d0fb6c8262254e1b500414bbb2975e05cf16bf79aa10d20b4075f3c734533880d807d51c8ed7c078d21bfa999e91f856fc37c7f968bd62b6157085960',
    )
  })

  it('is SHA-256 for the older kind of device', () => {
    expect(requestToken(parts, salt, 'sha256')).toBe(
      '5e69403073f763a2c2da864e99e1af05b4396b456bb058285758c15c2db5b949',
    )
  })

  it.each(Object.keys(parts) as (keyof TokenParts)[])('is another one when %s is', (name) => {
    expect(requestToken({ ...parts, [name]: `${parts[name]}0` }, salt)).not.toBe(requestToken(parts, salt))
  })
})

describe('two hashes', () => {
  it('are one in whatever letters the given one is written', () => {
    expect(sameHash('AB12', 'ab12')).toBe(true)
    expect(sameHash('ab13', 'ab12')).toBe(false)
    expect(sameHash('ab1', 'ab12')).toBe(false)
    expect(sameHash('', 'ab12')).toBe(false)
  })
})
