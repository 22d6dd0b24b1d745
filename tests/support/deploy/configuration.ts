import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The name that the configuration gives as its example. */
export const siteName = 'www.agency.example'

/** What a test puts in the place of what an operator changes or has. */
export interface Ports {
  http: number
  https: number
  watch: number
  /** Of the site's processes. */
  app: number[]
}

const file = join(import.meta.dirname, '../../../deploy/nginx.conf')

/**
 * The configuration as it is deployed, with ports of this machine, paths in `folder` and the built site; throws when it
 * lacks something that is to be replaced. Addresses of IPv6 are left out, since a machine may have none.
 */
export function filledConfiguration(folder: string, site: string, ports: Ports): string {
  const upstream = (rest: string) => ports.app.map((port) => `server 127.0.0.1:${port} ${rest};`).join('\n')
  return replaceAll(readFileSync(file, 'utf8'), [
    [/^ *listen \[::\].*\n/gm, ''],
    [/listen 80 /g, `listen 127.0.0.1:${ports.http} `],
    [/listen 443 /g, `listen 127.0.0.1:${ports.https} `],
    [/listen 127\.0\.0\.1:8404/g, `listen 127.0.0.1:${ports.watch}`],
    [/(server 127\.0\.0\.1:\d+ max_fails=1 .*\s+){2}/g, `${upstream('max_fails=1 fail_timeout=3s')}\n`],
    [/(server 127\.0\.0\.1:\d+ max_fails=0 .*\s+){2}/g, `${upstream('max_fails=0 backup')}\n`],
    [/\/etc\/letsencrypt\/live\/www\.agency\.example/g, folder],
    [/\/var\/log\/nginx/g, folder],
    [/\/var\/www\/html/g, join(folder, 'acme')],
    [/\/srv\/agency\/dist/g, site],
  ])
}

function replaceAll(text: string, pairs: [pattern: RegExp, value: string][]): string {
  return pairs.reduce((current, [pattern, value]) => {
    if (current.search(pattern) < 0) throw new Error(`deploy/nginx.conf has nothing like ${String(pattern)}`)
    return current.replaceAll(pattern, value)
  }, text)
}

/** The file around it, with the lines of Debian's own /etc/nginx/nginx.conf that matter to a site. */
export function mainConfiguration(folder: string): string {
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
