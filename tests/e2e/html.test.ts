import path from 'node:path'
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'
import { pages, recordPages } from '#contract/paths.ts'
import { everyPage } from '#tests/support/e2e/site-pages.ts'
import { expect, test } from '#tests/support/e2e/test.ts'

/** A page of a record is one document for any id. */
const documents = [...everyPage, pages.sandbox, ...Object.values(recordPages).map((folder) => `${folder}x`)]
const root = path.resolve(import.meta.dirname, '../..')

test('every document the server gives is valid HTML', async ({ site }) => {
  const validator = new HtmlValidate(new FileSystemConfigLoader())
  for (const address of documents) {
    const html = await (await fetch(site.url + address)).text()
    const { results } = await validator.validateString(html, path.join(root, 'served.html'))
    const findings = results.flatMap(({ messages }) =>
      messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
    )
    expect(findings, address).toEqual([])
  }
})

test('no token of the build is left in any document', async ({ site }) => {
  for (const address of [...documents, '/sitemap.xml', '/robots.txt', '/site.webmanifest']) {
    expect(await (await fetch(site.url + address)).text(), address).not.toMatch(/\[\[|\]\]/)
  }
})

test('no document names a line under a link and its thickness in one: WebKit shows none of it', async ({
  site,
}) => {
  for (const address of documents) {
    const html = await (await fetch(site.url + address)).text()
    expect(html.match(/text-decoration:[^;}]*\d/g), address).toBe(null)
  }
})

test('scripts and styles of every document are our own or stand in it', async ({ open, site }) => {
  const page = await open()
  for (const address of [...everyPage, pages.sandbox]) {
    await page.goto(address)
    const inline = await page.locator('[style], [onclick], [onload], [onsubmit]').count()
    expect(inline, address).toBe(0)
    const sources = await page
      .locator('script[src], link[rel="stylesheet"]')
      .evaluateAll((all) =>
        all.map(
          (one) => new URL(one.getAttribute('src') ?? one.getAttribute('href') ?? '', location.href).origin,
        ),
      )
    expect(sources.filter((origin) => origin !== site.url)).toEqual([])
  }
})
