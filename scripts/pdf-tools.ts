import { existsSync } from 'node:fs'
import path from 'node:path'
import { canInstall, installPackages } from './debian.ts'
import type { TestService } from './server-process.ts'

const packages = ['poppler-utils', 'libharfbuzz-bin', 'openssl']
const commands = ['pdfsig', 'pdftotext', 'pdftoppm', 'pdfinfo', 'hb-view', 'openssl']

/**
 * Readers of PDF, a setter of type and a maker of certificates that are not ours, to judge our documents by; Debian's packages are installed
 * first if need be. Otherwise a line that says what brings them.
 */
export async function getPdfTools(
  announce: (line: string) => void,
): Promise<TestService | { missing: string }> {
  let fault: string | undefined
  if (!areInstalled() && canInstall()) {
    announce('Installing poppler-utils and HarfBuzz…')
    fault = await installPackages(packages)
  }
  if (areInstalled()) return { env: { TEST_PDF_TOOLS: 'yes' }, stop: async () => undefined }
  const hint = `install poppler and HarfBuzz (Debian: apt-get install ${packages.join(' ')})`
  return { missing: `${hint}\n${fault ?? ''}`.trim() }
}

function areInstalled(): boolean {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return commands.every((command) => folders.some((folder) => existsSync(path.join(folder, command))))
}
