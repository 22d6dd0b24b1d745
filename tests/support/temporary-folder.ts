import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder, which goes with whoever made it. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'agency-test-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
