import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os, { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.ts'
import { startServer, stopServer, untilListening } from '#scripts/server-process.ts'
import { environment } from '#server/config/config.ts'
import { builtSite } from '#tests/support/server.ts'
import { filledConfiguration, mainConfiguration, type Ports, siteName } from './configuration.ts'

/** Whether nginx is here; `npm test` brings it. */
export const hasNginx = environment()['TEST_NGINX'] !== undefined

/** nginx with the deployed configuration, in front of processes of this machine. */
export interface Nginx {
  ports: Ports
  /** The certificate of the site, which nobody else vouches for. */
  ca: string
  /** A file of its folder as it is now: a log. */
  read(name: string): string
  stop(): Promise<void>
}

/** Starts it on free ports in a throw-away folder, in front of those ports of 127.0.0.1. */
export async function startNginx(app: number[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'test-nginx-'))
  const [http, https, watch] = await Promise.all([freePort(), freePort(), freePort()])
  const ports = { http, https, watch, app }
  makeCertificate(folder)
  mkdirSync(join(folder, 'acme', '.well-known', 'acme-challenge'), { recursive: true })
  writeFileSync(join(folder, 'acme', '.well-known', 'acme-challenge', 'token'), 'proof')
  writeFileSync(join(folder, 'agency.conf'), filledConfiguration(folder, builtSite, ports))
  writeFileSync(join(folder, 'nginx.conf'), mainConfiguration(folder))
  const log = join(folder, 'output.log')
  const { username: name, uid, gid } = os.userInfo()
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'main-error.log')]
  const child = startServer({ command: '/usr/sbin/nginx', args, account: { name, uid, gid }, log })
  const stop = async () => {
    await stopServer(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilListening({ child, log }, https, 60_000)
    // Where it would write what visitors send and are sent: it would fail at the first that it does not keep in memory.
    for (const spill of ['body', 'proxy']) rmSync(join(folder, spill), { recursive: true })
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ports,
    ca: readFileSync(join(folder, 'fullchain.pem'), 'utf8'),
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    stop,
  }
}

function makeCertificate(folder: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'privkey.pem']
  const names = ['-subj', `/CN=${siteName}`, '-addext', `subjectAltName=DNS:${siteName}`]
  const args = ['req', '-x509', ...key, '-out', 'fullchain.pem', '-days', '2', ...names]
  execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
}
