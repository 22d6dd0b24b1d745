import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { describe } from 'vitest'
import type { Language } from '#contract/messages/languages.ts'
import type { Dictionary } from '#contract/messages/sentences.ts'
import { run } from '#scripts/run.ts'
import { overflowing } from '#tests/support/e2e/problems.ts'
import { formScreens, onlyNarrow, pageScreens, registrationScreens } from '#tests/support/e2e/screens.ts'
import { startServer } from '#tests/support/e2e/server.ts'
import { DESKTOP, expect, HEIGHT, PHONE, siteSettings, newPage, test } from '#tests/support/e2e/test.ts'
import { beginVisit, faultsOnVisit, reach, testVisit } from '#tests/support/e2e/visits.ts'
import { unbracketed } from '#tests/support/foreign-letters.ts'
import { projectWithPseudoLanguage, PSEUDO } from '#tests/support/pseudo-language.ts'

// A translator would not see words that are in no dictionary.
test('in a language added as a folder no text has a word that the dictionary lacks', async ({ browser }) => {
  const cache = path.resolve(import.meta.dirname, '../../.cache')
  await using begun = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(cache, 'pseudo-'))
  begun.defer(() => rm(folder, { recursive: true, force: true }))
  await projectWithPseudoLanguage(folder)
  await buildIn(folder)
  const site = await startServer(siteSettings, path.join(folder, 'server/main.ts'))
  begun.defer(site.stop)
  const words = (await import(path.join(folder, 'contract/messages', PSEUDO, 'index.ts'))) as Dictionary
  const visit = await beginVisit(
    await newPage(browser, { baseURL: site.url }),
    { site, language: PSEUDO as Language, words },
    unbracketed,
  )
  for (const screen of Object.entries({ ...pageScreens, ...formScreens, ...registrationScreens })) {
    const page = await reach(screen, visit)
    expect.soft(await visit.reader.faultsIn(page), screen[0]).toEqual([])
    // It is longer than any of our languages, so its bar may have more lines.
    for (const width of onlyNarrow.includes(screen[0]) ? [320, PHONE] : [320, DESKTOP, PHONE]) {
      await page.setViewportSize({ width, height: HEIGHT })
      expect.soft(await overflowing(page), `${screen[0]}, at ${width} pixels`).toEqual([])
    }
  }
  expect(await visit.reader.faultsInMessages(4, 2)).toEqual([])
})

const testHindi = testVisit('hi')
describe('in Hindi every word is of that language, and all fits', () => {
  testHindi.for(Object.entries(pageScreens))('%s', async (screen, { visit }) => {
    expect(await faultsOnVisit(screen, visit)).toEqual([])
  })
})

async function buildIn(folder: string): Promise<void> {
  const args = [path.join(folder, 'scripts/build/site.ts')]
  const { code, output } = await run({ command: 'node', args, limit: 300_000 })
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' })
}
