import { describe } from 'vitest'
import { pages } from '#contract/paths.ts'
import { faultsOf, misfits, publicFaults } from '#tests/support/e2e/problems.ts'
import { formScreens, onlyNarrow, pageScreens } from '#tests/support/e2e/screens.ts'
import { expect } from '#tests/support/e2e/test.ts'
import { reach, readerOf, testVisit } from '#tests/support/e2e/visits.ts'

const test = testVisit('en')
describe('in English axe finds nothing, all fits at every width, and a hand and forced colours find it', () => {
  test.for(Object.entries(pageScreens))('%s', async (screen, { visit }) => {
    expect(await publicFaults(await reach(screen, visit))).toEqual([])
  })

  test('the sandbox’s page', async ({ open }) => {
    const page = await open()
    await page.goto(pages.sandbox)
    expect(await faultsOf(page)).toEqual([])
  })
})

const testHindi = testVisit('hi')
describe('in Hindi every word is of that language, and all fits', () => {
  testHindi.for(Object.entries(pageScreens))('%s', async (screen, { visit }) => {
    const page = await reach(screen, visit)
    expect([...(await readerOf(visit).faultsIn(page)), ...(await misfits(page))]).toEqual([])
  })
})

const testGujarati = testVisit('gu')
describe('in Gujarati every word is of that language, and all fits', () => {
  testGujarati.for(Object.entries(pageScreens))('%s', async (screen, { visit }) => {
    const page = await reach(screen, visit)
    expect([...(await readerOf(visit).faultsIn(page)), ...(await misfits(page))]).toEqual([])
  })

  testGujarati.for(Object.entries(formScreens))(
    '%s, in which axe finds nothing',
    async (screen, { visit }) => {
      const page = await reach(screen, visit)
      const faults = await publicFaults(page, { isNarrow: onlyNarrow.includes(screen[0]) })
      expect([...(await readerOf(visit).faultsIn(page)), ...faults]).toEqual([])
    },
  )

  testGujarati('what the server answered', async ({ visit }) => {
    expect(await readerOf(visit).faultsInMessages(2, 0)).toEqual([])
  })
})
