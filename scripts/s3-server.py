# OpenStack Swift with its S3 layer, all in this one process, as Swift's own tests run it: `s3-server.py FOLDER PORT`.
# It checks signatures as Amazon does; the access key is `test:tester`, the secret `testing`.
import eventlet

eventlet.monkey_patch()

import sys

from eventlet import listen, wsgi
from swift.account.server import AccountController
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController

home, port = sys.argv[1:]
utils.SWIFT_CONF_FILE = home + '/swift.conf'
utils.HASH_PATH_SUFFIX = utils.HASH_PATH_PREFIX = b'test'
with open(utils.SWIFT_CONF_FILE, 'w') as file:
    file.write('[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n')
    file.write('[storage-policy:0]\nname = one\ndefault = yes\n')

# It reads the file of the storage policies when it is imported.
from swift.obj.server import ObjectController


class Nowhere:
    def write(self, *_):
        pass

    def flush(self):
        pass


class Memory:
    """In the place of memcached."""

    kept = {}

    def get(self, key, **_):
        return self.kept.get(key)

    def set(self, key, value, **_):
        self.kept[key] = value

    def delete(self, key, **_):
        self.kept.pop(key, None)

    def incr(self, key, delta=1, **_):
        self.kept[key] = self.kept.get(key, 0) + delta
        return self.kept[key]


quiet = {'log_level': 'ERROR', 'log_address': home + '/no-syslog'}
stores = {'account': AccountController, 'container': ContainerController, 'object': ObjectController}
for name, controller in stores.items():
    socket = listen(('127.0.0.1', 0))
    own = socket.getsockname()[1]
    builder = RingBuilder(4, 1, 1)
    device = {'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'device': 'd1', 'meta': ''}
    address = {'ip': '127.0.0.1', 'port': own, 'replication_ip': '127.0.0.1', 'replication_port': own}
    builder.add_dev({**device, **address})
    builder.rebalance()
    builder.get_ring().save(f'{home}/{name}.ring.gz')
    conf = {'devices': home + '/devices', 'mount_check': 'false', 'fallocate_reserve': '0', 'swift_dir': home}
    conf |= {'recon_cache_path': home + '/cache', 'bind_ip': '127.0.0.1', 'bind_port': str(own), **quiet}
    eventlet.spawn(wsgi.server, socket, controller(conf), Nowhere())

with open(home + '/proxy.conf', 'w') as file:
    file.write(f'''[DEFAULT]
swift_dir = {home}
log_level = ERROR
log_address = {home}/no-syslog
[pipeline:main]
pipeline = catch_errors s3api tempauth copy slo dlo versioned_writes proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
# Short pages, so that few files make several.
max_bucket_listing = 20
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
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
''')
swift = loadapp(home + '/proxy.conf')
memory = Memory()


def with_memory(environ, start_response):
    environ['swift.cache'] = memory
    return swift(environ, start_response)


wsgi.server(listen(('127.0.0.1', int(port))), with_memory, Nowhere())
