import { expect, it } from 'vitest'
import { isCrossSite } from './origin.ts'

const publicUrl = 'https://www.agency.example'
const host = 'www.agency.example'

it.each<[string, boolean, Record<string, string>]>([
  ['no browser', false, { host }],
  ['the site itself', false, { host, origin: publicUrl }],
  ['the site behind a proxy with a name of its own', false, { host: '10.0.0.2:3000', origin: publicUrl }],
  ['the site by another of its names', false, { host: 'agency.example', origin: 'https://agency.example' }],
  ['the same host by another scheme', true, { host, origin: 'http://www.agency.example' }],
  ['another port', true, { host, origin: 'https://www.agency.example:8443' }],
  ['another host', true, { host, origin: 'https://evil.example' }],
  ['a page without an origin', true, { host, origin: 'null' }],
  ['a browser that says another site', true, { host, origin: publicUrl, 'sec-fetch-site': 'same-site' }],
])('a request of %s is from another site: %s', (_, is, headers) => {
  expect(isCrossSite(headers, publicUrl)).toBe(is)
})
