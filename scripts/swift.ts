import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { canInstall, installPackages } from './debian.ts'
import { freePort } from './free-port.ts'
import { run } from './run.ts'
import { findAccount, giveTo, startServer, stopServer, untilListening } from './server-process.ts'
import type { Account, TestService } from './server-process.ts'
import { ringsScript, stores, writeSwiftConfig } from './swift-config.ts'
import type { SwiftPlace } from './swift-config.ts'

const minute = 60_000
const packages = [...['proxy', ...stores].map((part) => `swift-${part}`), 'python3-swift', 'memcached']
const commands = [...['proxy', ...stores].map((part) => `swift-${part}-server`), 'memcached', 'python3']
const bucket = 'agency-files'

/**
 * A started OpenStack Swift with its S3 layer, which checks signatures as Amazon does, and a bucket in it; Debian's
 * packages are installed first if need be. Otherwise a line that says what brings it.
 */
export async function getSwift(announce: (line: string) => void): Promise<TestService | { missing: string }> {
  const hint = `install OpenStack Swift (Debian: apt-get install ${packages.join(' ')})`
  let fault: string | undefined
  if (!isInstalled() && canInstall()) {
    announce('Installing OpenStack Swift, for S3…')
    fault = await installPackages(packages)
  }
  const account = await findAccount('swift')
  if (!isInstalled() || !account) return { missing: `${hint}\n${fault ?? ''}`.trim() }
  try {
    return await startSwift(account)
  } catch (error) {
    return { missing: `OpenStack Swift does not start: ${String(error)}` }
  }
}

function isInstalled(): boolean {
  return commands.every((command) =>
    ['/usr/bin', '/usr/sbin'].some((folder) => existsSync(path.join(folder, command))),
  )
}

/** On free ports of this machine and in a throw-away folder; five processes, some 260 MB. */
async function startSwift(account: Account): Promise<TestService> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'test-swift-'))
  const children: ChildProcess[] = []
  const stop = async () => {
    await Promise.all(children.map(stopServer))
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const place = await makePlace(home, account)
    await startAll({ place, account, children })
    const url = new URL(`http://127.0.0.1:${place.ports.proxy}/${bucket}`)
    const client = new AwsClient({ accessKeyId: 'test:tester', secretAccessKey: place.secret, service: 's3' })
    await makeBucket(client, url.href)
    url.username = 'test:tester'
    url.password = place.secret
    return { env: { TEST_S3_URL: url.href }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function makePlace(home: string, account: Account): Promise<SwiftPlace> {
  const [proxy, object, container, accounts, memcached] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ])
  const ports = { proxy, account: accounts, container, object, memcached }
  return { home, user: account.name, secret: 'testing', ports }
}

async function startAll(wanted: {
  place: SwiftPlace
  account: Account
  children: ChildProcess[]
}): Promise<void> {
  const { place, account, children } = wanted
  const files = writeSwiftConfig(place)
  await giveTo(account, place.home)
  const rings = await run({
    command: '/usr/bin/python3',
    args: ['-c', ringsScript(place)],
    limit: minute,
    uid: account.uid,
  })
  if (rings.code !== 0) throw new Error(rings.output)
  const start = (name: keyof SwiftPlace['ports'], command: string, args: string[]) => {
    const log = path.join(place.home, `${name}.log`)
    const child = startServer({ command, args, account, log })
    children.push(child)
    return untilListening({ child, log }, place.ports[name], minute)
  }
  const memcachedArgs = ['-l', '127.0.0.1', '-p', String(place.ports.memcached), '-U', '0', '-m', '16']
  await Promise.all([
    start('memcached', 'memcached', memcachedArgs),
    ...(['proxy', ...stores] as const).map((name) => start(name, `swift-${name}-server`, [files[name]])),
  ])
}

async function makeBucket(client: AwsClient, url: string): Promise<void> {
  let answer = 'nothing'
  for (const deadline = Date.now() + minute; Date.now() < deadline; await sleep(200)) {
    const response = await client.fetch(url, { method: 'PUT' }).catch(() => undefined)
    if (response?.ok) return
    answer = `${response?.status} ${await response?.text()}`
  }
  throw new Error(`no bucket could be made: ${answer}`)
}
