import { addressIn, languageCodes } from '#contract/messages/languages.ts'
import { listedPages, pages } from '#contract/paths.ts'
import { expect, test } from '#tests/support/e2e/test.ts'

const KB = 1000

/** Bytes of the compressed English documents before there were other languages. */
const before = {
  [pages.home]: 14_491,
  [pages.about]: 12_087,
  [pages.services]: 11_814,
  [pages.contact]: 14_376,
  [pages.career]: 15_404,
  [pages.register]: 16_793,
  [pages.privacy]: 18_647,
  [pages.terms]: 15_913,
  [pages.refundPolicy]: 13_015,
}

/** Bytes by which a page's English text has grown since. */
const since: Partial<Record<string, number>> = { [pages.privacy]: 2_000 }

test('no page in any language is more than 2 kB larger than before there were languages', async ({
  site,
}) => {
  for (const path of listedPages)
    for (const language of languageCodes) {
      const address = site.url + addressIn(language, path)
      const answer = await fetch(address, { headers: { 'accept-encoding': 'br' } })
      await answer.arrayBuffer()
      expect([answer.status, answer.headers.get('content-encoding')], address).toEqual([200, 'br'])
      // With its styles and inline scripts, compressed.
      const size = Number(answer.headers.get('content-length'))
      expect(size, address).toBeGreaterThan(before[path] / 2)
      expect(size, address).toBeLessThanOrEqual(before[path] + (since[path] ?? 0) + 2 * KB)
    }
})
