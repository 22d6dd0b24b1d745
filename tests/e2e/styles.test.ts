import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { builtSite } from '#tests/support/server.ts'

/** Names by which scripts and tests find elements, without styles. */
const hooks = new Set(['language-offer'])

/** Returns the classes in a document's markup without a rule in its sheets. */
function unstyled(document: string): string[] {
  const html = readFileSync(path.join(builtSite, document), 'utf8')
  const sheets = [...html.matchAll(/href="(\/_astro\/[^"]+\.css)"/g)].map(([, sheet = '']) =>
    readFileSync(path.join(builtSite, sheet), 'utf8'),
  )
  const styles = [
    ...sheets,
    ...[...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, own = '']) => own),
  ].join('\n')
  const used = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) =>
    names.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&gt;', '>').split(/\s+/),
  )
  const hasRule = (name: string) => {
    const selector = `.${name.replaceAll(/[^\w-]/g, (sign) => `\\${sign}`)}`
    const at = styles.split(selector)
    return at.slice(1).some((rest) => !/^[\w\\-]/.test(rest))
  }
  return [...new Set(used)].filter((name) => name !== '' && !hooks.has(name) && !hasRule(name))
}

test('every class in a page’s markup has a rule in its sheets', () => {
  const documents = readdirSync(builtSite).filter((name) => name.endsWith('.html') && name !== 'staff.html')
  const faults = documents.map((name) => [name, unstyled(name)] as const)
  expect(faults.filter(([, classes]) => classes.length > 0)).toEqual([])
  expect(documents.length).toBeGreaterThan(10)
})
