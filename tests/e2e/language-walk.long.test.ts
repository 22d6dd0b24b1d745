import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Language } from '#contract/messages/languages.ts'
import type { Dictionary } from '#contract/messages/sentences.ts'
import { run } from '#scripts/run.ts'
import { faultsIn, openPage, settings } from '#tests/support/e2e/language-faults.ts'
import { startServer } from '#tests/support/e2e/server.ts'
import { expect, test } from '#tests/support/e2e/test.ts'
import { unbracketed } from '#tests/support/foreign-letters.ts'
import { projectWithPseudoLanguage, PSEUDO } from '#tests/support/pseudo-language.ts'

// What no dictionary has, no translator would see.
test('in a language added as one folder and one line no page, error, mail or SMS has a word that the folder has not', async ({
  browser,
}) => {
  const cache = path.resolve(import.meta.dirname, '../../.cache')
  const folder = await mkdtemp(path.join(cache, 'pseudo-'))
  try {
    await projectWithPseudoLanguage(folder)
    await buildIn(folder)
    const site = await startServer(settings, path.join(folder, 'server/main.ts'))
    onTestFinished(() => site.stop())
    const words = (await import(path.join(folder, 'contract/messages', PSEUDO, 'index.ts'))) as Dictionary
    const page = await openPage(browser, site)
    expect(await faultsIn({ page, site, language: PSEUDO as Language, words }, unbracketed)).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

async function buildIn(folder: string): Promise<void> {
  const args = [path.join(folder, 'scripts/build/site.ts')]
  const { code, output } = await run({ command: 'node', args, limit: 300_000 })
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' })
}
