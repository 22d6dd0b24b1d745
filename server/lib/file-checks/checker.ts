import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Log } from '#server/lib/log.ts'
import { createTurns } from '#server/lib/turns.ts'
import type { FileFault, FileVerdict, WantedKind } from './check-file.ts'
import { frameHead, readFrames } from './frames.ts'
import type { Frame } from './frames.ts'

/** Files that may wait while one is looked at. */
const WAITING = 200
/** Milliseconds for one file: an honest one takes a second, on a busy machine some. */
const LIMIT_MS = 30_000
/** Milliseconds without a file after which the process ends; what its readers took goes back with it. */
const IDLE_MS = 30_000
/** Below the server's own, so that a picture being drawn does not keep a page waiting. */
const NICENESS = 5
/** What the readers free goes back to the system at once instead of being kept in pieces (mallopt(3)). */
const environment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '2' }

/** The process that looks into files cannot be had. */
export class CheckerUnavailable extends Error {
  override name = 'CheckerUnavailable'
}

/** Looks into files one after the other, in a process of its own that is there while there are any. */
export interface FileChecker {
  /** As `checkFile`; a file that the process does not survive is damaged. Throws `CheckerUnavailable` and `NoTurn`. */
  check(bytes: Buffer, kind: WantedKind): Promise<FileVerdict>
  close(): void
}

interface Helper {
  child: ChildProcessByStdio<Writable, Readable, null>
  answers: AsyncGenerator<Frame>
  ended: Promise<unknown>
}

export function createFileChecker(log: Log): FileChecker {
  const takeTurn = createTurns({ active: 1, waiting: WAITING })
  let current: Helper | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false

  async function check(bytes: Buffer, kind: WantedKind): Promise<FileVerdict> {
    clearTimeout(idle)
    const known = current
    current ??= await startHelper()
    let answer = await ask(current, bytes, kind)
    if (known && answer === 'ended' && !closed) {
      // It may have ended before this file came; only one that ends a new process as well is to blame.
      current = await startHelper()
      answer = await ask(current, bytes, kind)
    }
    if (closed) throw new CheckerUnavailable('the server is ending')
    if (typeof answer === 'object') {
      const helper = current
      idle = setTimeout(() => {
        helper.child.stdin.end()
        current = undefined
      }, IDLE_MS).unref()
      return verdictOf(answer, bytes)
    }
    current = undefined
    log.warn({ kind, bytes: bytes.length, answer }, 'a file broke its check')
    return { ok: false, fault: 'damaged' }
  }

  return {
    check: (bytes, kind) => takeTurn(() => check(bytes, kind)),
    close() {
      closed = true
      clearTimeout(idle)
      current?.child.kill('SIGKILL')
    },
  }
}

async function startHelper(): Promise<Helper> {
  const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'check-process.ts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: environment,
  })
  // A process that is gone takes no more; whoever waits for its answer sees it end.
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'close').catch(() => undefined)
  const helper: Helper = { child, answers: readFrames(child.stdout), ended }
  const first = await helper.answers.next()
  if (first.done) throw new CheckerUnavailable('the process that looks into files does not start')
  lowerPriority(child.pid)
  return helper
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // Where it cannot be lowered the work is done all the same.
  }
}

/** Hands a file to the process and answers what it said, or that it ended, or that it took too long and was ended. */
async function ask(
  { child, answers, ended }: Helper,
  bytes: Buffer,
  kind: WantedKind,
): Promise<Frame | 'ended' | 'took too long'> {
  let late = false
  const limit = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, LIMIT_MS)
  child.stdin.write(frameHead(kind, bytes.length))
  if (!child.stdin.write(bytes)) {
    await Promise.race([once(child.stdin, 'drain').catch(() => undefined), ended])
  }
  const answer = await answers.next()
  clearTimeout(limit)
  if (!answer.done) return answer.value
  return late ? 'took too long' : 'ended'
}

function verdictOf({ word, bytes }: Frame, sent: Buffer): FileVerdict {
  if (word === 'as it is') return { ok: true, bytes: sent }
  if (word === 'drawn anew') return { ok: true, bytes }
  return { ok: false, fault: word as FileFault }
}
