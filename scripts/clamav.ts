import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eicar } from '#server/providers/scanner/port.ts'
import { freePort } from './free-port.ts'
import { startListening, type TestService } from './server-process.ts'

/** Starts ClamAV in a temporary folder, with the test virus as its only signature. */
export async function startClamav(): Promise<TestService> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'test-clamav-'))
  const port = await freePort()
  const config = path.join(home, 'clamd.conf')
  const log = path.join(home, 'clamd.log')
  mkdirSync(path.join(home, 'signatures'))
  // Type 0: any kind of file; `*`: anywhere in it.
  const signature = `Test.EICAR.Ours:0:*:${Buffer.from(eicar, 'latin1').toString('hex')}\n`
  writeFileSync(path.join(home, 'signatures', 'test.ndb'), signature)
  writeFileSync(
    config,
    `Foreground yes
DatabaseDirectory ${home}/signatures
TemporaryDirectory ${home}
TCPAddr 127.0.0.1
TCPSocket ${port}
StreamMaxLength 30M
MaxThreads 4
`,
  )
  const wanted = { command: '/usr/sbin/clamd', args: [`--config-file=${config}`], log }
  return {
    env: { TEST_CLAMD_URL: `tcp://127.0.0.1:${port}` },
    stop: await startListening(wanted, port, home),
  }
}
