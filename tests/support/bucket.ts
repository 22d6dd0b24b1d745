import { randomBytes } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { environment } from '#server/config/config.ts'
import { createS3Files } from '#server/providers/files/s3.ts'

/** `http://KEY:SECRET@host:port/bucket` of an S3 where buckets may be made; without it tests are skipped. */
const s3Url = environment()['TEST_S3_URL']

export const hasS3 = s3Url !== undefined

export type TestBucket = Awaited<ReturnType<typeof makeBucket>>

/** Makes an empty bucket, with the settings that lead a server to it. */
export async function makeBucket() {
  const { origin, username, password } = new URL(s3Url ?? '')
  const options = {
    endpoint: origin,
    bucket: `test-${randomBytes(8).toString('hex')}`,
    region: 'us-east-1',
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  }
  const client = new AwsClient({ ...options, service: 's3' })
  const call = async (method: 'PUT' | 'DELETE') => {
    const response = await client.fetch(`${origin}/${options.bucket}`, { method })
    if (!response.ok) throw new Error(`${method} of a bucket: ${response.status} ${await response.text()}`)
  }
  await call('PUT')
  return {
    options,
    settings: {
      S3_ENDPOINT: options.endpoint,
      S3_BUCKET: options.bucket,
      S3_ACCESS_KEY_ID: options.accessKeyId,
      S3_SECRET_ACCESS_KEY: options.secretAccessKey,
    },
    async remove() {
      const files = createS3Files(options)
      const left = await Array.fromAsync(files.list())
      await Promise.all(left.map(({ id }) => files.remove(id)))
      await call('DELETE')
    },
  }
}
