import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import pLimit from 'p-limit'
import { build } from 'vite'
import { defaultLanguage, languageCodes } from '#contract/messages/languages.ts'
import { staffPages } from '#contract/paths.ts'
import { routeOf } from '#contract/calls/staff-calls.ts'
import { recordKind } from '#contract/schemas/staff-records.ts'
import { environmentOf, englishOnlyPart } from './pages-to-build.ts'
import { messagesIn, plainIcons } from './plugins.ts'

// Builds the pages into `dist`. Called by scripts/set-up.mjs.

const prefix = 'building-'
const islandTag = /<astro-island [^>]*>/g
const scriptUrl = /(?:component|renderer)-url="(\/[^"]+\.js)"/g

/** Returns a folder for one build, on the same disk as the target, and deletes folders of failed builds. */
export function folderToBuildIn(parent: string): string {
  const left = existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith(prefix)) : []
  for (const name of left) rmSync(path.join(parent, name), { recursive: true, force: true })
  return path.join(parent, `${prefix}${process.pid}`)
}

/** Replaces a folder by a finished one, so that nobody finds it half-written. */
export function putInPlace(built: string, target: string): void {
  const aside = `${built}.before`
  if (existsSync(target)) renameSync(target, aside)
  renameSync(built, target)
  rmSync(aside, { recursive: true, force: true })
}

/**
 * Joins the builds of all parts into English's folder and returns its path. Documents of other languages get a folder
 * each; files named by their hash exist once. Throws when two parts have different files with the same name.
 */
function joinParts(folder: string): string {
  const site = path.join(folder, defaultLanguage)
  for (const language of languageCodes.filter((code) => code !== defaultLanguage)) {
    const from = path.join(folder, language)
    const files = filesIn(from)
    for (const file of files) {
      if (file.startsWith('_astro/')) move(from, file, path.join(site, file))
      else if (file.endsWith('.html')) move(from, file, path.join(site, language, file))
    }
  }
  const from = path.join(folder, englishOnlyPart)
  for (const file of filesIn(from)) move(from, file, path.join(site, file))
  return site
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

function move(from: string, file: string, to: string): void {
  const whole = path.join(from, file)
  if (!existsSync(to)) {
    mkdirSync(path.dirname(to), { recursive: true })
    renameSync(whole, to)
  } else if (!readFileSync(whole).equals(readFileSync(to))) {
    throw new Error(`Two parts of the site have a different ${file}`)
  }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Files that the server sends unchanged. Documents contain tokens and are compressed after these are filled. */
const fixed = /\.(m?js|css|svg|json)$/

/** Writes a `.br` and a `.gz` beside every such file, so that the server does not have to. */
export async function compressFixedFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && fixed.test(entry.name))
  await Promise.all(files.map((entry) => compress(path.join(entry.parentPath, entry.name))))
}

async function compress(file: string): Promise<void> {
  const body = await readFile(file)
  const [br, gz] = await Promise.all([brotli(body), zip(body, { level: 9 })])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}

const root = path.resolve(import.meta.dirname, '../..')

/** Simultaneous builds; each takes some 400 MB. */
const MOST_AT_ONCE = 4
const parts = [...languageCodes, englishOnlyPart]

async function buildPart(part: string, folder: string, started: Set<ChildProcess>): Promise<number> {
  const command = path.join(root, 'node_modules/astro/bin/astro.mjs')
  const astro = spawn(
    process.execPath,
    [command, 'build', '--outDir', path.relative(root, path.join(folder, part))],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environmentOf(part), ASTRO_TELEMETRY_DISABLED: '1' },
    },
  )
  started.add(astro)
  const [code] = (await once(astro, 'exit')) as [number | null]
  return code ?? 1
}

/** Builds all parts, each into its own folder. Returns Astro's exit code of the first failure. */
async function buildParts(folder: string, started: Set<ChildProcess>): Promise<number> {
  const limit = pLimit(Math.min(availableParallelism(), MOST_AT_ONCE))
  const codes = await limit.map(parts, (part) => buildPart(part, folder, started))
  return codes.find((code) => code !== 0) ?? 0
}

/** Builds the server's renderer of pages, one module per language with React included. */
async function buildRenderers(outDir: string): Promise<void> {
  const builds = languageCodes.map((language) =>
    build({
      ...{ root, configFile: false, logLevel: 'error', mode: 'production' },
      plugins: [messagesIn(language), plainIcons],
      ssr: { noExternal: true },
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      build: {
        ...{ outDir, emptyOutDir: false, copyPublicDir: false, ssr: 'web/views/render.tsx' },
        rolldownOptions: { output: { codeSplitting: false, entryFileNames: `pages-${language}.mjs` } },
      },
    }),
  )
  await Promise.all(builds)
}

