import { appendFile, copyFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SQLITE_FILE } from '#server/platform/db/client.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import { probes } from '#contract/paths.ts'
import { startProcess } from '#tests/support/child.ts'
import type { Answer } from '#tests/support/enquiry.ts'
import { makePlace } from '#tests/support/place.ts'
import { mountSmallDisk } from '#tests/support/small-disk.ts'
import { print } from '#tests/support/print.ts'
import { hasStrace, trace } from '#tests/support/resilience/traced.ts'
import { rounds } from '#tests/support/rounds.ts'
import { openKept } from '#tests/support/resilience/stored.ts'
import { type Enquiries, writeEnquiries } from '#tests/support/resilience/write-enquiries.ts'

/** The sync from which the disk answers with an error. */
const firstFailing = Array.from({ length: rounds }, (_, at) => 8 + 7 * at)

/** Sends until so many in a row were refused; returns all refusals. */
async function sendUntilRefused(path: Enquiries, url: string, times: number): Promise<Answer[]> {
  const refused: Answer[] = []
  for (let inARow = 0; inARow < times;) {
    const answer = await path.send(url)
    if (!answer) throw new Error('the server ended')
    inARow = answer.status === 201 ? 0 : inARow + 1
    if (answer.status !== 201) refused.push(answer)
  }
  return refused
}

function expectRefusedInWords(refused: readonly Answer[]): void {
  const answers = new Set(refused.map(({ status, body }) => `${status} ${body.message}`))
  expect([...answers]).toEqual([`503 ${errorMessages.unavailable}`])
}

describe.skipIf(!hasStrace)('a disk that fails to sync', () => {
  it.for(firstFailing)('from the %ith sync on leaves every acknowledgement true', async (first) => {
    await using place = await makePlace('sqlite')
    await using server = startProcess(place.settings)
    const url = await server.url
    const path = writeEnquiries()
    const inject = `inject=fdatasync,fsync:error=EIO:when=${first}+`
    const tracer = await trace(server.pid, ['-e', 'trace=fdatasync,fsync', '-e', inject])
    const refused = await sendUntilRefused(path, url, 20)
    expectRefusedInWords(refused)
    await expect.poll(async () => (await fetch(url)).status).toBe(200)
    await tracer.end()
    // The same process writes again once the disk is back.
    await expect.poll(async () => (await path.send(url))?.status).toBe(201)
    expect((await fetch(url + probes.ready)).status).toBe(200)
    await server.kill('SIGKILL')
    await using kept = await openKept(place)
    await path.compare(kept)
    print(`EIO from sync ${first} on: ${path.acknowledged()} acknowledged, ${refused.length} refused`)
  })
})

describe('a disk that is full', () => {
  it('refuses enquiries in words, keeps what it stored, serves pages, and accepts more once there is room', async (context) => {
    await using disk = await mountSmallDisk()
    if (!disk) return context.skip('a small disk may not be mounted here (needs root)')
    await using place = await makePlace('sqlite')
    const filler = join(disk.folder, 'filler')
    const path = writeEnquiries()
    await using server = startProcess({ DATA_DIR: join(disk.inside, 'data') }, { through: disk.enter })
    const url = await server.url
    await appendFile(filler, Buffer.alloc(2 * 1024 * 1024))
    const refused = await sendUntilRefused(path, url, 20)
    expectRefusedInWords(refused)
    await expect.poll(async () => (await fetch(url)).status).toBe(200)
    const full = path.acknowledged()
    const ready = async () => (await fetch(url + probes.ready)).status
    await expect.poll(ready, { timeout: 20_000 }).toBe(503)
    expect(server.stderr()).toContain('"errstr":"database or disk is full"')
    await truncate(filler)
    await expect.poll(ready).toBe(200)
    await expect.poll(async () => (await path.send(url))?.status).toBe(201)
    await server.kill('SIGKILL')
    // SQLite follows no path through another process.
    for (const file of [SQLITE_FILE, `${SQLITE_FILE}-wal`, 'data.key'])
      await copyFile(join(disk.folder, 'data', file), join(place.dataDir, file))
    await using kept = await openKept(place)
    await path.compare(kept)
    print(`disk full: ${full} acknowledged, ${refused.length} refused`)
  })
})
