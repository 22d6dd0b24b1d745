import { AwsClient } from 'aws4fetch'
import { type BucketOptions, FilesUnavailable } from './port.ts'

/** Calls into one bucket; `path` begins with `/` or `?`. Both reject with `FilesUnavailable`. */
export interface Bucket {
  /** The answer, still to be read; undefined when there is nothing under that key. */
  call(path: string, init?: RequestInit): Promise<Response | undefined>
  /** The answer's text, empty when there is nothing under that key. */
  callFor(path: string, init?: RequestInit): Promise<string>
}

/**
 * Signs calls with Signature Version 4, addressed by path; each with its body ends within `limitMs` milliseconds, and
 * nothing is tried twice: an upload has somebody waiting.
 */
export function createBucket(options: BucketOptions, limitMs: number): Bucket {
  const client = new AwsClient({
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    region: options.region,
    service: 's3',
  })
  const address = `${options.endpoint.replace(/\/$/, '')}/${options.bucket}`

  async function call(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    const request = await client.sign(address + path, { ...init, redirect: 'error' })
    // Beside the request: a signal within it is lost to the garbage collector (nodejs/undici#3644).
    const response = await fetch(request, { signal: AbortSignal.timeout(limitMs) }).catch(notAnswering)
    if (response.ok) return response
    const code = codeIn(await response.text().catch(() => ''))
    if (code === 'NoSuchKey') return undefined
    throw new FilesUnavailable(`answers ${response.status} ${code}`.trim())
  }

  return {
    call,
    async callFor(path, init) {
      const response = await call(path, init)
      return (await response?.text().catch(notAnswering)) ?? ''
    },
  }
}

function notAnswering(cause: unknown): never {
  throw new FilesUnavailable('does not answer', { cause })
}

function codeIn(xml: string): string {
  return /<Code>(\w{1,60})<\/Code>/.exec(xml)?.[1] ?? ''
}
