import { createHash } from 'node:crypto'
import { type BucketOptions, fileId, type FilesPort, FilesUnavailable, type StoredFile } from './port.ts'
import { type Bucket, createBucket } from './s3-call.ts'

/** Milliseconds for one call, its body too; a encrypted file is at most some five megabytes. */
const CALL_LIMIT_MS = 20_000
/** All our objects stand under it, so that a bucket can be shared. */
const PREFIX = 'files/'

/** The files port on any object storage that speaks S3 with Signature Version 4. */
export function createS3Files(options: BucketOptions, callLimitMs = CALL_LIMIT_MS): FilesPort {
  const bucket = createBucket(options, callLimitMs)
  return {
    async put(id, bytes) {
      await bucket.callFor(pathOf(id), {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: {
          'content-type': 'application/octet-stream',
          // Signed with the rest, so that bytes altered on the way are refused.
          'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
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

/** The few parts of ListObjectsV2's XML that we need; what is not ours is left out. */
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
