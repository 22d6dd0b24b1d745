import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type CssNode, generate, ident, type List, type ListItem, parse, walk } from 'css-tree'

const styles = /<style>(.*?)<\/style>/gs
/** What may be the name of a class in markup and in scripts; one of Tailwind's may hold brackets, colons and commas. */
const words = /[^<>"'`\s=]+/g

/**
 * Leaves out of each document's styles the rules for classes that neither its markup nor a script that it may load names:
 * Tailwind makes one style sheet for all pages. No other part of a selector is looked at. What is left stands in the head,
 * where HTML allows it: Astro writes the styles of its islands before the first of them.
 */
export function leaveOutUnusedStyles(site: string): void {
  for (const name of readdirSync(site, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue
    const file = path.join(site, name)
    const html = readFileSync(file, 'utf8')
    const markup = html.replaceAll(styles, '')
    const named = new Set([markup, ...scriptsOf(site, markup)].flatMap((text) => text.match(words) ?? []))
    const used = [...html.matchAll(styles)].map(([, css = '']) => `<style>${usedStyles(css, named)}</style>`)
    writeFileSync(
      file,
      markup.replace('</head>', () => `${used.join('')}</head>`),
    )
  }
}

/** The texts of all scripts that a document names, and of those that they name in turn, to be loaded now or later. */
function scriptsOf(site: string, markup: string): Iterable<string> {
  const found = new Map<string, string>()
  const read = (text: string) => {
    for (const [name] of text.matchAll(/[\w.-]+\.js\b/g)) {
      const file = path.join(site, '_astro', name)
      if (found.has(name) || !existsSync(file)) continue
      const script = readFileSync(file, 'utf8')
      found.set(name, script)
      read(script)
    }
  }
  read(markup)
  return found.values()
}

/** The same styles without the selectors that ask for a class that is not named, and what is empty then. */
export function usedStyles(css: string, named: ReadonlySet<string>): string {
  const isUsed = (selector: CssNode) =>
    selector.type !== 'Selector' ||
    !selector.children.some((part) => part.type === 'ClassSelector' && !named.has(ident.decode(part.name)))
  const sheet = parse(css)
  walk(sheet, {
    leave(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      if (node.type === 'Rule' && node.prelude.type === 'SelectorList') {
        node.prelude.children = node.prelude.children.filter(isUsed)
        if (node.prelude.children.isEmpty) list.remove(item)
      }
      if (node.type === 'Atrule' && node.block?.children.isEmpty) list.remove(item)
    },
  })
  return generate(sheet)
}
