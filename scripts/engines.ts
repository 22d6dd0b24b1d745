import { existsSync } from 'node:fs'
import { canInstall, installPackages } from './debian.ts'
import type { TestService } from './server-process.ts'

interface Engine {
  name: string
  packages: string[]
  files: string[]
  env: Record<string, string>
}

const firefox = '/usr/bin/firefox-esr'
const webkitDriver = '/usr/bin/WebKitWebDriver'

/** Firefox as Debian keeps it for a year; it speaks WebDriver BiDi itself. */
export const firefoxEngine: Engine = {
  name: 'Firefox ESR',
  packages: ['firefox-esr'],
  files: [firefox],
  env: { TEST_FIREFOX: firefox },
}

/** The engine of every iPhone, as Debian builds it, with its WebDriver and a screen that nobody sees. */
export const webkitEngine: Engine = {
  name: 'WebKitGTK',
  packages: ['webkit2gtk-driver', 'xvfb'],
  files: [webkitDriver, '/usr/bin/Xvfb'],
  env: { TEST_WEBKIT_DRIVER: webkitDriver },
}

/** Debian's packages of an engine are installed first if need be; otherwise a line that says what brings them. */
export async function getEngine(
  { name, packages, files, env }: Engine,
  announce: (line: string) => void,
): Promise<TestService | { missing: string }> {
  const isInstalled = () => files.every((file) => existsSync(file))
  let fault: string | undefined
  if (!isInstalled() && canInstall()) {
    announce(`Installing ${name}…`)
    fault = await installPackages(packages)
  }
  if (isInstalled()) return { env, stop: async () => undefined }
  return { missing: `install ${name} (Debian: apt-get install ${packages.join(' ')})\n${fault ?? ''}`.trim() }
}
