import { fileURLToPath } from 'node:url'
import { minify } from '@swc/core'
import type { AstroUserConfig } from 'astro'
import type { Language } from '#contract/messages/languages.ts'

type Plugin = Exclude<
  NonNullable<NonNullable<AstroUserConfig['vite']>['plugins']>[number],
  PromiseLike<unknown> | false | null | undefined | unknown[]
>

const inBrowser = { applyToEnvironment: ({ name }: { name: string }) => name === 'client' }

/** Takes `#messages/…` from the folder of a language; TypeScript and Node, which know one build alone, take English. */
export function messagesIn(language: Language): Plugin {
  return {
    name: 'messages-of-language',
    enforce: 'pre',
    resolveId(source, importer, options) {
      const [, file] = /^#messages\/(.+)$/.exec(source) ?? []
      if (file === undefined) return null
      return this.resolve(`#contract/messages/${language}/${file}`, importer, { ...options, skipSelf: true })
    },
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What few visitors need: what it uses stays in the others' files, and is not cut out of them into one that both load. */
const apart = 'web/ui/did-you-mean.tsx'

/** The islands, and the page with a script of its own, by the file or folder that only one of them loads. */
const islands: [place: string, island: string][] = [
  ['web/features/onboarding/links/sign-agreement.tsx', 'sign-agreement'],
  ['web/features/onboarding/links/mandate-retry.tsx', 'mandate-retry'],
  ['web/features/onboarding/', 'onboarding'],
  ['web/features/careers/', 'careers'],
  ['web/features/enquiries/', 'enquiries'],
  ['web/features/my/', 'my'],
  ['web/features/staff/', 'staff'],
  ['web/views/jobs/', 'jobs'],
  [apart, 'apart'],
]
/** What several islands use. A page has one island, so that the state of a copy is its page's own. */
const shared = [
  ...['contract/', 'web/lib/', 'web/ui/', 'node_modules/zod/'],
  ...['mandate/', 'agreement/', 'links/'].map((part) => `web/features/onboarding/${part}`),
]
/** The desk takes icons that no public page has, of which pages share one file. */
const sharedWithDesk = [...shared, 'node_modules/lucide-react/']
/** The page of one's own data takes parts of two forms, which would else be files that those forms load beside their own. */
const sharedWithOwnPage = [...sharedWithDesk, 'web/features/careers/', 'web/features/onboarding/']
const sharedWith: Record<string, string[]> = { staff: sharedWithDesk, my: sharedWithOwnPage }
const copy = '?of='

/** The island that a module belongs to: that of its copy, or of its place. */
function islandOf(module: string): string | undefined {
  const [file = '', island] = module.split(copy)
  return island ?? islands.find(([place]) => file.startsWith(root + place))?.[1]
}

/**
 * Gives each island its own copy of what several use. What a bundler shares between pages holds everything that any of
 * them uses: without the copies the form of enquiries has 6 kB more of scripts, that of careers 7, and the pages that a link
 * leads to 10, in twice as many files.
 */
export const ownCopies: Plugin = {
  ...{ name: 'own-copies', apply: 'build', enforce: 'pre' },
  ...inBrowser,
  async resolveId(source, importer, options) {
    const island = islandOf(importer ?? '')
    if (!island) return null
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (!found || found.external) return found
    const places = sharedWith[island] ?? shared
    const isCopied =
      /\.(m?js|tsx?)$/.test(found.id) &&
      places.some((place) => found.id.startsWith(root + place)) &&
      found.id !== root + apart
    return isCopied ? { ...found, id: `${found.id}${copy}${island}` } : found
  },
}

interface ModuleGraph {
  getModuleInfo(module: string): { isEntry: boolean; importers: readonly string[] } | null
}

/** The islands of which a part is fetched once it is wanted. */
const islandsWithLateParts = ['careers', 'onboarding', 'mandate-retry', 'sign-agreement']

/**
 * Names the one script that holds what such an island needs at once: a bundler makes a script of its own of all that a late
 * part needs too, and each request costs a phone more than that could spare.
 */
export function scriptOfIsland(module: string, graph: ModuleGraph): string | null {
  const island = islandOf(module) ?? ''
  return islandsWithLateParts.includes(island) && isNeededAtOnce(module, graph) ? island : null
}

/** Whether an entry leads to the module by static imports alone. */
function isNeededAtOnce(module: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(module)) return false
  seen.add(module)
  const { isEntry = false, importers = [] } = graph.getModuleInfo(module) ?? {}
  return isEntry || importers.some((importer) => isNeededAtOnce(importer, graph, seen))
}

const plain = `${root}web/ui/plain-icon.ts`
const standIn = '\0plain-icon'

/** Draws lucide's icons with `web/ui/plain-icon.ts`: with its own code a form has 1 kB more of scripts. */
export const plainIcons: Plugin = {
  ...{ name: 'plain-icons', apply: 'build', enforce: 'pre' },
  configEnvironment: () => ({ resolve: { noExternal: ['lucide-react'] } }),
  resolveId: (source) => (source === '../createLucideIcon.mjs' ? standIn : null),
  load: (id) => (id === standIn ? `export { plainIcon as default } from ${JSON.stringify(plain)}` : null),
}

const ownIsland = '\0own-island'

/** Wakes an island, which here has no properties, no slots and no island in it; what did not come is asked for once more. */
const islandScript = `customElements.define('astro-island', class extends HTMLElement {
  connectedCallback() {
    const [client, part, code, renderer] = ['client', 'component-export', 'component-url', 'renderer-url'].map((name) => this.getAttribute(name))
    const load = (url) => import(url).catch(async () => {
      await new Promise((ready) => setTimeout(ready, 1000))
      return import(url + '?again')
    })
    Astro[client](async () => {
      const [parts, { default: hydrate }] = await Promise.all([load(code), load(renderer)])
      return () => hydrate(this)(parts[part], {}, {}, { client })
    })
  }
})`

/** Puts that in the place of Astro's own script for islands, which adds 1.5 kB to the document of every form. */
export const ownIslands: Plugin = {
  ...{ name: 'own-islands', apply: 'build', enforce: 'pre' },
  resolveId: (source) => (source === './astro-island.prebuilt.js' ? ownIsland : null),
  async load(id) {
    if (id !== ownIsland) return null
    return `export default ${JSON.stringify((await minify(islandScript)).code)}`
  },
}

/** Rewrites the text of modules, by their path, before the bundler reads it; what else it is told of them is `more`. */
function rewriting(name: string, id: RegExp, rewrite: (code: string) => string, more: object = {}): Plugin {
  const handler = (code: string) => ({ code: rewrite(code), map: null, ...more })
  return { name, apply: 'build', enforce: 'pre', transform: { filter: { id }, handler } }
}

/**
 * Tells the bundler that to make a schema does nothing else, and to load a module of the contract neither, so that a page
 * leaves out what it does not use: of zod's own calls it knows that, but not of the checks that are added to them. It saves
 * 0.7 kB of /career, which is 0.4 kB below its budget, 0.3 to 0.6 kB of the other forms, and 0.9 kB of the desk.
 */
export const pureSchemas = rewriting(
  'pure-schemas',
  /\/contract\/[\w/-]+\.ts(\?|$)/,
  (code) => code.replaceAll(/(?<=[=(:,[]\s*)z\.\w+\(/g, '/* @__PURE__ */ $&'),
  { moduleSideEffects: false },
)

const callsFile = /\/contract\/schemas\/staff-api\.ts(\?|$)/
const ofServer = /\b(?:params|query|body|answer): [\w.]+,?|\berrors: \[[^\]]*\],?|\bothers: \{[^}]*\},?/g

/**
 * Leaves out of the desk's table of calls what the server alone reads: the sentences of its API document, what a call takes
 * and what it answers. With it go the schemas, of which a screen has its own: 6 kB of the desk's first screen, and the time
 * that it takes to make them.
 */
export const callsWithoutServer = {
  ...rewriting('calls-without-server', callsFile, (code) =>
    code
      .replaceAll(/(\bcall\(\s*\w+,\s*'[A-Z]+ [^']*',\s*)'[^']*'/g, "$1''")
      .replaceAll(ofServer, '')
      .replaceAll(/^import \* as (?!z )\w+ .*$/gm, ''),
  ),
  ...inBrowser,
}

const fieldsFile = /\/contract\/fields\/(?:application|enquiry|executive)\.ts(\?|$)/

/** Leaves out of the fields of forms what the server alone reads of them: 0.2 kB of each form. */
export const fieldsWithoutServer = {
  ...rewriting('fields-without-server', fieldsFile, (code) =>
    code.replaceAll(/^ {4}(?:notice|desk|optionNames|mask|search|asked|row|mail): .*,\n/gm, ''),
  ),
  ...inBrowser,
}

/** What Tailwind writes for browsers without `@property`: no browser that we build for is one. It is 0.1 kB of every page. */
const withoutProperty = /@layer properties\s*\{\s*@supports[^{]*\{[^{]*\{[^}]*\}\s*\}\s*\}/

/** Leaves that out of the style sheets. */
export const plainProperties = rewriting('plain-properties', /\.css(\?|$)/, (code) =>
  code.replace(withoutProperty, ''),
)

/** Takes out, with swc, the sentences of messages that an island does not use: 1 to 2 kB of a form. */
export const minifyOurs: Plugin = {
  ...{ name: 'minify-ours', apply: 'build', enforce: 'post' },
  ...inBrowser,
  async renderChunk(code, { name }) {
    // What every island needs, React and its like, it makes no smaller; names are shortened by Vite's own minifier.
    if (name === 'shared') return null
    // Swc repeats its passes until they change nothing when none are counted.
    const options = { module: true, mangle: false, compress: { passes: 0 } } as const
    return { code: (await minify(code, options)).code, map: null }
  },
}
