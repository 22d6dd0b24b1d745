import { copyFile, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { SQLITE_FILE } from '#server/platform/db/client.ts'
import { listEnquiries } from '#tests/support/enquiry.ts'
import { startProcess } from '#tests/support/child.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { makePlace } from '#tests/support/place.ts'
import { hasStrace, trace, untilTraced } from '#tests/support/resilience/traced.ts'
import { rounds } from '#tests/support/rounds.ts'
import { type Kept, openKept } from '#tests/support/resilience/stored.ts'
import { writeEnquiries } from '#tests/support/resilience/write-enquiries.ts'

const REPLAYS = 10 * rounds
const WRITES = 30
const files = [SQLITE_FILE, `${SQLITE_FILE}-wal`, 'data.key']
const calls = 'trace=pwrite64,ftruncate,fdatasync,fsync,write,writev'

/** Changes of the database's files, in order, and the answers between them. */
type Step =
  | { kind: 'write'; file: string; at: number; bytes: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  | { kind: 'sync'; file: string }
  | { kind: 'answer' }

const forms = {
  write: /pwrite64\(\d+<([^>]*\.sqlite(?:-wal)?)>, "((?:\\x[0-9a-f]{2})*)", \d+, (\d+)\) += \d+$/,
  truncate: /ftruncate\(\d+<([^>]*\.sqlite(?:-wal)?)>, (\d+)\) += 0$/,
  sync: /f(?:data)?sync\(\d+<([^>]*\.sqlite(?:-wal)?)>\) += 0$/,
}
/** `HTTP/1.1 201 ` in the notation of the trace. */
const answered = [...'HTTP/1.1 201 '].map((letter) => `\\x${letter.charCodeAt(0).toString(16)}`).join('')

/** Decodes a path in the notation of the trace. */
function readable(line: string): string {
  return line.replaceAll(/<((?:\\x[0-9a-f]{2})+)>/g, (_, path: string) => `<${bytesOf(path)}>`)
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex')
}

function stepOf(line: string): Step | undefined {
  const [, file = '', hex = '', at] = forms.write.exec(line) ?? []
  if (file) {
    return { kind: 'write', file: basename(file), at: Number(at), bytes: bytesOf(hex) }
  }
  const truncated = forms.truncate.exec(line)
  if (truncated) return { kind: 'truncate', file: basename(truncated[1] ?? ''), size: Number(truncated[2]) }
  const synced = forms.sync.exec(line)
  if (synced) return { kind: 'sync', file: basename(synced[1] ?? '') }
  return line.includes(answered) ? { kind: 'answer' } : undefined
}

/** What a file may contain after a power cut: everything synced, and any part of later writes in any order. */
interface Disk {
  /** In order; those before `sure` are on disk. */
  changes: Exclude<Step, { kind: 'answer' | 'sync' }>[]
  sure: Record<string, number>
  answers: number
}

/** Returns the disk if the power fails before the step at `end`. */
function diskAt(steps: readonly Step[], end: number): Disk {
  const disk: Disk = { changes: [], sure: {}, answers: 0 }
  for (const step of steps.slice(0, end)) {
    if (step.kind === 'answer') disk.answers += 1
    else if (step.kind === 'sync') disk.sure[step.file] = disk.changes.length
    else disk.changes.push(step)
  }
  return disk
}

const SECTOR = 512

/** Writes to the files at `folder` what the cut left of the changes. */
async function replay(folder: string, { changes, sure }: Disk): Promise<void> {
  for (const [index, change] of changes.entries()) {
    const isSure = index < (sure[change.file] ?? 0)
    const luck = Math.random()
    if (!isSure && luck < 0.4) continue
    const file = await open(join(folder, change.file), 'r+')
    if (change.kind === 'truncate') await file.truncate(change.size)
    else {
      const sectors = Math.ceil(change.bytes.length / SECTOR)
      const whole = isSure || luck > 0.7
      const length = whole ? change.bytes.length : Math.floor(Math.random() * sectors) * SECTOR
      await file.write(change.bytes, 0, length, change.at)
    }
    await file.close()
  }
}

describe.skipIf(!hasStrace)('a power cut on SQLite', () => {
  it('at any moment leaves a consistent database with every acknowledged enquiry', async () => {
    await using place = await makePlace('sqlite')
    await using before = await temporaryFolder()
    const server = startProcess({ ...place.settings, LOG_LEVEL: 'error' })
    const url = await server.url
    const tracer = await trace(server.pid, ['-xx', '-s', '70000', '-e', calls])
    for (const file of files) await copyFile(join(place.dataDir, file), join(before.path, file))
    const path = writeEnquiries()
    while (path.acknowledged() < WRITES) await path.send(url)
    await untilTraced(url)
    await server.kill('SIGKILL')
    const steps = (await tracer.end()).flatMap((line) => stepOf(readable(line)) ?? [])
    expect(steps.filter(({ kind }) => kind === 'answer')).toHaveLength(WRITES)
    for (let count = 0; count < REPLAYS; count += 1) {
      const disk = diskAt(steps, Math.floor(Math.random() * (steps.length + 1)))
      await using folder = await temporaryFolder()
      const after = folder.path
      for (const file of files) await copyFile(join(before.path, file), join(after, file))
      await replay(after, disk)
      await using kept = await openKept({ ...place, dataDir: after })
      const check = await sql`pragma integrity_check`.execute(kept.db)
      expect(check.rows).toEqual([{ integrity_check: 'ok' }])
      const names = await namesIn(kept)
      expect(names).toEqual(expect.arrayContaining(path.names().slice(0, disk.answers)))
    }
  })
})

async function namesIn({ db, cipher }: Kept): Promise<string[]> {
  const listed = listEnquiries(db, cipher, { since: 0, unreadable: expect.unreachable })
  return (await Array.fromAsync(listed)).map(({ name }) => name)
}
