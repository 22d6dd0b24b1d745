import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#scripts/free-port.ts'
import { type Answer, fetchAnswer } from './answer.ts'
import { launch } from './child.ts'

/** Where nginx is, or undefined. */
export function findNginx(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file))
}

// One process, as ours is; sendfile and open_file_cache as its own guide to static files advises.
function configuration(folder: string, port: number, answer: Answer): string {
  const headers = Object.entries(answer.headers)
    .filter(([name]) => !['content-length', 'content-type', 'etag', 'last-modified'].includes(name))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`)
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 2048; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=100;
  client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3;
  uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  server {
    listen 127.0.0.1:${port};
    location / { root ${folder}/files; default_type "${answer.headers['content-type']}"; try_files /page =404; ${headers.join(' ')} }
  }
}`
}

/** Starts nginx in one process on a folder of its own, giving `answer`'s bytes and headers from a file. */
export async function startNginx(command: string, folder: string, answer: Answer) {
  const port = await freePort()
  mkdirSync(join(folder, 'files'), { recursive: true })
  writeFileSync(join(folder, 'files', 'page'), Buffer.from(answer.body, 'base64'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, answer))
  const child = launch({ command, args: ['-p', folder, '-e', join(folder, 'error.log'), '-c', file] })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 50; tries += 1) {
    await sleep(100)
    const given = await fetchAnswer(`${url}/`).catch(() => undefined)
    if (given?.body === answer.body) return { child, url }
  }
  throw new Error('nginx does not give the page')
}

// As deploy/nginx.conf passes requests on: lines are kept open, another process is asked when one does not answer. Its
// limits for one address and its TLS are left out, since all of this load comes from one address of this machine.
function proxyConfiguration(folder: string, port: number, targets: readonly string[]): string {
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; worker_processes 2; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000;
  client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3;
  uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  upstream site { ${targets.map((target) => `server ${target};`).join(' ')} keepalive 256; }
  server {
    listen 127.0.0.1:${port} backlog=4096; client_max_body_size 25m;
    location / {
      proxy_pass http://site; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr; proxy_request_buffering off; proxy_max_temp_file_size 0;
      proxy_connect_timeout 2s; proxy_next_upstream error timeout;
    }
  }
}`
}

/** Starts nginx in front of those `host:port`s; it passes every request on to one of them in turn. */
export async function startProxy(command: string, folder: string, targets: readonly string[]) {
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, proxyConfiguration(folder, port, targets))
  const child = launch({ command, args: ['-p', folder, '-e', join(folder, 'error.log'), '-c', file] })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 50; tries += 1) {
    await sleep(100)
    const given = await fetch(url).catch(() => undefined)
    if (given?.ok) return { child, url }
  }
  throw new Error('nginx does not pass requests on')
}
