import { expect, it } from 'vitest'
import { callerOf, providerNetworkOf, subscriberOf } from './client-address.ts'

it.each([
  ['203.0.113.9', '203.0.113.9/32', '203.0.113.9/32', '203.0.0.0/16'],
  ['::ffff:203.0.113.9', '203.0.113.9/32', '203.0.113.9/32', '203.0.0.0/16'],
  ['::FFFF:cb00:7109', '203.0.113.9/32', '203.0.113.9/32', '203.0.0.0/16'],
  ['2001:db8:1:2345:3:4:5:6', '2001:db8:1:2345::/64', '2001:db8:1::/48', '2001:db8::/32'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
  ['::1', '::/64', '::/48', '::/32'],
  ['fe80::1%eth0', 'fe80::/64', 'fe80::/48', 'fe80::/32'],
  ...['unknown', '', '203.0.113.9:443', '[::1]', 'x'.repeat(1000)].map((text) => [
    text,
    'unknown',
    'unknown',
    'unknown',
  ]),
])(
  'the address %s counts as %s, takes turns as %s, and belongs to the network %s',
  (address, ...networks) => {
    expect([callerOf(address), subscriberOf(address), providerNetworkOf(address)]).toEqual(networks)
  },
)
