import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eicar } from '#server/lib/eicar.ts'
import { canInstall, installPackages } from './debian.ts'
import { freePort } from './free-port.ts'
import { findAccount, giveTo, startServer, stopServer, untilListening } from './server-process.ts'
import type { Account, TestService } from './server-process.ts'

const minute = 60_000
const clamd = '/usr/sbin/clamd'

/**
 * A started ClamAV that knows the test virus and nothing else: no signatures are downloaded. Debian's package is
 * installed first if need be; otherwise a line that says what brings it.
 */
export async function getClamav(
  announce: (line: string) => void,
): Promise<TestService | { missing: string }> {
  const hint = 'install ClamAV (Debian: apt-get install clamav-daemon)'
  let fault: string | undefined
  if (!existsSync(clamd) && canInstall()) {
    announce('Installing ClamAV…')
    fault = await installPackages(['clamav-daemon'])
  }
  const account = await findAccount('clamav')
  if (!existsSync(clamd) || !account) return { missing: `${hint}\n${fault ?? ''}`.trim() }
  try {
    return await startClamav(account)
  } catch (error) {
    return { missing: `ClamAV does not start: ${String(error)}` }
  }
}

/** On a free port of this machine and in a throw-away folder. */
async function startClamav(account: Account): Promise<TestService> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'test-clamav-'))
  const remove = () => rmSync(home, { recursive: true, force: true })
  const port = await freePort()
  const config = path.join(home, 'clamd.conf')
  const log = path.join(home, 'clamd.log')
  mkdirSync(path.join(home, 'signatures'))
  // Type 0: any kind of file; `*`: anywhere in it.
  const signature = `Test.EICAR.Ours:0:*:${Buffer.from(eicar, 'latin1').toString('hex')}\n`
  writeFileSync(path.join(home, 'signatures', 'test.ndb'), signature)
  writeFileSync(config, clamdConfig(home, port))
  await giveTo(account, home)
  const child = startServer({ command: clamd, args: [`--config-file=${config}`], account, log })
  const stop = () => stopServer(child).finally(remove)
  try {
    await untilListening({ child, log }, port, minute)
    return { env: { TEST_CLAMD_URL: `tcp://127.0.0.1:${port}` }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function clamdConfig(home: string, port: number): string {
  return `Foreground yes
DatabaseDirectory ${home}/signatures
TemporaryDirectory ${home}
TCPAddr 127.0.0.1
TCPSocket ${port}
StreamMaxLength 30M
MaxThreads 4
`
}
