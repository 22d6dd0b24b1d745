import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import postcss, { type AtRule, type Declaration, type Node } from 'postcss'
import { features } from 'web-features'
import { oldestBrowsers } from '#scripts/build/browsers.ts'

interface Kind {
  status?: { by_compat_key?: Record<string, { support: Support }> }
}

type Support = Partial<Record<string, string>>

const oldest = Object.entries(oldestBrowsers())
/** Browser support of CSS, HTML and JavaScript features, by MDN's key. */
const supports = new Map<string, Support>()
for (const feature of Object.values(features) as Kind[]) {
  for (const [key, { support }] of Object.entries(feature.status?.by_compat_key ?? {}))
    supports.set(key, support)
}

/** Returns the first version with a feature; «≤4» is 4; NaN if unknown. */
function since(support: Support, browser: string): number {
  return parseFloat(support[browser]?.replace('≤', '') ?? 'none')
}

/** Returns the supported browsers that lack a feature; none if its support is unknown. */
export function whoLacks(key: string): string[] {
  const support = supports.get(key)
  if (!support) return []
  const missing = oldest.filter(([name, version]) => !(since(support, name) <= version))
  return missing.map(([name, version]) => `${name} ${version} (came with ${support[name] ?? 'none'})`)
}

/**
 * Returns names of JavaScript members and globals that current engines have but some supported browsers lack, each with
 * a key. Names that only one engine has are left out, because our own code uses many of them.
 */
function lateNames(): Map<string, string> {
  const names = new Map<string, string>()
  const known = new Set<string>()
  for (const [key, support] of supports) {
    if (!/^(api|javascript\.builtins)\./.test(key)) continue
    const name =
      key
        .split('.')
        .at(-1)
        ?.replace(/_(static|event)$/, '') ?? ''
    if (whoLacks(key).length === 0) known.add(name)
    else if (oldest.every(([browser]) => since(support, browser) > 0)) names.set(name, key)
  }
  for (const name of known) names.delete(name)
  return names
}

const same = 'a member of ours or of a library has that name'
const plainer = 'lines break as they always did'
const wider = 'the page behind scrolls on at the end'
const list = 'the page is as without scripts: everything is seen, one under another'

/** Features in use that a supported browser lacks, by MDN's key, with what happens there. */
const fallbacks: Record<string, string> = {
  'api.Document.startViewTransition': 'React asks for it first',
  'api.Element.checkVisibility': 'Base UI asks for it first and looks at styles instead',
  'api.FontFaceSet.check': same,
  'api.TrustedTypePolicy.createScriptURL': 'the address is taken as it is',
  'api.TrustedTypePolicyFactory.createPolicy': 'there is no policy to ask',
  'api.ViewTransition.skipTransition': 'React asks for it first',
  'css.at-rules.media.scripting': list,
  'css.at-rules.page': 'paper has the margins that the browser gives it',
  'css.at-rules.starting-style': 'it appears without a transition',
  'css.properties.accent-color': 'the mark in the box has no contrast of its own choice',
  'css.properties.break-after.avoid': 'a heading may end a printed page',
  'css.properties.orphans': 'printed pages break as the browser likes',
  'css.properties.overscroll-behavior': wider,
  'css.properties.overscroll-behavior.contain': wider,
  'css.properties.scrollbar-gutter': 'the scrollbar takes its width when it comes',
  'css.properties.scrollbar-gutter.stable': 'the scrollbar takes its width when it comes',
  'css.properties.text-wrap': plainer,
  'css.properties.text-wrap.balance': plainer,
  'css.properties.text-wrap.pretty': plainer,
  'css.properties.widows': 'printed pages break as the browser likes',
  'css.selectors.marker': 'the number has the colour of the text',
  'html.elements.link.blocking': 'a page may be drawn before its main part is whole',
  'html.elements.input.capture': 'the chooser of files opens, which has the camera too',
  'javascript.builtins.Iterator.toArray': same,
  'javascript.builtins.Set.union': same,
}

const root = path.resolve(import.meta.dirname, '../..')

