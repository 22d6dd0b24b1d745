import { describe } from 'vitest'
import { registrationScreens } from '#tests/support/e2e/screens.ts'
import { expect } from '#tests/support/e2e/test.ts'
import { faultsOnVisit, testVisit } from '#tests/support/e2e/visits.ts'

const test = testVisit('gu')

describe('in Gujarati every word is of that language, all fits at every width, and axe finds nothing', () => {
  test.for(Object.entries(registrationScreens))('%s', async (screen, { visit }) => {
    expect(await faultsOnVisit(screen, visit)).toEqual([])
  })

  test('mails, SMS, agreements, and what the server answered', async ({ visit }) => {
    expect(await visit.reader.faultsInMessages(4, 2)).toEqual([])
  })
})