/** Builds and compresses the site and puts it into `dist`. Returns Astro's exit code. */
async function buildSite(): Promise<number> {
  const folder = folderToBuildIn(path.join(root, '.cache'))
  const parent = process.ppid
  const started = new Set<ChildProcess>()
  // The parent process holds the lock of this folder. After its end, another build may have begun.
  const endWithParent = () => {
    if (process.ppid === parent) return
    for (const astro of started) astro.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  }
  setInterval(endWithParent, 200).unref()
  const code = await buildParts(folder, started)
  if (code === 0) {
    const site = joinParts(folder)
    preloadScripts(site, 'staff.html', routeOf('me.read').url)
    for (const file of filesIn(site)) if (file.endsWith('.html')) nameScriptsOfIslands(site, file)
    preloadLists(site)
    await compressFixedFiles(site)
    await buildRenderers(path.join(site, '_server'))
    endWithParent()
    putInPlace(site, path.join(root, 'dist'))
  }
  rmSync(folder, { recursive: true, force: true })
  return code
}

if (import.meta.main) process.exitCode = await buildSite()

/**
 * Adds preload links for all scripts that a document's islands need at once, and for the first API call, so that a
 * browser requests them all together.
 */
export function preloadScripts(site: string, document: string, firstCall: string): void {
  const file = path.join(site, document)
  const scripts = scriptsIn(site, readFileSync(file, 'utf8'))
  const links = scripts.map((url) => `<link rel="modulepreload" href="${url}">`)
  const call = `<link rel="preload" as="fetch" crossorigin href="${firstCall}">`
  addToHead(file, `${links.join('')}${call}`)
}

/** Writes into each island of a document which scripts it needs, so that all are fetched together once it starts. */
export function nameScriptsOfIslands(site: string, document: string): void {
  const file = path.join(site, document)
  const html = readFileSync(file, 'utf8')
  const named = html.replaceAll(islandTag, (tag) =>
    tag.replace('<astro-island', `$& scripts="${scriptsIn(site, tag).join(' ')}"`),
  )
  if (named !== html) writeFileSync(file, named)
}

/** The scripts of the islands in markup, each after those that it imports. */
function scriptsIn(site: string, markup: string): string[] {
  const scripts = new Set<string>()
  for (const [, url = ''] of markup.matchAll(scriptUrl)) addWithImports(site, url, scripts)
  return [...scripts]
}

function addToHead(file: string, markup: string): void {
  const html = readFileSync(file, 'utf8').replace('</head>', () => `${markup}</head>`)
  writeFileSync(file, html)
}

/**
 * Makes the desk's document preload what a list needs: its script, the saved views and, without filters, its rows.
 * `beginList` uses the answers before sign-in is known: nothing is cached.
 */
function preloadLists(site: string): void {
  const [script] = readdirSync(path.join(site, '_astro')).filter((name) => /^desk-lists\..*\.js$/.test(name))
  if (script === undefined) throw new Error('The scripts of the lists are in no file of their own')
  const { url } = routeOf('records.list')
  const calls = recordKind.options.map((kind) => [staffPages[kind], url.replace(':kind', kind)])
  const program = `{
    const rows = ${JSON.stringify(Object.fromEntries(calls))}[location.pathname]
    const link = (values) => document.head.append(Object.assign(document.createElement('link'), values))
    const ask = (href) => link({ rel: 'preload', as: 'fetch', crossOrigin: '', href })
    if (rows) link({ rel: 'modulepreload', href: '/_astro/${script}' })
    if (rows) ask('${routeOf('me.views').url}')
    if (rows && !location.search) ask(rows)
  }`
  addToHead(path.join(site, 'staff.html'), `<script>${program}</script>`)
}

/** Adds a script after its static imports, recursively. */
function addWithImports(site: string, url: string, found: Set<string>, begun = new Set<string>()): void {
  if (begun.has(url)) return
  begun.add(url)
  const text = readFileSync(path.join(site, url), 'utf8')
  // The bundler's format of static imports; not `import(` or `import.meta`.
  for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g))
    addWithImports(site, path.posix.join(path.posix.dirname(url), name), found, begun)
  found.add(url)
}
