import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.ts'
import { startListening } from '#scripts/server-process.ts'
import { environment } from '#server/config/config.ts'
import { builtSite } from '#tests/support/server.ts'

/** The name in the configuration's example. */
export const siteName = 'www.agency.example'

/** nginx's own ports. */
type OwnPorts = Record<'http' | 'https' | 'watch', number>

const file = join(import.meta.dirname, '../../../deploy/nginx.conf')

/**
 * Returns the deployed configuration with this machine's ports, paths in `folder` and the built site; throws if a
 * replaced text is missing. IPv6 is left out, since a machine may lack it.
 */
function filledConfiguration(folder: string, { http, https, watch }: OwnPorts, app: number[]): string {
  const upstream = (rest: string) => app.map((port) => `server 127.0.0.1:${port} ${rest};`).join('\n')
  return replaceAll(readFileSync(file, 'utf8'), [
    [/^ *listen \[::\].*\n/gm, ''],
    [/listen 80 /g, `listen 127.0.0.1:${http} `],
    [/listen 443 /g, `listen 127.0.0.1:${https} `],
    [/listen 127\.0\.0\.1:8404/g, `listen 127.0.0.1:${watch}`],
    [/(server 127\.0\.0\.1:\d+ max_fails=1 .*\s+){2}/g, `${upstream('max_fails=1 fail_timeout=3s')}\n`],
    [/(server 127\.0\.0\.1:\d+ max_fails=0 .*\s+){2}/g, `${upstream('max_fails=0 backup')}\n`],
    [/\/etc\/letsencrypt\/live\/www\.agency\.example/g, folder],
    [/\/var\/log\/nginx/g, folder],
    [/\/var\/www\/html/g, join(folder, 'acme')],
    [/\/srv\/agency\/dist/g, builtSite],
  ])
}

function replaceAll(text: string, pairs: [pattern: RegExp, value: string][]): string {
  return pairs.reduce((current, [pattern, value]) => {
    if (current.search(pattern) < 0) throw new Error(`deploy/nginx.conf has nothing like ${String(pattern)}`)
    return current.replaceAll(pattern, value)
  }, text)
}

/** The file around it, with those lines of Debian's /etc/nginx/nginx.conf that matter to a site. */
function mainConfiguration(folder: string): string {
  return `${process.getuid?.() === 0 ? 'user root;\n' : ''}load_module /usr/lib/nginx/modules/ngx_http_brotli_static_module.so;
daemon off;
worker_processes 2;
worker_shutdown_timeout 5s;
pid ${folder}/nginx.pid;
error_log ${folder}/main-error.log;
events { worker_connections 4096; }
http {
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  default_type application/octet-stream;
  ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
  ssl_prefer_server_ciphers on;
  access_log ${folder}/main-access.log;
  gzip on;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/agency.conf;
}
`
}

/** Whether nginx is installed; `npm test` installs it. */
export const hasNginx = environment()['TEST_NGINX'] !== undefined

/** nginx with the deployed configuration, in front of processes of this machine. */
export type Nginx = Awaited<ReturnType<typeof startNginx>>

/** Starts it on free ports in a temporary folder, in front of those ports of 127.0.0.1. */
export async function startNginx(app: number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'test-nginx-'))
  const [http, https, watch] = await Promise.all([freePort(), freePort(), freePort()])
  const ports = { http, https, watch }
  makeCertificate(folder)
  const proofs = join(folder, 'acme', '.well-known', 'acme-challenge')
  mkdirSync(proofs, { recursive: true })
  writeFileSync(join(proofs, 'token'), 'proof')
  writeFileSync(join(folder, 'agency.conf'), filledConfiguration(folder, ports, app))
  writeFileSync(join(folder, 'nginx.conf'), mainConfiguration(folder))
  const log = join(folder, 'output.log')
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'main-error.log')]
  const stop = await startListening({ command: '/usr/sbin/nginx', args, log }, https, folder)
  // Removes the folders for bodies on disk, so that anything not kept in memory fails.
  for (const spill of ['body', 'proxy']) rmSync(join(folder, spill), { recursive: true })
  /** Returns a file of its folder, such as a log. */
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  // The site's certificate, which is self-signed.
  return { ports, ca: read('fullchain.pem'), read, stop }
}

function makeCertificate(folder: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'privkey.pem']
  const names = ['-subj', `/CN=${siteName}`, '-addext', `subjectAltName=DNS:${siteName}`]
  const args = ['req', '-x509', ...key, '-out', 'fullchain.pem', '-days', '2', ...names]
  execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
}
