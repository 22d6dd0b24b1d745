import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { startServer, stopServer, untilListening, type TestService } from './server-process.ts'

/** An S3 server on a free port, in a throw-away folder: one process, which is up after a second. */
export async function startS3Server(): Promise<TestService> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'test-s3-'))
  for (const folder of ['devices/d1', 'cache']) mkdirSync(path.join(home, folder), { recursive: true })
  const port = await freePort()
  const log = path.join(home, 'log')
  const args = [path.join(import.meta.dirname, 's3-server.py'), home, String(port)]
  const child = startServer({ command: '/usr/bin/python3', args, log })
  const stop = async () => {
    await stopServer(child)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await untilListening({ child, log }, port, 60_000)
  } catch (error) {
    await stop()
    throw error
  }
  return { env: { TEST_S3_URL: `http://test%3Atester:testing@127.0.0.1:${port}/` }, stop }
}
