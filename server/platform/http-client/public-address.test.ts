import { describe, expect, it } from 'vitest'
import { isPublicAddress, publicUrl } from './public-address.ts'

describe('the public internet', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '104.16.0.1',
    '::ffff:8.8.8.8',
    '2606:4700::1111',
    '2a00:1450:4001:80b::200e',
  ])('has %s in it', (address) => expect(isPublicAddress(address)).toBe(true))

  it.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['shared by providers', '100.64.0.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.0.9'],
    ['link-local, where clouds answer with credentials', '169.254.169.254'],
    ['protocol assignments', '192.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relays', '192.88.99.1'],
    ['AS112', '192.31.196.1'],
    ['AMT', '192.52.193.1'],
    ['AS112', '192.175.48.1'],
    ['benchmarks', '198.18.0.1'],
    ['benchmarks', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-mapped private', '::ffff:10.0.0.1'],
    ['IPv4-mapped loopback', '::ffff:7f00:1'],
    ['IPv4-mapped link-local', '::ffff:169.254.169.254'],
    ['IPv4-compatible', '::10.0.0.1'],
    ['IPv4-translated', '::ffff:0:10.0.0.1'],
    ['NAT64', '64:ff9b::a00:1'],
    ['NAT64 of a network’s own', '64:ff9b:1::a00:1'],
    ['discarded', '100::1'],
    ['Teredo', '2001::1'],
    ['benchmarks', '2001:2::1'],
    ['ORCHID', '2001:10::1'],
    ['ORCHID 2', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['6to4', '2002:a00:1::1'],
    ['AS112', '2620:4f:8000::1'],
    ['nobody’s yet', '4000::1'],
    ['segment routing', '5f00::1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fd12:3456::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local of before', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['no address', 'localhost'],
  ])('has not in it: %s (%s)', (_, address) => expect(isPublicAddress(address)).toBe(false))
})

describe('an address that an owner enters', () => {
  it.each([
    'http://hooks.example.com/x',
    'ftp://hooks.example.com/x',
    'javascript:alert(1)',
    'https://asha:secret@hooks.example.com/',
    'https://hooks.example.com/#part',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'http://127.0.0.1:9000/',
    'hooks.example.com',
    '',
  ])('is refused: %s', (url) => expect(publicUrl(url, { loopback: false })).toBeUndefined())

  it.each([
    ['https://hooks.example.com/webhook/1?key=2', false],
    ['https://hooks.example.com:8443/', false],
    ['https://8.8.8.8/', false],
    ['http://127.0.0.1:9000/', true],
    ['http://localhost:9000/', true],
    ['http://[::1]:9000/', true],
  ])('is taken: %s (trying: %s)', (url, loopback) => expect(publicUrl(url, { loopback })?.href).toBe(url))

  it.each(['http://10.0.0.1/', 'https://10.0.0.1/', 'http://hooks.example.com/'])(
    'is refused while the product is tried as well: %s',
    (url) => expect(publicUrl(url, { loopback: true })).toBeUndefined(),
  )
})
