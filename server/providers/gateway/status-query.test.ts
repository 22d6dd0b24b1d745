import { describe, expect, it } from 'vitest'
import { type Reply, isUnknown, verdict } from './status-query.ts'

function reply(code: string, changes: Partial<Reply> = {}): Reply {
  const texts = { merchantId: '', transactionId: '', message: '', reason: '', token: '', accountNo: '' }
  return { ...texts, umrn: '', gatewayId: '', amount: '', meta: {}, code, ...changes }
}

describe('the verdict over two replies', () => {
  it.each([
    ['0300', '0300', 'active', '0300'],
    ['9999', '0300', 'active', '0300'],
    ['0398', '0300', 'active', '0300'],
    ['0300', '0398', 'initiated', '0398'],
    ['0300', '9999', 'initiated', '0398'],
    ['0300', '0399', 'failed', '0399'],
    ['0396', '9999', 'initiated', '0396'],
    ['0399', '9999', 'failed', '0399'],
    ['0392', '9999', 'aborted', '0392'],
    ['9999', '9999', 'unknown', '9999'],
    ['', '', 'unknown', ''],
    ['0400', '9999', 'unknown', '0400'],
  ])('for a payment of %s and a mandate of %s is %s, %s', (payment, mandate, state, code) => {
    const answer = verdict('1', { payment: reply(payment), mandate: reply(mandate, { token: '970000001' }) })
    expect(answer).toMatchObject({ state, code })
  })

  it.each([
    ['0300', '0300'],
    ['9999', '0300'],
  ])('for a payment of %s and a mandate of %s without a number is initiated', (payment, mandate) => {
    const answer = verdict('1', { payment: reply(payment), mandate: reply(mandate) })
    expect(answer).toMatchObject({ state: 'initiated', code: '0398' })
  })

  it.each([
    ['9999', reply('9999'), true],
    ['9999', reply(''), true],
    ['9999', reply('ERR1001'), true],
    ['9999', reply('', { message: 'Mandate Verification rejected' }), false],
    ['9999', reply('0398'), false],
    ['0300', reply('9999'), false],
    ['', reply('9999'), false],
  ])('is sought on another day when nothing is known: %s, %j, %s', (payment, mandate, expected) => {
    expect(isUnknown({ payment: reply(payment), mandate })).toBe(expected)
  })

  it('takes the reason from whichever reply has it', () => {
    const payment = reply('0399', { reason: 'AP08 Account holder name mismatch' })
    expect(verdict('1', { payment, mandate: reply('9999') }).reason).toBe(payment.reason)
    const mandate = reply('', { reason: 'Mandate Verification rejected' })
    const failed = { state: 'failed', code: '0399', reason: mandate.reason }
    expect(verdict('1', { payment: reply('0300'), mandate })).toMatchObject(failed)
  })
})
