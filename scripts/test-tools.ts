import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startClamav } from './clamav.ts'
import { findPostgres, startTestPostgres } from './postgres-server.ts'
import { run, type Outcome } from './run.ts'
import type { TestService } from './server-process.ts'
import { startS3Server } from './s3-server.ts'

const minute = 60_000

/** A program that tests use and Debian provides. */
export interface Tool {
  name: string
  /** Tests that are skipped without the tool. */
  tests: string
  /** The projects in vitest.config.ts with these tests. */
  projects: string[]
  packages: string[]
  /** Its commands and files, or a function that returns what is missing. */
  files: string[] | (() => string[] | Promise<string[]>)
  /** The variable that tests read. If it is set, nothing is searched or started. */
  variable: string
  /** Finds or starts the tool. By default the variable gets the path of the first file. */
  start?: () => TestService | Promise<TestService>
}

export const chromium: Tool = {
  name: 'Chromium',
  tests: 'the browser tests (e2e)',
  projects: ['e2e', 'journeys', 'long'],
  // The shell is Chromium without windows, with half the processor time.
  packages: ['chromium', 'chromium-headless-shell'],
  files: () => (findChromium() ? [] : ['chromium']),
  variable: 'CHROME_PATH',
  start() {
    const chrome = findChromium() ?? ''
    return serviceOf({ CHROME_PATH: chrome, CHROME_SHELL_PATH: find('chromium-headless-shell') ?? chrome })
  },
}

const postgres: Tool = {
  name: 'PostgreSQL',
  tests: 'the tests on PostgreSQL',
  projects: ['unit', 'resilience', 'security', 'long'],
  packages: ['postgresql'],
  files: () => (findPostgres() ? [] : ['initdb']),
  variable: 'TEST_DATABASE_URL',
  start: startTestPostgres,
}

export const tools: Tool[] = [
  chromium,
  postgres,
  {
    name: 'OpenStack Swift',
    tests: 'the tests of object storage (S3)',
    projects: ['unit', 'resilience', 'long'],
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'python3-swift'],
    files: ['swift-proxy-server', 'swift-object-server', '/usr/bin/python3'],
    variable: 'TEST_S3_URL',
    start: startS3Server,
  },
  {
    name: 'ClamAV',
    tests: 'the tests of the virus scanner',
    projects: ['unit'],
    packages: ['clamav-daemon'],
    files: ['clamd'],
    variable: 'TEST_CLAMD_URL',
    start: startClamav,
  },
  {
    name: 'poppler',
    tests: 'the tests of documents by other readers',
    projects: ['unit', 'resilience', 'long'],
    packages: ['poppler-utils', 'openssl'],
    files: ['pdfsig', 'pdftotext', 'pdfinfo', 'openssl'],
    variable: 'TEST_PDF_TOOLS',
  },
  {
    name: 'nginx',
    tests: 'the tests of the site behind nginx',
    projects: ['unit', 'long'],
    packages: ['nginx', 'libnginx-mod-http-brotli-static', 'openssl'],
    files: ['nginx', '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so', 'openssl'],
    variable: 'TEST_NGINX',
  },
  {
    name: 'Firefox ESR',
    tests: 'the journeys in Firefox',
    projects: ['journeys', 'long'],
    packages: ['firefox-esr'],
    files: ['firefox-esr'],
    variable: 'TEST_FIREFOX',
  },
  {
    // The engine of every iPhone, with its WebDriver and a virtual screen.
    name: 'WebKitGTK',
    tests: 'the journeys in WebKit',
    projects: ['journeys', 'long'],
    packages: ['webkit2gtk-driver', 'xvfb'],
    files: ['WebKitWebDriver', 'Xvfb'],
    variable: 'TEST_WEBKIT_DRIVER',
  },
  {
    name: 'strace',
    tests: 'the resilience tests with strace',
    projects: ['resilience', 'long'],
    packages: ['strace'],
    files: straceMissing,
    variable: 'TEST_STRACE',
    start: () => serviceOf({ TEST_STRACE: 'yes' }),
  },
  {
    name: 'sqlmap',
    tests: 'the security tests with sqlmap',
    projects: ['long'],
    packages: ['sqlmap'],
    files: ['sqlmap'],
    variable: 'TEST_SQLMAP',
  },
]

/** Finds or starts a tool, or returns what to install. */
export async function getTool(tool: Tool): Promise<TestService | { missing: string }> {
  const { name, packages, files, variable, start } = tool
  const given = process.env[variable]
  if (given) return serviceOf({ [variable]: given })
  const missing = await missingOf(tool)
  const hint = `install ${name} (Debian: apt-get install ${packages.join(' ')})`
  if (missing.length > 0) return { missing: [hint, ...missing.map((part) => `missing: ${part}`)].join('\n') }
  try {
    if (start) return await start()
    const [first = ''] = typeof files === 'function' ? [] : files
    return serviceOf({ [variable]: find(first) ?? '' })
  } catch (error) {
    return { missing: `${name} cannot be used: ${String(error)}` }
  }
}

/** Installs missing tools, if we are root on Debian or a derived system. */
export async function installTools(isLong: boolean, announce: (line: string) => void): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const absent: Tool[] = []
  for (const tool of tools) {
    const isWanted = isLong || tool.projects.some((project) => project !== 'long')
    if (isWanted && !process.env[tool.variable] && (await missingOf(tool)).length > 0) absent.push(tool)
  }
  if (absent.length === 0) return
  announce(`Installing ${absent.map(({ name }) => name).join(', ')}…`)
  await apt(['update', '-qq'], 3 * minute)
  // Separately, so that one missing package does not prevent the others.
  for (const { name, packages } of absent) {
    const { code, output } = await install(packages)
    if (code !== 0) announce(`${name} could not be installed:\n${output.split('\n').slice(-5).join('\n')}`)
  }
}

/** The policy prevents packages from starting their servers (policy-rc.d(8)). */
async function install(names: string[]): Promise<Outcome> {
  const policy = '/usr/sbin/policy-rc.d'
  const ours = !existsSync(policy)
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await apt(['install', '-y', '-qq', ...names], 8 * minute)
  } finally {
    if (ours) rmSync(policy, { force: true })
  }
}

function apt(args: string[], limit: number): Promise<Outcome> {
  const env = { DEBIAN_FRONTEND: 'noninteractive', APT_LISTCHANGES_FRONTEND: 'none' }
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2', '--no-install-recommends']
  return run({ command: 'apt-get', args: [...options, ...args], limit, env })
}

function serviceOf(env: Record<string, string>): TestService {
  return { env, stop: async () => undefined }
}

async function missingOf({ files }: Tool): Promise<string[]> {
  return typeof files === 'function' ? files() : files.filter((file) => !find(file))
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

/** Tries strace, because a container may forbid tracing. */
async function straceMissing(): Promise<string[]> {
  const args = ['-f', '-o', '/dev/null', 'true']
  const { code, output } = await run({ command: 'strace', args, limit: 10_000 })
  return code === 0 ? [] : [`strace: ${output}`]
}
