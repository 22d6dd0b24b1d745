import { sha256 } from '#server/platform/crypto/digest.ts'
import {
  type BucketOptions,
  fileId,
  FilesFull,
  type FilesPort,
  FilesUnavailable,
  type StoredFile,
} from './port.ts'
import { AwsClient } from 'aws4fetch'

/** Milliseconds for one call with its body. An encrypted file has about five megabytes at most. */
const CALL_LIMIT_MS = 20_000
/** Prefix of all our keys, so that other programs can use the same bucket. */
const PREFIX = 'files/'

/** Stores files in an object storage with the S3 API, Signature Version 4. */
export function createS3Files(options: BucketOptions, callLimitMs = CALL_LIMIT_MS): FilesPort {
  const bucket = createBucket(options, callLimitMs)
  return {
    async put(id, bytes) {
      await bucket.callFor(pathOf(id), {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: {
          'content-type': 'application/octet-stream',
          // Part of the signature, so that the storage refuses bytes that were altered on the way.
          'x-amz-content-sha256': sha256(bytes),
        },
      })
    },
    async get(id) {
      const response = await bucket.call(pathOf(id))
      return response && readPieces(response)
    },
    async remove(id) {
      await bucket.callFor(pathOf(id), { method: 'DELETE' })
    },
    list: () => listBucket(bucket),
    async ping() {
      await bucket.callFor(`?${new URLSearchParams({ 'list-type': '2', 'max-keys': '1' })}`)
    },
  }
}

function pathOf(id: string): string {
  if (!fileId.test(id)) throw new FilesUnavailable('not an id')
  return `/${PREFIX}${id}`
}

async function* readPieces(response: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body ?? []
  } catch (cause) {
    throw new FilesUnavailable('breaks off', { cause })
  }
}

async function* listBucket(bucket: Bucket): AsyncGenerator<StoredFile> {
  const wanted = { 'list-type': '2', prefix: PREFIX, 'max-keys': '1000' }
  let next = ''
  do {
    const query = new URLSearchParams(next ? { ...wanted, 'continuation-token': next } : wanted)
    const xml = await bucket.callFor(`?${query}`)
    yield* filesIn(xml)
    next = elementIn(xml, 'NextContinuationToken')
  } while (next)
}

/** Reads the needed parts of a ListObjectsV2 answer. Foreign keys are left out. */
function filesIn(xml: string): StoredFile[] {
  return [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)]
    .map(([, object = '']) => ({
      id: elementIn(object, 'Key').slice(PREFIX.length),
      storedAt: Date.parse(elementIn(object, 'LastModified')),
    }))
    .filter(({ id }) => fileId.test(id))
}

const signs = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function elementIn(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, sign: keyof typeof signs) => signs[sign])
}

/** Calls to one bucket. `path` begins with `/` or `?`. Both methods reject with `FilesUnavailable`. */
export interface Bucket {
  /** Returns the response with its body unread; undefined for an unknown key. */
  call(path: string, init?: RequestInit): Promise<Response | undefined>
  /** Returns the text of the response; '' for an unknown key. */
  callFor(path: string, init?: RequestInit): Promise<string>
}

/** Ends each call after `limitMs`, without a retry: a visitor waits for the upload. */
function createBucket(options: BucketOptions, limitMs: number): Bucket {
  const client = new AwsClient({
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    region: options.region,
    service: 's3',
  })
  const address = `${options.endpoint.replace(/\/$/, '')}/${options.bucket}`

  async function call(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    const request = await client.sign(address + path, { ...init, redirect: 'error' })
    // The signal is passed beside the request: inside it, the signal could be garbage-collected (nodejs/undici#3644).
    const response = await fetch(request, { signal: AbortSignal.timeout(limitMs) }).catch(notAnswering)
    if (response.ok) return response
    const code = codeIn(await response.text().catch(() => ''))
    if (code === 'NoSuchKey') return undefined
    const reason = `answers ${response.status} ${code}`.trim()
    const isFull = response.status === INSUFFICIENT_STORAGE || fullCodes.test(code)
    throw isFull ? new FilesFull(reason) : new FilesUnavailable(reason)
  }

  return {
    call,
    async callFor(path, init) {
      const response = await call(path, init)
      return (await response?.text().catch(notAnswering)) ?? ''
    },
  }
}

/**
 * Error codes for a full disk or quota: of MinIO (`XMinioStorageFull`, `XMinioAdminBucketQuotaExceeded`), Ceph and
 * versitygw (`QuotaExceeded`), NooBaa (`ObjectQuotaExceeded`) and Swift (`EntityTooLarge`; none of our files is too
 * large by itself). AWS has none.
 */
const fullCodes = /(?:QuotaExceeded|^XMinioStorageFull|^EntityTooLarge)$/
const INSUFFICIENT_STORAGE = 507

function notAnswering(cause: unknown): never {
  throw new FilesUnavailable('does not answer', { cause })
}

function codeIn(xml: string): string {
  return /<Code>(\w{1,60})<\/Code>/.exec(xml)?.[1] ?? ''
}
