import { expect, test } from 'vitest'
import { mandateErrors } from './messages/mandate-answers.ts'
import { bankDetails, updateMandateRequest } from './schemas/mandates.ts'
import { onboardingFieldMessages } from './messages/common.ts'

const { accountName } = bankDetails.shape

test.each(['Asha Mehta', "Asha D'Souza", 'Asha D’Souza', 'Dr. A. P. Namuna', ' MEHTA A '])(
  'the account name «%s» is one that the gateway takes',
  (name) => {
    expect(accountName.parse(name)).toBe(name.trim())
  },
)

test.each([
  'आशा मेहता',
  'Asha આશા',
  'Zoë',
  'Asha Rao-Patil',
  'Asha 2',
  'Asha (Jr)',
  'Mehta & Co',
  '. .',
  'A\tB',
])('the account name «%s» is refused in words, before a token is asked for', (name) => {
  expect(accountName.safeParse(name).error?.issues).toMatchObject([{ message: mandateErrors.otherLetters }])
})

test('what is missing or too short of an account name is said before its letters', () => {
  const first = (name: string) => accountName.safeParse(name).error?.issues[0]?.message
  expect(first('')).toBe(onboardingFieldMessages.accountName.required)
  expect(first('आ')).toBe(onboardingFieldMessages.accountName.tooShort)
})

test('a name that the gateway was asked with is not judged again', () => {
  expect(updateMandateRequest.shape.accountName.parse('Zoë')).toBe('Zoë')
})
