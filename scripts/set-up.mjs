// Installs packages and, with `site`, builds the site, if they are out of date. Runs on Node 20 with nothing installed,
// so it is plain JavaScript that imports only Node's own modules. Prints a line per action on stderr, because ops
// commands write their results to stdout.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..')
const notes = path.join(root, '.cache')
const modules = path.join(root, 'node_modules')
const nodeLink = path.join(modules, '.bin', 'node')
const minute = 60_000

/** An error that is shown without a stack, with at most the last 40 lines of a command's output. */
class SetUpFault extends Error {
  constructor(message, detail = '') {
    super([message, ...detail.split('\n').slice(-40)].join('\n').trim())
  }
}

/** Hashes what installed packages depend on, with the platform, for which some packages have binaries. */
function packagesDigest() {
  const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(read('package.json'))
  const wanted = JSON.stringify({ dependencies, devDependencies, optionalDependencies, overrides })
  return digest([wanted, read('package-lock.json'), process.platform, process.arch])
}

/** Hashes the contents of files that the built site depends on. Dates also change with a checkout or copy. */
function siteDigest() {
  const files = [...filesIn('web'), ...filesIn('contract'), ...filesIn('scripts/build')]
  const sources = files.filter((file) => !/\.test\.tsx?$/.test(file))
  const settings =
    'astro.config.ts .browserslistrc package-lock.json tsconfig.base.json tsconfig.web.json'.split(' ')
  return digest([...sources.sort(), ...settings].flatMap((file) => [file, read(file)]))
}

function digest(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

function read(file) {
  const whole = path.join(root, file)
  return fs.existsSync(whole) ? fs.readFileSync(whole) : ''
}

function filesIn(folder) {
  const whole = path.join(root, folder)
  if (!fs.existsSync(whole)) return []
  const names = fs.readdirSync(whole, { recursive: true }).map((name) => path.join(folder, name))
  const files = names.filter((name) => fs.statSync(path.join(root, name)).isFile())
  return files.map((file) => file.replaceAll('\\', '/'))
}

const tasks = {
  packages: {
    announce: 'Installing packages… (some minutes the first time)',
    digest: packagesDigest,
    stamp: path.join(modules, '.set-up'),
    made: () => !ourNode() || fs.existsSync(nodeLink),
    run: installPackages,
  },
  site: {
    announce: 'Building the site…',
    digest: siteDigest,
    stamp: path.join(notes, 'site'),
    made: () => fs.existsSync(path.join(root, 'dist', 'index.html')),
    run: buildSite,
  },
}

function isDone({ stamp, digest: wanted, made }) {
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted() && made()
}

/** The stamp is removed before the work and written after it, so that interrupted work is repeated. */
function bring(task) {
  if (isDone(task)) return
  process.stderr.write(`${task.announce}\n`)
  const wanted = task.digest()
  fs.rmSync(task.stamp, { force: true })
  task.run()
  fs.mkdirSync(path.dirname(task.stamp), { recursive: true })
  fs.writeFileSync(task.stamp, wanted)
}

// Scripts of packages are not run, because the lock file does not pin what they download.
const install = 'ci --ignore-scripts --include=dev --include=optional --no-audit --no-fund --loglevel=error'
// Without a network, an install would try each package for many minutes, so one request is tried first.
const probe =
  'view zod version --loglevel=error --fetch-timeout=20000 --fetch-retries=1 --fetch-retry-mintimeout=1000'
const unreachable = /ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/
const noRegistry =
  'The packages could not be installed: the npm registry does not answer. ' +
  'Check the network connection (and the proxy or registry that npm is set to), then run the command again.'

function installPackages() {
  const asked = npm(probe, minute)
  const { code, late, output } = asked.code === 0 ? npm(install, 15 * minute) : asked
  if (code === 0) {
    linkOurNode()
    return findOurNode()
  }
  if (unreachable.test(output)) throw new SetUpFault(noRegistry)
  if (late) throw new SetUpFault('The packages could not be installed within 15 minutes.', output)
  throw new SetUpFault('The packages could not be installed. npm said:', output)
}

function npm(line, milliseconds) {
  const script = process.env.npm_execpath
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []]
  return runCommand(command, [...first, ...line.split(' ')], milliseconds)
}

