import { existsSync } from 'node:fs'
import path from 'node:path'
import { startClamav } from './clamav.ts'
import { canInstall, installPackages } from './debian.ts'
import { findPostgres, startTestPostgres } from './postgres-server.ts'
import { run } from './run.ts'
import type { TestService } from './server-process.ts'
import { startS3Server } from './s3-server.ts'

/** What tests use and Debian has. */
interface Tool {
  name: string
  /** What is left out without it. */
  tests: string
  packages: string[]
  /** What of it is not there, in words for people. */
  missing: () => string[] | Promise<string[]>
  /** What the tests' environment gains, or what starts a server and says it. */
  env: Record<string, string> | (() => TestService | Promise<TestService>)
  /** Whether a part of it may do; `env` then throws when it does not. */
  partly?: boolean
}

const swiftParts = ['proxy', 'account', 'container', 'object'].map((part) => `swift-${part}`)
const nginxBrotli = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

const chromium: Tool = {
  name: 'Chromium',
  tests: 'the browser tests (e2e)',
  // The shell is Chromium without its windows: the same pages for half the processor time.
  packages: ['chromium', 'chromium-headless-shell'],
  missing: () =>
    process.env['CHROME_PATH']
      ? []
      : absent(...(findChromium() ? [] : ['chromium']), 'chromium-headless-shell'),
  env: () => serviceOf(chromiumPaths()),
  partly: true,
}

export const postgres: Tool = {
  name: 'PostgreSQL',
  tests: 'the tests on PostgreSQL',
  packages: ['postgresql'],
  missing: async () => ((await findPostgres()) ? [] : ['initdb']),
  env: startTestPostgres,
}

const tools: Tool[] = [
  chromium,
  postgres,
  {
    name: 'OpenStack Swift',
    tests: 'the tests of object storage (S3)',
    packages: [...swiftParts, 'python3-swift', 'memcached'],
    missing: () => absent(...swiftParts.map((part) => `${part}-server`), 'memcached', 'python3'),
    env: startS3Server,
  },
  {
    name: 'ClamAV',
    tests: 'the tests of the virus scanner',
    packages: ['clamav-daemon'],
    missing: () => absent('clamd'),
    env: startClamav,
  },
  {
    name: 'poppler and HarfBuzz',
    tests: 'the tests of documents by other readers',
    packages: ['poppler-utils', 'libharfbuzz-bin', 'openssl'],
    missing: () => absent('pdfsig', 'pdftotext', 'pdftoppm', 'pdfinfo', 'hb-view', 'openssl'),
    env: { TEST_PDF_TOOLS: 'yes' },
  },
  {
    name: 'nginx',
    tests: 'the tests of the site behind nginx',
    packages: ['nginx', 'libnginx-mod-http-brotli-static', 'openssl'],
    missing: () => absent('nginx', nginxBrotli, 'openssl'),
    env: { TEST_NGINX: 'yes' },
  },
  {
    name: 'Firefox ESR',
    tests: 'the journeys in Firefox',
    packages: ['firefox-esr'],
    missing: () => absent('firefox-esr'),
    env: { TEST_FIREFOX: '/usr/bin/firefox-esr' },
  },
  {
    // The engine of every iPhone, with its WebDriver and a screen that nobody sees.
    name: 'WebKitGTK',
    tests: 'the journeys in WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    missing: () => absent('WebKitWebDriver', 'Xvfb'),
    env: { TEST_WEBKIT_DRIVER: '/usr/bin/WebKitWebDriver' },
  },
  {
    name: 'strace and faketime',
    tests: 'the resilience tests with strace and faketime',
    packages: ['strace', 'faketime'],
    missing: faultToolsMissing,
    env: { TEST_FAULT_TOOLS: 'yes' },
  },
]

/** All that the tests use; only the long form attacks with sqlmap. */
export function testTools(long: boolean): Tool[] {
  const packages = long ? ['slowhttptest', 'sqlmap'] : ['slowhttptest']
  return [
    ...tools,
    {
      name: packages.join(' and '),
      tests: 'the security tests with slowhttptest and sqlmap',
      packages,
      missing: () => absent(...packages),
      env: { TEST_SLOWHTTPTEST: '/usr/bin/slowhttptest' },
    },
  ]
}

/** A tool that is there, installed first if need be and its server started; otherwise what brings it. */
export async function getTool(
  tool: Tool,
  announce: (line: string) => void,
): Promise<TestService | { missing: string }> {
  const { name, packages, env, partly } = tool
  let missing = await tool.missing()
  let fault: string | undefined
  if (missing.length > 0 && canInstall()) {
    announce(`Installing ${name}…`)
    fault = await installPackages(packages)
    missing = await tool.missing()
  }
  const why = [...missing.map((part) => `missing: ${part}`), ...(fault === undefined ? [] : [fault])].join(
    '\n',
  )
  const hint = `install ${name} (Debian: apt-get install ${packages.join(' ')})\n${why}`.trim()
  if (missing.length > 0 && !partly) return { missing: hint }
  try {
    return typeof env === 'function' ? await env() : serviceOf(env)
  } catch (error) {
    return { missing: `${name} cannot be used: ${String(error)}\n${hint}` }
  }
}

/** Chromium's path, or what brings it. */
export async function getChromium(
  announce: (line: string) => void,
): Promise<{ path: string } | { missing: string }> {
  const found = await getTool(chromium, announce)
  return 'missing' in found ? found : { path: found.env['CHROME_PATH'] ?? '' }
}

function serviceOf(env: Record<string, string>): TestService {
  return { env, stop: async () => undefined }
}

function absent(...files: string[]): string[] {
  return files.filter((file) => !find(file))
}

function find(file: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin', '/snap/bin']
  return folders.map((folder) => path.resolve(folder, file)).find((whole) => existsSync(whole))
}

function findChromium(): string | undefined {
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', mac]
  return names.map(find).find((file) => file !== undefined)
}

function chromiumPaths(): Record<string, string> {
  const named = process.env['CHROME_PATH']
  if (named && !existsSync(named)) throw new Error(`CHROME_PATH names no file: ${named}`)
  const chrome = named || findChromium()
  if (!chrome) throw new Error('there is no Chromium; CHROME_PATH may name a Chrome')
  return {
    CHROME_PATH: chrome,
    CHROME_SHELL_PATH: (named ? undefined : find('chromium-headless-shell')) ?? chrome,
  }
}

/** Each is tried for what the tests do with it: a container may forbid tracing. */
async function faultToolsMissing(): Promise<string[]> {
  const trials = ['strace -f -o /dev/null true', 'faketime -f +1d true'].map(async (line) => {
    const [command = '', ...args] = line.split(' ')
    const { code, output } = await run({ command, args, limit: 10_000 })
    return code === 0 ? [] : [`${command}: ${output}`]
  })
  return (await Promise.all(trials)).flat()
}
