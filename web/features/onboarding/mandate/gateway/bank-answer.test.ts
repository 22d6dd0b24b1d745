import { expect, test } from 'vitest'
import { readBankAnswer, acceptedAs } from './bank-answer.ts'

const id = '1234567890123'

function response(transaction: object, instruction: unknown = { id: '900000001' }) {
  return {
    merchantTransactionIdentifier: id,
    paymentMethod: { paymentTransaction: { instruction, ...transaction } },
  }
}

test('the code, the words and the instruction’s id are read from the places that the gateway’s script uses', () => {
  const answer = readBankAnswer(response({ statusCode: '0398', statusMessage: 'initiated' }), id)
  const responseMessage = 'initiated'
  expect(answer).toEqual({ mandateRegNo: '900000001', responseCode: '0398', responseMessage })
})

test('a code that is a number, and nulls instead of texts, are read too', () => {
  const transaction = { statusCode: 399, statusMessage: null, errorMessage: 'AP11' }
  const answer = readBankAnswer(response(transaction, null), id)
  expect(answer).toEqual({ mandateRegNo: '', responseCode: '0399', responseMessage: 'AP11' })
})

test.each([
  ['nothing', undefined],
  ['a text', 'success'],
  ['an answer without its middle', { paymentMethod: {} }],
  ['an answer with an empty code', response({ statusCode: '  ' })],
  ['an answer to another', { ...response({ statusCode: '0300' }), merchantTransactionIdentifier: '9' }],
])('%s is no answer', (_, given) => {
  expect(readBankAnswer(given, id)).toBeUndefined()
})

test('a person is registered after 0300, and after the codes of a bank that decides later', () => {
  expect(acceptedAs('0300')).toBe('Success')
  for (const code of ['0398', '0396', '0397']) expect(acceptedAs(code)).toBe('Initiated')
  for (const code of ['0399', '0392', '9999', '', '398']) expect(acceptedAs(code)).toBeUndefined()
})
