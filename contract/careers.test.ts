import { expect, test } from 'vitest'
import { careerApplication } from './schemas/careers.ts'
import { careerMessages } from './messages/common.ts'

const birth = careerApplication.shape.date_of_birth

test.each(['1998-02-05', '05-02-1998', '05/02/1998', ' 05/02/1998 '])(
  'the date of birth «%s» is taken as 5 February 1998',
  (written) => {
    expect(birth.parse(written)).toBe('1998-02-05')
  },
)

test.each([
  '30-02-1998',
  '31/04/1998',
  '29-02-1999',
  '02/28/1998',
  '05-02/1998',
  '5-2-1998',
  '05-02-98',
  '00-01-1998',
])('the date of birth «%s» is refused', (written) => {
  expect(birth.safeParse(written).error?.issues).toMatchObject([{ message: careerMessages.birthInvalid }])
})
