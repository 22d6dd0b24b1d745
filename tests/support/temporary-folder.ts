import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes an empty folder, which is deleted with its owner. */
export function temporaryFolder() {
  return mkdtempDisposable(join(tmpdir(), 'agency-test-'))
}
