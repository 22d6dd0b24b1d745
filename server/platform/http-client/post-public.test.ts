import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createConnectionServer, type Server } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { makeSandboxCertificate } from '#server/providers/signature/sandbox-certificate.ts'
import { holdTimeout } from '#tests/support/fake-provider.ts'
import { listen, type Listening } from '#tests/support/listen.ts'
import { postPublic, type Outbound, isPublicAddress, publicUrl } from './post-public.ts'

/** Node's diagnostics channel for the head of an answer. */
const ANSWER_BEGINS = 'http.client.response.finish'

const open: Listening[] = []
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())))

/** Starts a receiver on loopback and returns its port. */
async function portOf(server: Server): Promise<number> {
  const listening = await listen(server)
  open.push(listening)
  return listening.port
}
function receiver(handler: RequestListener): Promise<number> {
  return portOf(createServer(handler))
}

function post(url: string, deps: Partial<Outbound> = {}) {
  const base: Outbound = { resolve: async () => ['127.0.0.1'], loopback: true, limitMs: 30_000 }
  return postPublic({ ...base, ...deps }, { url, headers: { 'webhook-id': 'msg_1' }, body: '{"a":1}' })
}

describe('a post to an address that an owner entered', () => {
  it('sends body and headers, and returns the status', async () => {
    const got: unknown[] = []
    const port = await receiver((request, response) => {
      const { 'webhook-id': id, 'content-type': type, cookie, authorization } = request.headers
      request.setEncoding('utf8').on('data', (body) => got.push({ body, id, type, cookie, authorization }))
      request.on('end', () => response.writeHead(204).end())
    })
    expect(await post(`http://localhost:${port}/hook?key=1`)).toEqual({ status: 204 })
    expect(got).toEqual([{ body: '{"a":1}', id: 'msg_1', type: 'application/json' }])
  })

  it.each(['localhost', '127.0.0.1'])(
    'to %s leaves nothing behind when its time passes after the answer',
    async (host) => {
      const limit = holdTimeout()
      const port = await receiver((_, response) => response.end())
      expect(await post(`http://${host}:${port}/`)).toEqual({ status: 200 })
      limit.pass()
      // An unhandled error would crash the process.
      await nextRound()
    },
  )

  it('gives up on a silent receiver or name server', async () => {
    const port = await receiver(() => undefined)
    const silent = () => new Promise<string[]>(() => undefined)
    const tried = [
      post(`http://localhost:${port}/`, { limitMs: 200 }),
      post('https://hooks.example/', { resolve: silent, limitMs: 200 }),
    ]
    expect(await Promise.all(tried)).toEqual([{ failure: 'timeout' }, { failure: 'timeout' }])
  })

  it('returns the status of an endless answer, and reads only the beginning of a long one', async () => {
    const slow = await receiver((_, response) => void response.writeHead(200).write('a'))
    const limit = holdTimeout()
    const passes = () => void setImmediate(limit.pass)
    subscribe(ANSWER_BEGINS, passes)
    expect(await post(`http://localhost:${slow}/`)).toEqual({ status: 200 })
    unsubscribe(ANSWER_BEGINS, passes)
    const wasRead = Promise.withResolvers<boolean>()
    const long = await receiver((_, response) => {
      response.writeHead(200).end(Buffer.alloc(64 * 1024 * 1024))
      response.on('close', () => wasRead.resolve(response.writableFinished))
    })
    expect(await post(`http://localhost:${long}/`)).toEqual({ status: 200 })
    expect(await wasRead.promise).toBe(false)
  })

  it('fails if the receiver switches protocols or hangs up', async () => {
    const asking = createConnectionServer((socket) => {
      const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket']
      socket.on('error', () => undefined).once('data', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    })
    const port = await portOf(asking)
    expect(await post(`http://localhost:${port}/`)).toEqual({ failure: 'unreachable' })
    const leaving = await receiver((request) => request.socket.destroy())
    expect(await post(`http://localhost:${leaving}/`)).toEqual({ failure: 'unreachable' })
  })

  it('does not follow a redirect, to this machine least of all', async () => {
    let hits = 0
    const inner = await receiver((_, response) => {
      hits += 1
      response.end()
    })
    const location = `http://127.0.0.1:${inner}/`
    const port = await receiver((_, response) => response.writeHead(307, { location }).end())
    expect([await post(`http://localhost:${port}/`), hits]).toEqual([{ status: 307 }, 0])
  })

  it('connects to the address resolved once, and resolves again for the next post', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '10.0.0.1']]
    const resolve = async () => answers.shift() ?? []
    const hosts: (string | undefined)[] = []
    const port = await receiver((request, response) => {
      hosts.push(request.headers.host)
      response.end()
    })
    const url = `http://localhost:${port}/`
    const refused = { failure: 'address not allowed' }
    for (const answer of [{ status: 200 }, refused, refused, { failure: 'unreachable' }])
      expect(await post(url, { resolve })).toEqual(answer)
    expect([hosts, answers]).toEqual([[`localhost:${port}`], []])
  })

  it.each([
    ['a public and a private address', 'https://hooks.example/', ['8.8.8.8', '192.168.1.1']],
    ['this machine', 'https://hooks.example/', ['127.0.0.1']],
    ['plain http', 'http://hooks.example/', ['8.8.8.8']],
    ['a private address in brackets', 'https://[fd00::1]/', []],
  ])('outside a trial goes nowhere: %s', async (_, url, addresses) => {
    const resolve = async () => addresses
    expect(await post(url, { resolve, loopback: false })).toEqual({ failure: 'address not allowed' })
  })

  it('reports that nobody listens, or that the name is unknown', async () => {
    expect(await post('http://localhost:1/')).toEqual({ failure: 'unreachable' })
    const resolve = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await post('https://hooks.example/', { resolve })).toEqual({ failure: 'unreachable' })
  })

  it('trusts no unsigned certificate, and names the host in the handshake', async () => {
    const names: string[] = []
    const password = 'test'
    const pfx = await makeSandboxCertificate({ name: 'hooks.example', password, now: Date.now() })
    const SNICallback = (name: string, done: (error: null) => void) => {
      names.push(name)
      done(null)
    }
    const options = { pfx: Buffer.from(pfx), passphrase: password, SNICallback }
    const port = await portOf(createTlsServer(options, (_, response) => response.end()))
    expect(await post(`https://hooks.example:${port}/`)).toEqual({ failure: 'certificate' })
    expect(names).toEqual(['hooks.example'])
  })
})

