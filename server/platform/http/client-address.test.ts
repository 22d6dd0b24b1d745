import { describe, expect, it } from 'vitest'
import { networksOf } from './client-address.ts'

describe('what a limit counts a caller by', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['unknown', 'unknown'],
    ['', 'unknown'],
    ['203.0.113.9:443', 'unknown'],
    ['[::1]', 'unknown'],
    ['x'.repeat(1000), 'unknown'],
  ])('%s is %s', (address, key) => {
    expect(networksOf(address)).toEqual([{ key, times: 1 }])
  })

  it.each([
    ['2001:db8:1:2345:3:4:5:6', ['2001:db8:1::/48', '2001:db8:1:2300::/56', '2001:db8:1:2345::/64']],
    ['2001:DB8:1:2::', ['2001:db8:1::/48', '2001:db8:1::/56', '2001:db8:1:2::/64']],
    ['::1', ['::/48', '::/56', '::/64']],
    ['fe80::1%eth0', ['fe80::/48', 'fe80::/56', 'fe80::/64']],
  ])('%s is in %j, of which the wider may do more', (address, keys) => {
    expect(networksOf(address)).toEqual([10, 4, 1].map((times, at) => ({ key: keys[at], times })))
  })
})
