import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** One of Swift's three kinds of storage servers. */
export type Store = 'account' | 'container' | 'object'
export const stores: readonly Store[] = ['account', 'container', 'object']

export interface SwiftPlace {
  home: string
  user: string
  /** Who may read and write: the S3 access key is `test:tester`. */
  secret: string
  ports: Record<Store | 'proxy' | 'memcached', number>
}

/** Writes the settings of a whole Swift with one disk, a folder; answers the file of each server. */
export function writeSwiftConfig(place: SwiftPlace): Record<Store | 'proxy', string> {
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
export function ringsScript({ home, ports }: SwiftPlace): string {
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
