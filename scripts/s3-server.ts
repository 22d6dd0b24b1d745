import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { freePort } from './free-port.ts'
import { run } from './run.ts'
import {
  findAccount,
  giveTo,
  startServer,
  stopServer,
  untilListening,
  type Account,
  type TestService,
} from './server-process.ts'

const minute = 60_000
const bucket = 'agency-files'

/** One of Swift's three kinds of storage servers. */
type Store = 'account' | 'container' | 'object'
const stores: readonly Store[] = ['account', 'container', 'object']
const servers = ['proxy', ...stores, 'memcached'] as const

interface SwiftPlace {
  home: string
  user: string
  /** Who may read and write: the S3 access key is `test:tester`. */
  secret: string
  ports: Record<Store | 'proxy' | 'memcached', number>
}

/**
 * An OpenStack Swift with its S3 layer, which checks signatures as Amazon does, and a bucket in it. On free ports, in a
 * throw-away folder; five processes, about 260 MB.
 */
export async function startS3Server(): Promise<TestService> {
  const account = await findAccount('swift')
  const home = mkdtempSync(path.join(os.tmpdir(), 'test-swift-'))
  const children: ChildProcess[] = []
  const stop = async () => {
    await Promise.all(children.map((child) => stopServer(child)))
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
  const ports = Object.fromEntries(
    await Promise.all(servers.map(async (name) => [name, await freePort()] as const)),
  ) as SwiftPlace['ports']
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

/** Writes the settings of a whole Swift with one disk, a folder; answers the file of each server. */
function writeSwiftConfig(place: SwiftPlace): Record<Store | 'proxy', string> {
  mkdirSync(path.join(place.home, 'devices', 'd1'), { recursive: true })
  mkdirSync(path.join(place.home, 'cache'))
  const file = (name: string) => path.join(place.home, name)
  writeFileSync(file('swift.conf'), swiftConf)
  for (const store of stores) writeFileSync(file(`${store}.conf`), storeConf(place, store))
  writeFileSync(file('proxy.conf'), proxyConf(place))
  return {
    account: file('account.conf'),
    container: file('container.conf'),
    object: file('object.conf'),
    proxy: file('proxy.conf'),
  }
}

/** Makes the three rings in one process: Swift's own tool would be started nine times. */
function ringsScript({ home, ports }: SwiftPlace): string {
  return `
from swift.common.ring import RingBuilder
for name, port in (${stores.map((store) => `('${store}', ${ports[store]})`).join(', ')}):
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': port,
                     'replication_ip': '127.0.0.1', 'replication_port': port, 'device': 'd1', 'meta': ''})
    builder.rebalance()
    builder.get_ring().save('${home}/' + name + '.ring.gz')
`
}

const swiftConf = `[swift-hash]
swift_hash_path_suffix = test
swift_hash_path_prefix = test
[storage-policy:0]
name = one
default = yes
`

function common({ home, user }: SwiftPlace, port: number): string {
  return `bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${user}
swift_dir = ${home}
log_level = ERROR
log_address = ${home}/no-syslog
`
}

function storeConf(place: SwiftPlace, store: Store): string {
  return `[DEFAULT]
${common(place, place.ports[store])}devices = ${place.home}/devices
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = ${store}-server
[app:${store}-server]
use = egg:swift#${store}
recon_cache_path = ${place.home}/cache
`
}

function proxyConf(place: SwiftPlace): string {
  return `[DEFAULT]
${common(place, place.ports.proxy)}[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo versioned_writes proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${place.ports.memcached}
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
# Short pages, so that few files make several.
max_bucket_listing = 100
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${place.secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# One slow answer must not take the only storage server out of use for a minute.
error_suppression_limit = 1000000
`
}
