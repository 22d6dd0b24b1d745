import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder, which goes with whoever made it. */
export function temporaryFolder() {
  return mkdtempDisposable(join(tmpdir(), 'agency-test-'))
}
