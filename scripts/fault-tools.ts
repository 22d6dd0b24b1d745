import { canInstall, installPackages } from './debian.ts'
import { run } from './run.ts'
import type { TestService } from './server-process.ts'

const packages = ['strace', 'faketime']
/** Each is tried for what the tests do with it: a container may forbid tracing. */
const trials = [
  ['strace', '-f', '-o', '/dev/null', 'true'],
  ['faketime', '-f', '+1d', 'true'],
] as const

/**
 * What makes faults for the tests of them: a tracer of system calls and a clock that can be moved; Debian's packages are
 * installed first if need be. Otherwise a line that says what brings them.
 */
export async function getFaultTools(
  announce: (line: string) => void,
): Promise<TestService | { missing: string }> {
  let fault = await whatFails()
  if (fault !== undefined && canInstall()) {
    announce('Installing strace and faketime…')
    fault = (await installPackages(packages)) ?? (await whatFails())
  }
  if (fault === undefined) return { env: { TEST_FAULT_TOOLS: 'yes' }, stop: async () => undefined }
  const hint = `install strace and faketime (Debian: apt-get install ${packages.join(' ')})`
  return { missing: `${hint}\n${fault}`.trim() }
}

async function whatFails(): Promise<string | undefined> {
  for (const [command, ...args] of trials) {
    const { code, output } = await run({ command, args, limit: 10_000 })
    if (code !== 0) return `${command}: ${output}`
  }
  return undefined
}
