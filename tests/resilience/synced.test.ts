import { expect, it } from 'vitest'
import { startProcess } from '#tests/support/child.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { engines, makePlace } from '#tests/support/place.ts'
import { hasFaultTools, trace, untilTraced } from '#tests/support/resilience/traced.ts'
import { rounds } from '#tests/support/rounds.ts'
import { startOwnPostgres } from '#tests/support/resilience/stored.ts'

const WRITES = 20 * rounds
const calls = ['-s', '40', '-e', 'trace=pwrite64,fdatasync,fsync,write,writev,sendto']

/** What a line of the trace says of the log that a database writes ahead, and of answers. */
const signs = {
  written: /^(\d+) pwrite64\(\d+<[^>]*pg_wal\/\w+>/,
  synced: /^(\d+) f(?:data)?sync\(\d+<[^>]*pg_wal\/\w+>\) += 0$/,
  /** PostgreSQL's answer to a commit. */
  answered: /^(\d+) .*"C\\0\\0\\0\\vCOMMIT/,
}

/** Counts answers, and those of them that came before what their own thread had written was synced. */
function countAnswers(lines: readonly string[]) {
  const unsynced = new Set<string>()
  const count = { answers: 0, early: 0, syncs: 0 }
  for (const line of lines) {
    const [written, synced, answered] = Object.values(signs).map((sign) => sign.exec(line)?.[1])
    if (written) unsynced.add(written)
    if (synced) {
      count.syncs += 1
      // What one process syncs is on disk for all: PostgreSQL's commits wait for each other's.
      unsynced.clear()
    }
    if (answered) {
      count.answers += 1
      if (unsynced.has(answered)) count.early += 1
    }
  }
  return count
}

it.runIf(hasFaultTools && engines.includes('postgres'))(
  'an acknowledgement on PostgreSQL comes after the sync of its commit',
  async () => {
    await using postgres = await startOwnPostgres()
    const tracer = await trace(postgres.server.pid() ?? 0, calls)
    await using place = await makePlace('sqlite')
    const settings = { ...place.settings, DATABASE_URL: postgres.server.url, LOG_LEVEL: 'error' }
    await using server = startProcess(settings)
    const url = await server.url
    for (let taken = 0; taken < WRITES; taken += 1) expect((await postEnquiry(url)).status).toBe(201)
    await untilTraced(url)
    const { answers, early, syncs } = countAnswers(await tracer.end())
    expect(answers).toBeGreaterThanOrEqual(WRITES)
    expect(syncs).toBeGreaterThanOrEqual(WRITES)
    expect(early).toBe(0)
    await server.kill('SIGKILL')
  },
)
