import { existsSync } from 'node:fs'
import { canInstall, installPackages } from './debian.ts'
import type { TestService } from './server-process.ts'

const slowhttptest = '/usr/bin/slowhttptest'
const sqlmap = '/usr/bin/sqlmap'

/**
 * The tools that other people attack websites with: slowhttptest, and sqlmap for the long form, which alone uses it.
 * Debian's packages are installed first if need be; otherwise a line that says what brings them.
 */
export async function getAttackTools(
  announce: (line: string) => void,
  long: boolean,
): Promise<TestService | { missing: string }> {
  const wanted = long ? [slowhttptest, sqlmap] : [slowhttptest]
  const names = wanted.map((tool) => tool.slice('/usr/bin/'.length))
  const areInstalled = () => wanted.every((tool) => existsSync(tool))
  let fault: string | undefined
  if (!areInstalled() && canInstall()) {
    announce(`Installing ${names.join(' and ')}…`)
    fault = await installPackages(names)
  }
  if (areInstalled()) return { env: { TEST_SLOWHTTPTEST: slowhttptest }, stop: async () => undefined }
  return { missing: `install ${names.join(' and ')} (Debian: apt-get install …)\n${fault ?? ''}`.trim() }
}
