import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { compressFixedFiles } from './build-compress.ts'
import { folderToBuildIn, putInPlace } from './build-place.ts'

const root = path.dirname(import.meta.dirname)
const parent = process.ppid
const folder = folderToBuildIn(path.join(root, '.cache'))
let astro: ChildProcess | undefined

/** Whoever started this build holds the lock of this folder; without him another build may have begun. */
function endWithParent(): void {
  if (process.ppid === parent) return
  astro?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
  process.exit(1)
}

async function buildPages(): Promise<number> {
  const command = path.join(root, 'node_modules/astro/bin/astro.mjs')
  astro = spawn(process.execPath, [command, 'build', '--outDir', path.relative(root, folder)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  const [code] = (await once(astro, 'exit')) as [number | null]
  return code ?? 1
}

/** Builds the pages, compresses what is fixed and puts it all into `dist`; Astro's exit code. */
async function buildSite(): Promise<void> {
  setInterval(endWithParent, 200).unref()
  const code = await buildPages()
  if (code === 0) {
    await compressFixedFiles(folder)
    endWithParent()
    putInPlace(folder, path.join(root, 'dist'))
  }
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = code
}

await buildSite()
