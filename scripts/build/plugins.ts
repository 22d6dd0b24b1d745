import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { minify } from '@swc/core'
import type { AstroUserConfig } from 'astro'
import type { Language } from '#contract/messages/languages.ts'

type Plugin = Exclude<
  NonNullable<NonNullable<AstroUserConfig['vite']>['plugins']>[number],
  PromiseLike<unknown> | false | null | undefined | unknown[]
>

const inBrowser = { applyToEnvironment: ({ name }: { name: string }) => name === 'client' }

/** Resolves `#messages/…` to the folder of a language. TypeScript and Node use English. */
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

const imports = /^\s*import\s(?!type\b)[^'"]*'([^']+)'|\bimport\('([^']+)'\)/gm

/** The files of `web/` that a file imports, and those that they import. */
function importedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, now, later] of readFileSync(file, 'utf8').matchAll(imports)) {
    const from = now ?? later ?? ''
    const to = from.startsWith('.') ? path.resolve(path.dirname(file), from) : root + from.slice(1)
    if (/\.(tsx?|astro)$/.test(from) && to.startsWith(`${root}web/`) && !to.startsWith(`${root}web/lib/`))
      importedBy(to, found)
  }
  return found
}

/** Sheets by the name of the copy, which stands beside the sheet, so that addresses in it are right. */
const copies = new Map<string, { sheet: string; page: string }>()
/** What the server draws into a page. */
const drawnInto: Record<string, string[]> = {
  'web/pages/index.astro': ['web/views/jobs/parts.tsx'],
  'web/pages/career.astro': ['web/views/jobs/parts.tsx'],
  'web/pages/jobs.astro': ['web/views/jobs/jobs-view.tsx', 'web/views/jobs/vacancy-view.tsx'],
}

/** Gives each page its own copy of the sheet that it imports, with the classes of the files that the page imports. */
export const stylesOfPage: Plugin = {
  ...{ name: 'styles-of-page', enforce: 'pre' },
  async resolveId(source, importer = '', options) {
    if (!/^#web\/styles\/.*\.css$/.test(source) || !importer.endsWith('.astro')) return null
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (!found) return null
    const page = path.relative(root, importer)
    const id = found.id.replace(/\.css$/, `.of-${page.replaceAll('/', '-')}.css`)
    copies.set(id, { sheet: found.id, page })
    return id
  },
  load(id) {
    const copied = copies.get(id)
    if (!copied) return null
    const { sheet, page } = copied
    const files = importedBy(root + page)
    for (const drawn of drawnInto[page] ?? []) importedBy(root + drawn, files)
    // The answer to a posted form is drawn with the page's own form.
    if (/\/(contact|career|reminders)\.astro$/.test(page)) files.add(`${root}web/views/posted-page.tsx`)
    for (const file of files) this.addWatchFile(file)
    return [readFileSync(sheet, 'utf8'), ...[...files].map((file) => `@source '${file}';`)].join('\n')
  },
}

/** A component that few visitors need. What it uses stays in the other scripts and is not split off. */
const apart = 'web/ui/did-you-mean.tsx'

/** The islands and the page with its own script, by the file or folder that only one of them loads. */
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
/** Modules that several islands use. A page has one island, so each copy has its own state. */
const shared = [
  ...['contract/', 'web/lib/', 'web/ui/', 'node_modules/zod/'],
  ...['mandate/', 'agreement/', 'links/'].map((part) => `web/features/onboarding/${part}`),
]
/** The desk uses icons that no public page has. */
const sharedWithDesk = [...shared, 'node_modules/lucide-react/']
/** The page of one's own data uses parts of two forms, which would otherwise load extra files. */
const sharedWithOwnPage = [...sharedWithDesk, 'web/features/careers/', 'web/features/onboarding/']
const sharedWith: Record<string, string[]> = { staff: sharedWithDesk, my: sharedWithOwnPage }
const copy = '?of='

/** Returns the island of a module, by its copy or its place. */
function islandOf(module: string): string | undefined {
  const [file = '', island] = module.split(copy)
  return island ?? islands.find(([place]) => file.startsWith(root + place))?.[1]
}

/**
 * Gives each island its own copy of shared modules. A shared script would contain everything that any page uses:
 * without copies the enquiry form loads 6 kB more, the career form 7, and pages behind links 10, in twice as many
 * files.
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

/** Islands with parts that are loaded on demand. */
const islandsWithLateParts = ['careers', 'onboarding', 'mandate-retry', 'sign-agreement']

/**
 * Puts everything that such an island needs at once into one script. A bundler would split off what a part on demand
 * needs too, and each request costs a phone more than that saves.
 */
export function scriptOfIsland(module: string, graph: ModuleGraph): string | null {
  const island = islandOf(module) ?? ''
  return islandsWithLateParts.includes(island) && isNeededAtOnce(module, graph) ? island : null
}

/** Returns whether an entry reaches the module by static imports. */
function isNeededAtOnce(module: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(module)) return false
  seen.add(module)
  const { isEntry = false, importers = [] } = graph.getModuleInfo(module) ?? {}
  return isEntry || importers.some((importer) => isNeededAtOnce(importer, graph, seen))
}

