import { mkdirSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { startListening, type TestService } from './server-process.ts'

/** Starts an S3 server on a free port in a temporary folder. */
export async function startS3Server(): Promise<TestService> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'test-s3-'))
  for (const folder of ['devices/d1', 'cache']) mkdirSync(path.join(home, folder), { recursive: true })
  const port = await freePort()
  const log = path.join(home, 'log')
  const args = [path.join(import.meta.dirname, 's3-server.py'), home, String(port)]
  const stop = await startListening({ command: '/usr/bin/python3', args, log }, port, home)
  return { env: { TEST_S3_URL: `http://test%3Atester:testing@127.0.0.1:${port}/` }, stop }
}