/** Returns features in the sources and built pages that `.browserslistrc` does not cover and that have no fallback. */
export function checkBrowsers(): string[] {
  const files = globSync(['web/**/*.{css,ts,tsx}', 'contract/**/*.ts', 'dist/**/*.{html,js,mjs}'], {
    cwd: root,
  })
  const uses = files
    // Excludes code that only the server runs.
    .filter((file) => !/\.test\.tsx?$|^dist\/_server\//.test(file))
    .flatMap((file) =>
      [...keysIn(file, readFileSync(path.join(root, file), 'utf8'))].map((key) => ({ file, key })),
    )
    .map((use) => ({ ...use, missing: whoLacks(use.key) }))
    .filter(({ missing }) => missing.length > 0)
  const used = new Set(uses.map(({ key }) => key))
  const unused = Object.keys(fallbacks).filter((key) => !used.has(key))
  return [
    ...uses
      .filter(({ key }) => !(key in fallbacks))
      .map(({ file, key, missing }) => `${file} uses ${key}, which is not in ${missing.join(', ')}`),
    ...unused.map((key) => `checks/browsers.ts names ${key}, which nothing uses`),
  ]
}

/** Returns MDN's keys of the features in a file. */
export function keysIn(file: string, text: string): Set<string> {
  const keys = new Set<string>()
  if (file.endsWith('.css')) addCss(keys, text)
  else if (file.endsWith('.html')) addHtml(keys, text)
  // The PDF reader includes its own polyfills.
  else if (!/\bpdf\./.test(path.basename(file))) addScript(keys, text)
  return keys
}

const names = lateNames()

/** Minified code has no comments. In sources a word after a dot is nearly always a member. */
function addScript(keys: Set<string>, text: string): void {
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  for (const [, member, global] of withoutComments.matchAll(/(?<!\.)\.([A-Za-z]\w+)\(|\bnew ([A-Z]\w+)/g)) {
    const key = names.get(member ?? global ?? '')
    if (key !== undefined) keys.add(key)
  }
}

function addHtml(keys: Set<string>, text: string): void {
  for (const [, css = ''] of text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)) addCss(keys, css)
  for (const [, script = ''] of text.matchAll(/<script(?![^>]*json)[^>]*>([\s\S]*?)<\/script>/g))
    addScript(keys, script)
  const markup = text.replace(/<(style|script)[^>]*>[\s\S]*?<\/\1>/g, '')
  for (const [, tag = '', attributes = ''] of markup.matchAll(
    /<([a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)/g,
  )) {
    keys.add(`html.elements.${tag}`)
    for (const [, attribute = ''] of attributes.replace(/="[^"]*"/g, '').matchAll(/\s([a-z-]+)/g)) {
      keys.add(`html.global_attributes.${attribute}`).add(`html.elements.${tag}.${attribute}`)
    }
  }
}

function addCss(keys: Set<string>, text: string): void {
  const sheet = postcss.parse(text)
  sheet.walkDecls((declaration) => {
    if (!isGuarded(declaration) && !hasEarlierForm(declaration)) addDeclaration(keys, declaration)
  })
  sheet.walkAtRules((rule) => {
    if (!isGuarded(rule)) addAtRule(keys, rule)
  })
  sheet.walkRules((rule) => {
    if (isGuarded(rule)) return
    for (const [, pseudo = ''] of rule.selector.matchAll(/(?<!\\):{1,2}([a-z-]+)/g))
      keys.add(`css.selectors.${pseudo}`)
    if (/(^|[^\\])&/.test(rule.selector)) keys.add('css.selectors.nesting')
  })
}

function addDeclaration(keys: Set<string>, { prop, value }: Declaration): void {
  const bare = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
  if (!prop.startsWith('--')) keys.add(`css.properties.${prop}`)
  for (const [, word = '', call] of bare.matchAll(/(?<![\w.#-])([a-z][a-z-]*)(\(?)/g)) {
    if (call === '') keys.add(`css.properties.${prop}.${word}`).add(`css.types.color.system-color.${word}`)
    else keys.add(`css.types.${word}`).add(`css.types.color.${word}`).add(`css.types.image.${word}`)
  }
}

function addAtRule(keys: Set<string>, { name, params }: AtRule): void {
  keys.add(`css.at-rules.${name}`)
  if (name !== 'media') return
  for (const [, feature = ''] of params.matchAll(/\(\s*([a-z-]+)/g)) keys.add(`css.at-rules.media.${feature}`)
  if (/[<>]/.test(params)) keys.add('css.at-rules.media.range_syntax')
}

/** Returns whether a rule is within `@supports`. */
function isGuarded(node: Node): boolean {
  for (let above = node.parent; above; above = above.parent) {
    if (above.type === 'atrule' && (above as unknown as AtRule).name === 'supports') return true
  }
  return false
}

/** Returns whether the same rule has an earlier declaration as a fallback. */
function hasEarlierForm(declaration: Declaration): boolean {
  for (let before = declaration.prev(); before; before = before.prev()) {
    if (before.type === 'decl' && (before as Declaration).prop === declaration.prop) return true
  }
  return false
}
