import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Has a document name all scripts that its islands begin with, and an address that they ask first: a browser then asks for
 * all at once, instead of learning of each in the one before. What is loaded once it is wanted is left out.
 */
export function preloadScripts(site: string, document: string, firstCall: string): void {
  const file = path.join(site, document)
  const html = readFileSync(file, 'utf8')
  const islands = [...html.matchAll(/(?:component|renderer)-url="(\/[^"]+\.js)"/g)].map(([, url = '']) => url)
  const scripts = new Set<string>()
  for (const url of islands) addWithImports(site, url, scripts)
  const links = [...scripts].map((url) => `<link rel="modulepreload" href="${url}">`)
  const call = `<link rel="preload" as="fetch" crossorigin href="${firstCall}">`
  writeFileSync(
    file,
    html.replace('</head>', () => `${links.join('')}${call}</head>`),
  )
}

/** A script and those that it imports at its beginning, in turn. */
function addWithImports(site: string, url: string, found: Set<string>): void {
  if (found.has(url)) return
  found.add(url)
  const text = readFileSync(path.join(site, url), 'utf8')
  // As the bundler writes them; `import(` and `import.meta` are something else.
  for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g))
    addWithImports(site, path.posix.join(path.posix.dirname(url), name), found)
}
