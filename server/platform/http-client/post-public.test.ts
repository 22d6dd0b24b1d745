import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createConnectionServer, type Server } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { makeSandboxCertificate } from '#server/providers/signature/sandbox-certificate.ts'
import { holdTimeout } from '#tests/support/fake-provider.ts'
import { listen, type Listening } from '#tests/support/listen.ts'
import { postPublic, type Outbound, isPublicAddress, publicUrl } from './post-public.ts'

/** Where Node tells that the head of an answer has come. */
const ANSWER_BEGINS = 'http.client.response.finish'

const open: Listening[] = []
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())))

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a receiver on loopback; its port. */
async function portOf(server: Server): Promise<number> {
  const listening = await listen(server)
  open.push(listening)
  return listening.port
}
function receiver(handler: Handler): Promise<number> {
  return portOf(createServer(handler))
}

function post(url: string, deps: Partial<Outbound> = {}) {
  const base: Outbound = { resolve: async () => ['127.0.0.1'], loopback: true, limitMs: 30_000 }
  return postPublic({ ...base, ...deps }, { url, headers: { 'webhook-id': 'msg_1' }, body: '{"a":1}' })
}

describe('a post to an address that an owner entered', () => {
  it('brings body and headers, and answers with the status', async () => {
    const got: unknown[] = []
    const port = await receiver((request, response) => {
      const { 'webhook-id': id, 'content-type': type, cookie, authorization } = request.headers
      request.setEncoding('utf8').on('data', (body) => got.push({ body, id, type, cookie, authorization }))
      request.on('end', () => response.writeHead(204).end())
    })
    expect(await post(`http://localhost:${port}/hook?key=1`)).toEqual({ status: 204 })
    expect(got).toEqual([{ body: '{"a":1}', id: 'msg_1', type: 'application/json' }])
  })

  it('gives up on a receiver that says nothing', async () => {
    const port = await receiver(() => undefined)
    expect(await post(`http://localhost:${port}/`, { limitMs: 200 })).toEqual({ failure: 'timeout' })
  })

  it.each(['localhost', '127.0.0.1'])(
    'to %s leaves nothing behind when its time passes after the answer',
    async (host) => {
      const limit = holdTimeout()
      const port = await receiver((_, response) => response.end())
      expect(await post(`http://${host}:${port}/`)).toEqual({ status: 200 })
      limit.pass()
      // An error that nobody waits for would end the process.
      await nextRound()
    },
  )

  it('gives up on a name’s server that says nothing', async () => {
    const resolve = () => new Promise<string[]>(() => undefined)
    expect(await post('https://hooks.example/', { resolve, limitMs: 200 })).toEqual({ failure: 'timeout' })
  })

  it('takes the status of an answer that never ends, and reads no more of a long one than it must', async () => {
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

  it('ends where the receiver asks for another protocol, as where it hangs up', async () => {
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
    const port = await receiver((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inner}/` }).end(),
    )
    expect([await post(`http://localhost:${port}/`), hits]).toEqual([{ status: 307 }, 0])
  })

  it('connects to what the name resolved to once, and looks again at the next post', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '10.0.0.1']]
    const resolve = async () => answers.shift() ?? []
    const hosts: (string | undefined)[] = []
    const port = await receiver((request, response) => {
      hosts.push(request.headers.host)
      response.end()
    })
    const url = `http://localhost:${port}/`
    expect(await post(url, { resolve })).toEqual({ status: 200 })
    expect(await post(url, { resolve })).toEqual({ failure: 'address not allowed' })
    expect(await post(url, { resolve })).toEqual({ failure: 'address not allowed' })
    expect(await post(url, { resolve })).toEqual({ failure: 'unreachable' })
    expect([hosts, answers]).toEqual([[`localhost:${port}`], []])
  })

  it.each([
    ['a private address', 'https://hooks.example/', ['10.0.0.1']],
    ['a public and a private address', 'https://hooks.example/', ['8.8.8.8', '192.168.1.1']],
    ['this machine', 'https://hooks.example/', ['127.0.0.1']],
    ['plain http', 'http://hooks.example/', ['8.8.8.8']],
    ['a private address in the URL', 'https://10.0.0.1/', []],
    ['a private address in brackets', 'https://[fd00::1]/', []],
  ])('outside a trial goes nowhere: %s', async (_, url, addresses) => {
    const resolve = async () => addresses
    expect(await post(url, { resolve, loopback: false })).toEqual({ failure: 'address not allowed' })
  })

  it('says that nobody listens, or that the name is unknown', async () => {
    expect(await post('http://localhost:1/')).toEqual({ failure: 'unreachable' })
    const resolve = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await post('https://hooks.example/', { resolve })).toEqual({ failure: 'unreachable' })
  })

  it('trusts no certificate that nobody vouches for, and names the host in the handshake', async () => {
    const names: string[] = []
    const password = 'test'
    const pfx = await makeSandboxCertificate({ name: 'hooks.example', password, now: Date.now() })
    const SNICallback = (name: string, done: (error: null) => void) => {
      names.push(name)
      done(null)
    }
    const port = await portOf(
      createTlsServer({ pfx: Buffer.from(pfx), passphrase: password, SNICallback }, (_, response) =>
        response.end(),
      ),
    )
    expect(await post(`https://hooks.example:${port}/`)).toEqual({ failure: 'certificate' })
    expect(names).toEqual(['hooks.example'])
  })
})

describe('the public internet', () => {
  it.each(['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111'])('has %s in it', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ['this network', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['shared by providers', '100.64.0.1'],
    ['loopback', '127.0.0.1'],
    ['link-local, where clouds answer with credentials', '169.254.169.254'],
    ['protocol assignments', '192.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['6to4 relays', '192.88.99.1'],
    ['AS112', '192.175.48.1'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-mapped private', '::ffff:10.0.0.1'],
    ['IPv4-mapped loopback', '::ffff:7f00:1'],
    ['IPv4-compatible', '::10.0.0.1'],
    ['NAT64', '64:ff9b::a00:1'],
    ['NAT64 of a network’s own', '64:ff9b:1::a00:1'],
    ['discarded', '100::1'],
    ['Teredo', '2001::1'],
    ['documentation', '2001:db8::1'],
    ['6to4', '2002:a00:1::1'],
    ['nobody’s yet', '4000::1'],
    ['unique local', 'fc00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
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
