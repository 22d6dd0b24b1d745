import { type ChildProcess, spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type AstroInlineConfig, dev } from 'astro'
import { type Agency, fillPage, type PageData } from '#contract/schemas/agency.ts'
import { addressIn, languageOf } from '#contract/messages/languages.ts'
import { todayInIndia } from '#contract/dates.ts'
import { api, pages, probes } from '#contract/paths.ts'
import { type Config, loadEnvironment } from '#server/config/config.ts'
import { documentOf } from '#server/features/pages/document-rules.ts'
import { pagesToBuild } from './build/pages-to-build.ts'
import { freePort } from './free-port.ts'

// `npm run dev`: Astro's dev server for the pages, in front of our server, which restarts when its files change and
// needs a built site.

type VitePlugin = NonNullable<NonNullable<AstroInlineConfig['vite']>['plugins']>[number]

const root = path.dirname(import.meta.dirname)

function startServer(config: Config, port: number): ChildProcess {
  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: config.publicUrl },
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Hides the server's own address, because visitors use Astro's.
    if (!line.startsWith('Listening on')) process.stdout.write(`${line}\n`)
  })
  return child
}

/** Content types in which the server fills tokens. */
const filled = /^(text\/(html|plain|xml)|application\/xml)/

/** Tokens for what a running server renders. */
const drawnTokens = /\[\[(main|page\.\w+)\]\]/g

/** Fills the agency's tokens in a response, as the server does with built pages. */
function fillTokens(response: ServerResponse, agency: Agency, facts: PageData): void {
  const chunks: Buffer[] = []
  const write = response.write.bind(response)
  const end = response.end.bind(response)
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string))
  }
  const isFilled = () => filled.test(String(response.getHeader('content-type') ?? ''))
  response.write = ((...given: Parameters<typeof write>) => {
    if (!isFilled()) return write(...given)
    keep(given[0])
    return true
  }) as typeof response.write
  response.end = ((...given: Parameters<typeof end>) => {
    if (!isFilled()) return end(...given)
    keep(given[0])
    if (!response.headersSent) response.removeHeader('content-length')
    const text = fillPage(Buffer.concat(chunks).toString('utf8'), agency, facts)
    return end(text.replaceAll(drawnTokens, ''))
  }) as typeof response.end
}

function tokensPlugin({ agency, publicUrl, mail, languages }: Config): VitePlugin {
  const facts: PageData = {
    publicUrl,
    year: todayInIndia().slice(0, 4),
    sandbox: mail.provider === 'sandbox',
    languages,
  }
  return {
    name: 'agency-tokens',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.method === 'POST') return next()
        fillTokens(response, agency, facts)
        request.url = documentOf(languageOf(request.url ?? '').path)
        next()
      })
    },
  }
}

async function startPages(config: Config, port: number): Promise<void> {
  const ours = [api.folder, pages.sandbox, ...Object.values(probes)]
  const target = `http://127.0.0.1:${port}`
  const proxy = Object.fromEntries(ours.map((address) => [address, target]))
  // A form that a browser posts by itself goes to the address of its page, whose answer our server draws.
  const posts = {
    target,
    bypass: ({ method, url }: IncomingMessage) => (method === 'POST' ? undefined : url),
  }
  await dev({
    root,
    logLevel: 'warn',
    server: { host: config.host, port: config.port },
    vite: {
      plugins: [tokensPlugin(config)],
      // Without this, Vite would find these modules late and reload the page.
      optimizeDeps: { entries: ['web/features/**/*.tsx', 'web/views/**/*.client.ts'] },
      server: { strictPort: true, proxy: { ...proxy, '/': posts } },
    },
  })
}

const answer = loadEnvironment()
if (!answer.ok) {
  process.stderr.write(answer.faults.map((fault) => `${fault}\n`).join(''))
  process.exit(1)
}
const port = await freePort()
const server = startServer(answer.config, port)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // The server may have ended already.
    if (server.exitCode !== null || server.signalCode !== null) process.exit(0)
    server.once('exit', () => process.exit(0))
    server.kill('SIGTERM')
  })
}
await startPages(answer.config, port).catch((error: unknown) => {
  server.kill('SIGTERM')
  process.stderr.write(
    `The pages cannot be served: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
})
const home = addressIn(pagesToBuild().language, pages.home)
process.stdout.write(
  `Listening on http://localhost:${answer.config.port}${home} (reloads when a file changes)\n`,
)
