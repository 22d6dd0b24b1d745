import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { ORPHAN_AGE_MS, sweepOrphans } from '#server/features/careers/jobs.ts'
import { decryptFile } from '#server/platform/crypto/file-cipher.ts'
import { createS3Files } from '#server/providers/files/s3.ts'
import { documentPart, pdfOf, postApplication, somebody } from '#tests/support/application.ts'
import { hasS3, makeBucket, type TestBucket } from '#tests/support/bucket.ts'
import { type FaultProxy, startFaultProxy } from '#tests/support/fault-proxy.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import type { DocumentField } from '#contract/fields/application.ts'

const MEGABYTE = 1024 * 1024

async function apply({ url }: TestServer, documents: Partial<Record<DocumentField, Buffer>>) {
  const parts = Object.entries(documents).map(([field, bytes]) => documentPart(field as DocumentField, bytes))
  const { status, body, headers } = await postApplication(url, somebody(), parts)
  return { status, message: body.message, code: body.code, retryAfter: headers.get('retry-after') }
}

const unavailable = { status: 503, message: errorMessages.unavailable, code: 'unavailable', retryAfter: '10' }

async function rowsOf({ deps }: TestServer): Promise<string[]> {
  const rows = await deps.db.selectFrom('application_files').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

async function filesOf({ deps }: TestServer): Promise<string[]> {
  return (await Array.fromAsync(deps.files.list())).map(({ id }) => id).sort()
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

describe.skipIf(!hasS3)('an application, on object storage', () => {
  let bucket: TestBucket
  let proxy: FaultProxy
  let server: TestServer
  beforeAll(async () => {
    bucket = await makeBucket()
    const { hostname, port } = new URL(bucket.options.endpoint)
    proxy = await startFaultProxy({ host: hostname, port: Number(port) })
    server = await startServer({
      settings: { ...bucket.settings, S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` },
    })
  })
  beforeEach(() => proxy.mend())
  afterAll(async () => {
    await server.stop()
    await proxy.close()
    await bucket.remove()
  })

  it('has its documents there, encrypted, and nowhere else', async () => {
    const resume = pdfOf(MEGABYTE)
    const pan_card = pdfOf(2000)
    expect(await apply(server, { resume, pan_card })).toMatchObject({ status: 201 })
    const rows = await server.deps.db.selectFrom('application_files').select(['id', 'field']).execute()
    const files = createS3Files(bucket.options)
    expect((await Array.fromAsync(files.list())).map(({ id }) => id).sort()).toEqual(
      rows.map(({ id }) => id).sort(),
    )
    for (const { id, field } of rows) {
      const sealed = Buffer.concat(await Array.fromAsync((await files.get(id)) ?? []))
      expect(sealed.includes('%PDF')).toBe(false)
      const clear = Buffer.concat(await Array.fromAsync(decryptFile(server.deps.cipher, id, one(sealed))))
      expect(clear.equals(field === 'resume' ? resume : pan_card)).toBe(true)
    }
    await expect.poll(() => readdir(join(server.place.dataDir, 'spool'))).toEqual([])
    expect(await readdir(server.place.dataDir)).not.toContain('files')
  })

  it('is refused for now in words while the storage is gone or is cut in the middle of a paper', async () => {
    const before = await rowsOf(server)
    const documents = { resume: pdfOf(2000), pan_card: pdfOf(MEGABYTE) }
    await proxy.break({ kind: 'cut', way: 'sent', after: 0 })
    expect(await apply(server, documents)).toEqual(unavailable)
    await proxy.break({ kind: 'cut', way: 'sent', after: MEGABYTE / 2 })
    expect(await apply(server, documents)).toEqual(unavailable)
    await proxy.break({ kind: 'down' })
    expect(await apply(server, documents)).toEqual(unavailable)
    expect(server.log()).toMatch(/"code":"does not answer".*"msg":"an application could not be stored"/)
    expect(await rowsOf(server)).toEqual(before)
    await expect.poll(() => readdir(join(server.place.dataDir, 'spool'))).toEqual([])
    await proxy.break({ kind: 'late', ms: 50 })
    expect(await apply(server, documents)).toMatchObject({ status: 201 })
    await proxy.mend()
    const rows = await rowsOf(server)
    expect(rows).toHaveLength(before.length + 2)
    // What the storage took before it went, and could not be told to forget, is swept an hour later.
    const later = { now: () => Date.now() + ORPHAN_AGE_MS + 60_000 }
    await sweepOrphans({ ...server.deps, clock: later })
    expect(await filesOf(server)).toEqual(rows)
  })
})
