import { describe } from 'vitest'
import { pages } from '#contract/paths.ts'
import { faultsOf } from '#tests/support/e2e/problems.ts'
import { formScreens, pageScreens } from '#tests/support/e2e/screens.ts'
import { expect } from '#tests/support/e2e/test.ts'
import { faultsOnVisit, reach, testVisit } from '#tests/support/e2e/visits.ts'

const test = testVisit('en')
describe('in English axe finds nothing, all fits at every width, and a hand and forced colours find it', () => {
  test.for(Object.entries(pageScreens))('%s', async (screen, { visit }) => {
    expect(await faultsOf(await reach(screen, visit), { isPublic: true })).toEqual([])
  })

  test('the sandbox’s page', async ({ visit: { page } }) => {
    await page.goto(pages.sandbox)
    expect(await faultsOf(page)).toEqual([])
  })
})

const testGujarati = testVisit('gu')
describe('in Gujarati every word is of that language, all fits, and axe finds nothing in the forms', () => {
  testGujarati.for(Object.entries({ ...pageScreens, ...formScreens }))('%s', async (screen, { visit }) => {
    expect(await faultsOnVisit(screen, visit)).toEqual([])
  })

  testGujarati('what the server answered', async ({ visit }) => {
    expect(await visit.reader.faultsInMessages(2, 0)).toEqual([])
  })
})
