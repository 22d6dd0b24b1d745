import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { errorEnvelope } from '#contract/errors.ts'
import { api, probes } from '#contract/paths.ts'
import { goodEnquiry } from '#tests/support/enquiry.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { send, sendRaw } from '#tests/support/tcp.ts'
import { hidden, refused } from '#tests/support/security/smuggled.ts'
import { readOperations } from '#tests/support/security/openapi.ts'

// In this process, where no other work delays the server so much that it refuses anybody.
const server = sharedServer()
afterAll(() => expect(server.log()).not.toMatch(/"level":"(error|fatal)"/))

const enquiry = JSON.stringify(goodEnquiry)
const json = 'Content-Type: application/json\r\n'
const post = `POST ${api.sendEnquiry} HTTP/1.1\r\nHost: x\r\n`
const close = 'Connection: close\r\n\r\n'
const multipart = 'multipart/form-data; boundary=x'

/** Returns the statuses of all answers on one connection, in order. */
async function statuses(bytes: string): Promise<number[]> {
  const said = await sendRaw(server.url, bytes)
  return [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
}

describe('a body without end', () => {
  const endless = 'Content-Length: 1000000000\r\n\r\n'
  const plain = (piece: string) => piece
  const text = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n`
  it.each([
    ['is told as a gigabyte', `${post}${json}${endless}`, 413, plain],
    [
      'comes in chunks and tells no length',
      `${post}${json}Transfer-Encoding: chunked\r\n\r\n`,
      413,
      (piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`,
    ],
    ['is text of an application', `${form(api.careerApplication)}${endless}${text}`, 413, plain],
    ['is a registration of nobody', `${form(api.registerExecutive)}${endless}${text}`, 403, plain],
  ])('that %s is refused before more of it was read than a body may have', async (_, head, status, wrap) => {
    const answered = bytesReadAtAnswer()
    expect(await pour(head, wrap('x'.repeat(16_384)))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    // A body may have 64 kB, and a connection is read in pieces of the same size.
    expect(await answered).toBeLessThan(4 * 65_536)
  })

  function form(path: string): string {
    return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${multipart}\r\n`
  }

  /** Returns how much had been read of the next request's connection when its answer was given. */
  function bytesReadAtAnswer(): Promise<number> {
    return new Promise((resolve) => {
      server.app.server.once('request', ({ socket }, response) => {
        response.once('finish', () => resolve(socket.bytesRead))
      })
    })
  }

  /** Writes one piece after the other as long as they are read; returns the answer. */
  function pour(head: string, piece: string): Promise<string> {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    let said = ''
    return new Promise((resolve) => {
      const write = () => {
        while (!socket.destroyed && said === '' && socket.write(piece));
        if (said) socket.end()
      }
      socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1')))
      socket.on('drain', write)
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(said))
      socket.write(head)
      write()
    })
  }
})

describe('a head that is too much', () => {
  const headers = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: y\r\n`).join('')
  const asking = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}${close}`
  it.each([
    ['ten thousand headers', `${post}${headers(10_000)}${close}`, 431],
    ['one header of 9 kB', asking('/', `Cookie: a=${'y'.repeat(9000)}\r\n`), 431],
    ['an address of 9 kB', asking(`/${'y'.repeat(9000)}`), 431],
    ['an address of 7 kB', asking(`/${'y'.repeat(7000)}`), 404],
    ['a thousand keys', asking(`/?${'a=&'.repeat(1000)}`), 200],
    ['a thousand keys for a call', asking(`/sandbox/messages?${'to=a&'.repeat(1000)}`), 422],
  ])('%s', async (_, bytes, status) => {
    expect(await statuses(bytes)).toEqual([status])
  })
})

describe('a message that two readers would end at different places', () => {
  const bigChunk = `${post}${json}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}${hidden}`
  it.each([...refused, ['a chunk of which more is said than 16 kB', bigChunk]])(
    '%s is refused, and what follows is no request',
    async (_, bytes) => {
      expect(await statuses(bytes)).toEqual([400])
    },
  )
})

it('pipelined requests are answered in order, each for itself', async () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  const one = `${post}${json}Content-Length: 2\r\n\r\n{}`
  const many = (get(probes.health) + one + get('/nothing-there')).repeat(50)
  const answers = await statuses(`${many}GET ${probes.health} HTTP/1.1\r\nHost: x\r\n${close}`)
  expect(answers).toEqual([...Array.from({ length: 50 }, () => [200, 422, 404]).flat(), 200])
})

describe('a request of another kind', () => {
  const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: x\r\n${more}${close}`
  const refusals = [400, 403, 404, 405, 501]
  it.each([
    ['TRACE', head('TRACE /', 'Cookie: a=secret\r\n'), refusals],
    ['TRACE of a call', head(`TRACE ${api.sendEnquiry}`), refusals],
    ['a method of WebDAV', head('PROPFIND /'), refusals],
    ['a method that nobody knows', head('JUMP /'), refusals],
    ['OPTIONS of a call', head(`OPTIONS ${api.sendEnquiry}`, 'Origin: https://evil.example\r\n'), refusals],
    ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', [400]],
  ])('%s is refused, and quotes nothing', async (_, bytes, expected) => {
    const said = await sendRaw(server.url, bytes)
    expect(expected.map(String)).toContain(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1])
    expect(said).not.toMatch(/secret|access-control-allow|evil/i)
  })

  it.each([
    ['two hosts', head('GET /', 'Host: evil.example\r\n')],
    ['an address with another host', `GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n${close}`],
    [
      'a wish for WebSockets',
      head('GET /', 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n'),
    ],
    ['a wish for HTTP/2', head('GET /', 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n')],
    ['a thousand ranges', head('GET /', `Range: bytes=${'0-1,'.repeat(1000)}0-1\r\n`)],
    ['another method in a header', head('GET /', 'X-HTTP-Method-Override: DELETE\r\n')],
  ])('%s is ignored', async (_, bytes) => {
    const said = await sendRaw(server.url, bytes)
    expect(said).toMatch(/^HTTP\/1\.1 (200|308|404) /)
    expect(said).not.toContain('evil.example')
  })

  it('a request to connect to another host ends the connection without an answer', async () => {
    expect(await sendRaw(server.url, head('CONNECT evil.example:443'))).toBe('')
  })
})

it.each(['/../../../../', '/%2e%2e%2f', '/..%5c', '/_astro/../../', '//', '/%252e%252e%252f', '/%00/'])(
  '%s does not lead out of the folder of the site',
  async (way) => {
    for (const file of ['etc/passwd', 'package.json', '.env', 'data/keys', '.git/config']) {
      const said = await sendRaw(server.url, `GET ${way}${file} HTTP/1.1\r\nHost: x\r\n${close}`)
      expect(said, file).toMatch(/^HTTP\/1\.1 (400|404|308) /)
      expect(said).not.toMatch(/root:x:|"dependencies"|DATA_KEY|\[core\]/)
    }
  },
)

it('every call that changes something is refused to another site, whatever it sends, and to a compressed body', async () => {
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', multipart]
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: server.url },
    { 'sec-fetch-site': 'same-site' },
  ]
  const operations = (await readOperations(server.url)).filter(({ method }) => method !== 'GET')
  expect(operations.length).toBeGreaterThan(10)
  for (const { method, path } of operations) {
    const sendAs = (headers: Record<string, string>, body: Buffer) =>
      send(server.url, { method, path, headers, body })
    const answers = await Promise.all(
      foreign.flatMap((from) =>
        types.map((type) => sendAs({ ...from, 'content-type': type }, Buffer.from(enquiry))),
      ),
    )
    expect([path, new Set(answers.map(({ status }) => status))]).toEqual([path, new Set([403])])
    const { status, body } = await sendAs(
      { 'content-type': types[0] ?? '', 'content-encoding': 'gzip' },
      bomb,
    )
    expect([path, status]).toEqual([path, 415])
    expect(errorEnvelope.parse(JSON.parse(body.toString())).code).toBe('wrong_type')
  }
})
