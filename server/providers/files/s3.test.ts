import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { hasS3, makeBucket, type TestBucket } from '#tests/support/bucket.ts'
import { type FaultProxy, type LineFault, startFaultProxy } from '#tests/support/fault-proxy.ts'
import { holdTimeout, startFakeProvider } from '#tests/support/fake-provider.ts'
import { FilesFull, type FilesPort, FilesUnavailable } from './port.ts'
import { createS3Files } from './s3.ts'

const LIMIT_MS = 300
const MEGABYTE = 1024 * 1024

async function read(files: FilesPort, id: string): Promise<Buffer | undefined> {
  const found = await files.get(id)
  return found && Buffer.concat(await Array.fromAsync(found))
}

/** Calls every method of the port, and returns how each ended. */
async function endings(files: FilesPort) {
  const [put, get, remove, list, ping] = await Promise.all([
    ending(files.put(newId(), randomBytes(MEGABYTE))),
    ending(read(files, newId())),
    ending(files.remove(newId())),
    ending(Array.fromAsync(files.list())),
    ending(files.ping()),
  ])
  return { put, get, remove, list, ping }
}

/** Returns the code of the `FilesUnavailable` that a call rejects with, or describes its other result. */
async function ending(act: Promise<unknown>): Promise<string> {
  try {
    await act
    return 'worked'
  } catch (error) {
    return error instanceof FilesUnavailable ? error.code : String(error)
  }
}

/** Collects garbage ten times a second. Returns a function that stops this. */
function collectGarbage(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const timer = setInterval(collect, 100)
  return () => clearInterval(timer)
}

function all(code: string): Record<string, string> {
  return { put: code, get: code, remove: code, list: code, ping: code }
}

describe.skipIf(!hasS3)('failing object storage', () => {
  let bucket: TestBucket
  let proxy: FaultProxy
  let files: FilesPort
  /** With a short time limit, for servers that never answer. */
  let hasty: FilesPort
  let straight: FilesPort
  beforeAll(async () => {
    bucket = await makeBucket()
    const { hostname, port } = new URL(bucket.options.endpoint)
    proxy = await startFaultProxy({ host: hostname, port: Number(port) })
    const through = { ...bucket.options, endpoint: `http://127.0.0.1:${proxy.port}/` }
    files = createS3Files(through)
    hasty = createS3Files(through, LIMIT_MS)
    straight = createS3Files(bucket.options)
  })
  beforeEach(() => proxy.mend())
  afterAll(async () => {
    await proxy.close()
    await bucket.remove()
  })

  it('is unavailable with a wrong secret and a bucket that is not there', async () => {
    const other = (change: object) => createS3Files({ ...bucket.options, ...change })
    const refused = all('answers 403 SignatureDoesNotMatch')
    expect(await endings(other({ secretAccessKey: 'wrong' }))).toEqual(refused)
    expect(await endings(other({ bucket: 'no-such-bucket' }))).toEqual(all('answers 404 NoSuchBucket'))
    expect(await endings(straight)).toEqual(all('worked'))
  })

  it.each<[string, LineFault]>([
    ['accepts the call and does not answer', { kind: 'stall', way: 'sent', after: 0 }],
    ['never finishes its answer', { kind: 'stall', way: 'got', after: 100 }],
    ['answers after the limit', { kind: 'late', ms: 5000 }],
  ])('is unavailable within the limit when it %s', async (_, fault) => {
    await proxy.break(fault)
    // Timeout signals were once garbage-collected before they fired (nodejs/undici#3644).
    const stopCollecting = collectGarbage()
    expect(await endings(hasty)).toEqual(all('does not answer'))
    stopCollecting()
  })

  it('is unavailable while it is down, and works once it is back', async () => {
    const gone = createS3Files({ ...bucket.options, endpoint: 'http://127.0.0.1:1' })
    expect(await endings(gone)).toEqual(all('does not answer'))
    await proxy.break({ kind: 'cut', way: 'sent', after: 0 })
    expect(await endings(files)).toEqual(all('does not answer'))
    await proxy.mend()
    expect(await endings(files)).toEqual(all('worked'))
  })

  it.each<[string, LineFault]>([
    ['the line is cut', { kind: 'cut', way: 'sent', after: MEGABYTE }],
    ['the line stalls', { kind: 'stall', way: 'sent', after: MEGABYTE }],
    ['a byte is altered', { kind: 'bent', way: 'sent', at: MEGABYTE }],
  ])('stores nothing when, in the middle of a file, %s', async (_, fault) => {
    await proxy.break(fault)
    const id = newId()
    await expect(hasty.put(id, randomBytes(5 * MEGABYTE))).rejects.toThrow(FilesUnavailable)
    await proxy.break({ kind: 'cut', way: 'sent', after: 0 })
    expect(await straight.get(id)).toBeUndefined()
    expect((await Array.fromAsync(straight.list())).map((file) => file.id)).not.toContain(id)
  })

  it.each<[string, LineFault]>([
    ['the line is cut', { kind: 'cut', way: 'got', after: MEGABYTE }],
    ['the line stalls', { kind: 'stall', way: 'got', after: MEGABYTE }],
  ])('makes reading fail when, in the middle of a file, %s', async (_, fault) => {
    const id = newId()
    await straight.put(id, randomBytes(5 * MEGABYTE))
    await proxy.break(fault)
    const limit = holdTimeout()
    const reading = ending(Array.fromAsync((await files.get(id)) ?? []))
    if (fault.kind === 'stall') limit.pass()
    expect(await reading).toBe('breaks off')
    limit.pass()
    await straight.remove(id)
  })
})

const anybody = { bucket: 'b', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 's' }

describe('object storage that is full', () => {
  it.each([
    ['MinIO’s disk', 507, 'XMinioStorageFull'],
    ['MinIO’s quota', 400, 'XMinioAdminBucketQuotaExceeded'],
    ['Ceph’s quota', 403, 'QuotaExceeded'],
    ['Swift’s quota', 413, 'EntityTooLarge'],
    ['a disk, without a code', 507, ''],
  ])('has no room, by %s', async (_, status, code) => {
    await using server = await startFakeProvider({ status, text: `<Error><Code>${code}</Code></Error>` })
    const files = createS3Files({ ...anybody, endpoint: server.url })
    await expect(files.put(newId(), randomBytes(10))).rejects.toThrow(FilesFull)
  })

  it('is not reported when storage refuses for another reason', async () => {
    const text = '<Error><Code>AccessDenied</Code></Error>'
    await using server = await startFakeProvider({ status: 403, text })
    const put = createS3Files({ ...anybody, endpoint: server.url }).put(newId(), randomBytes(10))
    await expect(put).rejects.not.toThrow(FilesFull)
  })
})

describe('a server that is not object storage', () => {
  it.each([
    ['a page that says 404', 404, '<h1>Not found</h1>', 'answers 404'],
    ['that there are too many requests', 503, '<Error><Code>SlowDown</Code></Error>', 'answers 503 SlowDown'],
    ['an invalid code', 403, '<Error><Code><b>&amp;</b></Code></Error>', 'answers 403'],
    ['another address', 301, '', 'does not answer'],
  ])('is unavailable, answering %s', async (_, status, body, code) => {
    await using server = await startFakeProvider((response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body)
    })
    expect(await endings(createS3Files({ ...anybody, endpoint: server.url }))).toEqual(all(code))
  })
})