const plain = `${root}web/ui/plain-icon.ts`
const standIn = '\0plain-icon'

/** Draws lucide's icons with `web/ui/plain-icon.ts`, which makes a form 1 kB smaller. */
export const plainIcons: Plugin = {
  ...{ name: 'plain-icons', apply: 'build', enforce: 'pre' },
  configEnvironment: () => ({ resolve: { noExternal: ['lucide-react'] } }),
  resolveId: (source) => (source === '../createLucideIcon.mjs' ? standIn : null),
  load: (id) => (id === standIn ? `export { plainIcon as default } from ${JSON.stringify(plain)}` : null),
}

const ownIsland = '\0own-island'

/**
 * Hydrates an island without properties, slots or nested islands. Its scripts are fetched together and evaluated one by
 * one, each in a task of its own, so that a slow phone answers touches in between. Tries a failed download once more.
 */
const islandScript = `customElements.define('astro-island', class extends HTMLElement {
  connectedCallback() {
    const [client, part, code, renderer, scripts] = ['client', 'component-export', 'component-url', 'renderer-url', 'scripts'].map((name) => this.getAttribute(name))
    const pause = (ms) => new Promise((ready) => setTimeout(ready, ms))
    const load = (url) => import(url).catch(() => pause(1000).then(() => import(url + '?again')))
    Astro[client](async () => {
      const urls = scripts?.split(' ') ?? []
      for (const href of urls) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
      for (const url of urls) {
        await import(url).catch(() => {})
        await pause()
      }
      const [parts, { default: hydrate }] = await Promise.all([load(code), load(renderer)])
      return () => hydrate(this)(parts[part], {}, {}, { client })
    })
  }
})`

/** Replaces Astro's own script for islands, which adds 1.5 kB to every form. */
export const ownIslands: Plugin = {
  ...{ name: 'own-islands', apply: 'build', enforce: 'pre' },
  resolveId: (source) => (source === './astro-island.prebuilt.js' ? ownIsland : null),
  async load(id) {
    if (id !== ownIsland) return null
    return `export default ${JSON.stringify((await minify(islandScript)).code)}`
  },
}

/** Returns a plugin that rewrites the text of matching modules before bundling. `more` goes to the bundler. */
function rewriting(name: string, id: RegExp, rewrite: (code: string) => string, more: object = {}): Plugin {
  const handler = (code: string) => ({ code: rewrite(code), map: null, ...more })
  return { name, apply: 'build', enforce: 'pre', transform: { filter: { id }, handler } }
}

/**
 * Tells the bundler that creating a schema and loading a contract module have no side effects, so that pages leave out
 * unused ones. The bundler knows this of zod's own calls, but not of added checks. Saves 0.7 kB of /career, 0.3 to 0.6
 * kB of the other forms, and 0.9 kB of the desk.
 */
export const pureSchemas = rewriting(
  'pure-schemas',
  /\/contract\/[\w/-]+\.ts(\?|$)/,
  (code) => code.replaceAll(/(?<=[=(:,[]\s*)z\.\w+\(/g, '/* @__PURE__ */ $&'),
  { moduleSideEffects: false },
)

const callsFile = /\/contract\/calls\/staff-calls\.ts(\?|$)/
const ofServer = /\b(?:params|query|body|answer): [\w.]+,?|\berrors: \[[^\]]*\],?|\bothers: \{[^}]*\},?/g

/**
 * Removes from the desk's table of calls what only the server reads: texts of the API document, parameters, bodies and
 * answers. Saves 6 kB of the desk's first screen and the time to create the schemas.
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

/** Removes from form fields what only the server reads. Saves 0.2 kB per form. */
export const fieldsWithoutServer = {
  ...rewriting('fields-without-server', fieldsFile, (code) =>
    code.replaceAll(/^ {4}(?:notice|desk|optionNames|mask|search|asked|row|mail): .*,\n/gm, ''),
  ),
  ...inBrowser,
}

/** Tailwind's fallback for browsers without `@property`, which we do not support: 0.1 kB of every page. */
const withoutProperty = /@layer properties\s*\{\s*@supports[^{]*\{[^{]*\{[^}]*\}\s*\}\s*\}/

export const plainProperties = rewriting('plain-properties', /\.css(\?|$)/, (code) =>
  code.replace(withoutProperty, ''),
)

/** Removes unused sentences from islands with swc: 1 to 2 kB of a form. */
export const minifyOurs: Plugin = {
  ...{ name: 'minify-ours', apply: 'build', enforce: 'post' },
  ...inBrowser,
  async renderChunk(code, { name }) {
    // Swc does not make React and other shared code smaller. Vite's minifier shortens the names.
    if (name === 'shared') return null
    // 0: repeats the passes until nothing changes.
    const options = { module: true, mangle: false, compress: { passes: 0 } } as const
    return { code: (await minify(code, options)).code, map: null }
  },
}
