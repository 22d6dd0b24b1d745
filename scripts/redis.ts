import { existsSync } from 'node:fs'
import path from 'node:path'
import { canInstall, installPackages } from './debian.ts'
import type { TestService } from './server-process.ts'

const command = 'redis-server'

/**
 * A Redis whose tests start, stop and freeze servers of their own; Debian's package is installed first if need be.
 * Otherwise a line that says what brings it.
 */
export async function getRedis(announce: (line: string) => void): Promise<TestService | { missing: string }> {
  let fault: string | undefined
  if (!find() && canInstall()) {
    announce('Installing Redis…')
    fault = await installPackages([command])
  }
  const found = find()
  if (found) return { env: { TEST_REDIS_SERVER: found }, stop: async () => undefined }
  return { missing: `install Redis (Debian: apt-get install ${command})\n${fault ?? ''}`.trim() }
}

function find(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, command)).find((file) => existsSync(file))
}
