import type { Dictionary } from '#contract/messages/sentences.ts'
import { faultsIn, openPage, settings } from '#tests/support/e2e/language-faults.ts'
import { startServer } from '#tests/support/e2e/server.ts'
import { expect, test } from '#tests/support/e2e/test.ts'
import { foreignWords } from '#tests/support/foreign-letters.ts'

const language = 'gu'

test('in Gujarati every page, error, mail and SMS is in that language alone, and fits at 320, 390 and 1280 pixels', async ({
  browser,
}) => {
  const site = await startServer(settings)
  try {
    const page = await openPage(browser, site)
    const words = (await import(`#contract/messages/${language}/index.ts`)) as Dictionary
    const faults = await faultsIn({ page, site, language, words }, (text, names) =>
      foreignWords(text, language, names),
    )
    expect(faults).toEqual([])
  } finally {
    await site.stop()
  }
})
