import { existsSync } from 'node:fs'
import { canInstall, installPackages } from './debian.ts'
import type { TestService } from './server-process.ts'

const packages = ['nginx', 'libnginx-mod-http-brotli-static', 'openssl']
const files = [
  '/usr/sbin/nginx',
  '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so',
  '/usr/bin/openssl',
]

/**
 * nginx as Debian has it, with the module that gives files compressed by brotli; each test starts one of its own.
 * Debian's packages are installed first if need be; otherwise a line that says what brings them.
 */
export async function getNginx(announce: (line: string) => void): Promise<TestService | { missing: string }> {
  let fault: string | undefined
  if (!areInstalled() && canInstall()) {
    announce('Installing nginx…')
    fault = await installPackages(packages)
  }
  if (areInstalled()) return { env: { TEST_NGINX: 'yes' }, stop: async () => undefined }
  const hint = `install nginx (Debian: apt-get install ${packages.join(' ')})`
  return { missing: `${hint}\n${fault ?? ''}`.trim() }
}

function areInstalled(): boolean {
  return files.every((file) => existsSync(file))
}
