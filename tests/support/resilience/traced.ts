import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { probes } from '#contract/paths.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** Whether strace is installed and allowed. */
export const hasStrace = process.env['TEST_STRACE'] !== undefined

/** Attaches strace with these options to a running process with its threads and children; resolves once it traces. */
export async function trace(pid: number, options: readonly string[]) {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'calls')
  const args = ['-f', '-y', ...options, '-o', file, '-p', String(pid)]
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(strace, 'close')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    strace.stderr.on('data', (piece: Buffer) => {
      said += piece.toString()
      if (/attached/.test(said)) resolve()
    })
    ended.then(() => reject(new Error(`strace ended: ${said}`)), reject)
  })
  return {
    /** Detaches it; returns the calls in the order of their ends, each with the thread's id. */
    async end() {
      strace.kill('SIGINT')
      await ended
      const lines = (await readFile(file, 'utf8')).split('\n')
      await folder.remove()
      return wholeCalls(lines)
    },
  }
}

/**
 * Resolves once the trace contains the calls of earlier answers. An answer can be read while the tracer still holds
 * its writer, and only when that continues, this one is answered.
 */
export async function untilTraced(url: string): Promise<void> {
  await (await fetch(url + probes.health)).text()
}

/** Joins the two halves of a call that another thread's call interrupted. */
function wholeCalls(lines: readonly string[]): string[] {
  const begun = new Map<string, string>()
  return lines.flatMap((line) => {
    const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const first = /^(.*) <unfinished \.\.\.>$/.exec(call)?.[1]
    if (first !== undefined) {
      begun.set(thread, first)
      return []
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(call)?.[1]
    return [rest === undefined ? `${thread} ${call}` : `${thread} ${begun.get(thread) ?? ''}${rest}`]
  })
}