// The library knows private, local, shared, reserved and multicast ranges.
it.each([
  ['8.8.8.8', true],
  ['::ffff:8.8.8.8', true],
  ['2606:4700::1111', true],
  ['10.0.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['::10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['64:ff9b:1::a00:1', false],
  ['2001::1', false],
  ['2002:a00:1::1', false],
  ['4000::1', false],
  ['fc00::1', false],
  ['fe80::1%eth0', false],
  ['localhost', false],
])('the public internet has %s in it: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

it.each([
  ['https://hooks.example.com/webhook/1?key=2', 'taken'],
  ['https://8.8.8.8/', 'taken'],
  ['http://localhost:9000/', 'taken while the product is tried'],
  ['http://[::1]:9000/', 'taken while the product is tried'],
  ['http://hooks.example.com/x', 'refused'],
  ['https://10.0.0.1/', 'refused'],
  ['javascript:alert(1)', 'refused'],
  ['https://asha:secret@hooks.example.com/', 'refused'],
  ['https://hooks.example.com/#part', 'refused'],
  ['https://[::ffff:10.0.0.1]/', 'refused'],
  ['hooks.example.com', 'refused'],
])('of the addresses that an owner enters %s is %s', (url, verdict) => {
  expect(publicUrl(url, { loopback: false })?.href).toBe(verdict === 'taken' ? url : undefined)
  expect(publicUrl(url, { loopback: true })?.href).toBe(verdict === 'refused' ? undefined : url)
})
