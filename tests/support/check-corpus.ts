// Run by the bench `documents`: looks at every file of the corpus as the server does, and says on stdout what came of it.
import { readFileSync } from 'node:fs'
import { createFileChecker } from '#server/platform/uploads/file-checks/checker.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { BadFile } from './bad-files/bad-file.ts'
import { badFamilies, badFiles } from './bad-files/corpus.ts'
import { goodFiles } from './bad-files/good-files.ts'

const log = createLog('silent', { write: () => undefined })
const checker = createFileChecker(log)

async function refusedOf(files: readonly Pick<BadFile, 'kind' | 'bytes'>[]): Promise<number> {
  let refused = 0
  for (const { kind, bytes } of files) {
    refused += (await checker.check(Buffer.from(await bytes()), kind)).ok ? 0 : 1
  }
  return refused
}

/** The most that a process started for one file held, and how long it took with its start, in milliseconds. */
async function costOf({ name, kind, bytes }: BadFile) {
  const content = Buffer.from(await bytes())
  const fresh = createFileChecker(log)
  const begun = performance.now()
  const { ok } = await fresh.check(content, kind)
  const took = performance.now() - begun
  const pids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
  const status = readFileSync(`/proc/${pids.at(-1)}/status`, 'utf8')
  fresh.close()
  const megabytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
  return { name, size: content.length, refused: !ok, took, megabytes }
}

const families: [family: string, sent: number, refused: number][] = []
for (const [family, files] of [...Object.entries(badFamilies), ['Ordinary ones', goodFiles] as const]) {
  families.push([family, files.length, await refusedOf(files)])
}
checker.close()
const small = []
for (const file of badFiles.filter(({ name }) => /40 kB|ratio 1,000/.test(name)))
  small.push(await costOf(file))
process.stdout.write(JSON.stringify({ families, small }))
