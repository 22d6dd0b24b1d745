import { describe, expect, it } from 'vitest'
import { addressKey } from './client-address.ts'

describe('what a limit counts a caller by', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['unknown', 'unknown'],
    ['', 'unknown'],
    ['203.0.113.9:443', 'unknown'],
    ['[::1]', 'unknown'],
    ['x'.repeat(1000), 'unknown'],
  ])('%s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})
