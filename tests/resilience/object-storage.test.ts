import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { ORPHAN_AGE_MS, sweepOrphans } from '#server/platform/uploads/stored-documents.ts'
import { documentPart, pdfOf, postApplication, somebody } from '#tests/support/application.ts'
import { hasS3, makeBucket } from '#tests/support/bucket.ts'
import { type LineFault, startFaultProxy } from '#tests/support/fault-proxy.ts'
import { startServer } from '#tests/support/server.ts'

const MEGABYTE = 1024 * 1024

const faults: LineFault[] = [
  { kind: 'cut', way: 'sent', after: 0 },
  { kind: 'cut', way: 'sent', after: MEGABYTE / 2 },
  { kind: 'down' },
]

it.skipIf(!hasS3)(
  'an application is refused in words while object storage is gone or breaks within a document, and is stored there later',
  async () => {
    await using begun = new AsyncDisposableStack()
    const bucket = begun.adopt(await makeBucket(), ({ remove }) => remove())
    const { hostname, port } = new URL(bucket.options.endpoint)
    const proxy = begun.use(await startFaultProxy({ host: hostname, port: Number(port) }))
    const settings = { ...bucket.settings, S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` }
    const { url, deps, place, log } = begun.use(await startServer({ settings }))
    const documents = [documentPart(), documentPart('pan_card', pdfOf(MEGABYTE), 'pan.pdf')]
    const apply = () => postApplication(url, somebody(), documents)
    const rowsOf = async () => {
      const rows = await deps.db.selectFrom('application_files').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    }

    for (const fault of faults) {
      await proxy.break(fault)
      const { status, body, headers } = await apply()
      expect([status, body.message, headers.get('retry-after')]).toEqual([
        503,
        errorMessages.unavailable,
        '10',
      ])
    }
    expect(log()).toMatch(
      /"code":"does not answer".*"msg":"a temporary fault: the caller was asked to try again"/,
    )
    expect(await rowsOf()).toEqual([])
    await expect.poll(() => readdir(join(place.dataDir, 'spool'))).toEqual([])

    await proxy.break({ kind: 'late', ms: 50 })
    expect((await apply()).status).toBe(201)
    await proxy.mend()
    const rows = await rowsOf()
    expect(rows).toHaveLength(documents.length)
    // What the storage had stored and could not be told to delete is swept an hour later.
    await sweepOrphans({ ...deps, clock: { now: () => Date.now() + ORPHAN_AGE_MS + 60_000 } })
    const kept = await Array.fromAsync(deps.files.list())
    expect(kept.map(({ id }) => id).sort()).toEqual(rows)
    expect(await readdir(place.dataDir)).not.toContain('files')
  },
)
