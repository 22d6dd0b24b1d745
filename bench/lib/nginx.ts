import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchAnswer } from './answer.ts'
import type { Answer } from './answer.ts'
import { launch } from './child.ts'

/** Where nginx is, or undefined. */
export function findNginx(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file))
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
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