/** Returns the package with Node for this platform. */
function ourNode() {
  const { optionalDependencies = {} } = JSON.parse(read('package.json'))
  return Object.keys(optionalDependencies).find((name) =>
    fs.existsSync(path.join(modules, name, 'bin', 'node')),
  )
}

/** Restores the link to Node, which npm 10 removes together with the other platforms' packages. */
function linkOurNode() {
  const own = ourNode()
  if (!own || fs.existsSync(nodeLink)) return
  fs.rmSync(nodeLink, { force: true })
  fs.mkdirSync(path.dirname(nodeLink), { recursive: true })
  fs.symlinkSync(path.join('..', own, 'bin', 'node'), nodeLink)
}

/** Checks that Node 26 was installed. It comes as an optional package for each supported platform. */
function findOurNode() {
  const { code, output } = runCommand('node', ['--version'], minute)
  if (code === 0 && Number(/^v(\d+)/.exec(output)?.[1]) >= 26) return
  throw new SetUpFault(
    `Node 26 did not come with the packages: they have none for ${process.platform}-${process.arch}. ` +
      'Install Node 26 from nodejs.org, then run the command again.',
  )
}

function buildSite() {
  const { code, late, output } = runCommand('node', ['scripts/build/site.ts'], 10 * minute)
  if (late) throw new SetUpFault('The site could not be built within 10 minutes.', output)
  if (code !== 0) throw new SetUpFault('The site could not be built:', output)
}

function explain(error) {
  if (error instanceof SetUpFault) return error.message
  if (error.code === 'EACCES' || error.code === 'EROFS' || error.code === 'ENOSPC') {
    return `The set-up cannot write in this folder (${error.code}): ${error.path ?? root}`
  }
  return error.stack
}

/** Runs a command with a time limit, preferring the packages' binaries. Never throws. */
function runCommand(command, args, milliseconds) {
  const PATH = `${path.join(modules, '.bin')}${path.delimiter}${process.env.PATH}`
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, PATH, ASTRO_TELEMETRY_DISABLED: '1' },
    encoding: 'utf8',
    timeout: milliseconds,
    maxBuffer: 2 ** 28,
  })
  const late = error?.code === 'ETIMEDOUT'
  return {
    code: status === 0 ? 0 : 1,
    late,
    output: `${stdout ?? ''}${stderr ?? ''}`.trim() || error?.message || '',
  }
}

/**
 * Allows one set-up at a time per folder. The process that listens on an address works; the others wait for its end and
 * then find the work done. On Linux this address is not a file; on other systems a crash leaves the file.
 */
async function oneAtATime(work) {
  const isFile = process.platform !== 'linux'
  const address = isFile ? path.join(notes, 'set-up.socket') : `\0agency-set-up-${digest([root])}`
  for (let told = false; ; told = true) {
    const server = net.createServer()
    const taken = await once(server.listen(address), 'listening').catch((error) => error)
    if (!(taken instanceof Error)) return work()
    if (taken.code !== 'EADDRINUSE') throw taken
    if (!told) process.stderr.write('Another command is setting up in this folder; waiting for it…\n')
    const other = net.connect(address)
    const gone = await once(other.resume(), 'close').catch((error) => error)
    if (isFile && gone.code === 'ECONNREFUSED') fs.rmSync(address, { force: true })
  }
}

async function setUp() {
  const wanted = process.argv.includes('site') ? [tasks.packages, tasks.site] : [tasks.packages]
  if (wanted.every(isDone)) return
  fs.mkdirSync(notes, { recursive: true })
  await oneAtATime(() => wanted.forEach(bring))
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(`Node 20 or newer is needed; this is ${process.version}.\n`)
  process.exit(1)
}
// Processes that wait notice the end of this one.
await setUp().then(
  () => process.exit(0),
  (error) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  },
)
