// Started like the process that reads files: tries what a compromised reader would try.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { dropFilePermissions } from '#server/platform/uploads/file-checks/check-file.ts'

const [, , , megabytes] = process.argv
// The process may write here until it gives that up.
const here = join(getCompileCacheDir() ?? import.meta.dirname, 'try-limits.txt')

const reach: Record<string, () => unknown> = {
  write: () => writeFileSync(here, 'x'),
  read: () => readFileSync(import.meta.filename),
  connect: () => once(connect(9, '127.0.0.1'), 'connect'),
  listen: () => createServer().listen(0),
  spawn: () => spawnSync('true'),
  thread: () => new Worker('', { eval: true }),
}

dropFilePermissions()
for (const [name, attempt] of Object.entries(reach))
  process.stdout.write(`${name}: ${await outcome(attempt)}\n`)
const taken = Array.from({ length: Number(megabytes) / 10 }, () => Buffer.alloc(10 * 1024 * 1024))
process.stdout.write(`took ${taken.length * 10}\n`)

async function outcome(attempt: () => unknown): Promise<string> {
  try {
    await attempt()
    return 'yes'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_ACCESS_DENIED' ? 'no' : String(error)
  }
}
