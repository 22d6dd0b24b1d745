import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Mounts a folder on a disk of four megabytes; returns undefined if that is not allowed. It is mounted for one child
 * process, so that it disappears with it however this process ends.
 */
export async function mountSmallDisk() {
  const point = await mkdtemp(join(tmpdir(), 'small-disk-'))
  const script = 'mount -t tmpfs -o size=4m,mode=0700 none "$0" && echo mounted && exec cat'
  const child = spawn('unshare', ['--mount', 'sh', '-c', script, point], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const pid = String(child.pid)
  const ended = new Promise((resolve) => child.once('error', resolve).once('close', resolve))
  const mounted = await Promise.race([once(child.stdout, 'data'), ended.then(() => false)])
  const close = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(point, { recursive: true, force: true })
  }
  if (mounted)
    return {
      /** Its path from here; `inside` is its path for a command that runs with `enter`. */
      folder: join('/proc', pid, 'root', point),
      inside: point,
      enter: ['nsenter', '--mount', '--target', pid],
      [Symbol.asyncDispose]: close,
    }
  return void (await close())
}
