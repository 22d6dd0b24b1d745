import type { Log } from '#server/platform/observability/log.ts'
import { createSemaphore } from '#server/platform/semaphore.ts'
import {
  type FileFault,
  type FileVerdict,
  helperFor,
  type HelperKind,
  type WantedKind,
} from './check-file.ts'
import { type Helper, startHelper } from './check-helper.ts'
import type { Frame } from './frames.ts'

/** Files that may wait while one is looked at. */
const WAITING = 200
/** Milliseconds for one file: an honest one takes a second, on a busy machine some. */
const LIMIT_MS = 10_000
/** Milliseconds without a file after which the processes end; what their readers took goes back with them. */
const IDLE_MS = 30_000

/** The process that looks into files cannot be had. */
export class CheckerUnavailable extends Error {
  override name = 'CheckerUnavailable'
}

/** Looks into files one after the other, in processes of their own that are there while there are any. */
export interface FileChecker {
  /** As `checkFile`; a file that the process does not survive is damaged. Throws `CheckerUnavailable` and `SemaphoreFull`. */
  check(bytes: Buffer, kind: WantedKind): Promise<FileVerdict>
  close(): void
}

export function createFileChecker(log: Log, limitMs = LIMIT_MS): FileChecker {
  const acquire = createSemaphore({ active: 1, waiting: WAITING })
  const current = new Map<HelperKind, Helper>()
  let idle: NodeJS.Timeout | undefined
  let closed = false

  async function start(kind: HelperKind): Promise<Helper> {
    const helper = await startHelper(kind, limitMs)
    if (!helper) throw new CheckerUnavailable('the process that looks into files does not start')
    current.set(kind, helper)
    if (closed) helper.kill()
    return helper
  }

  async function check(bytes: Buffer, kind: WantedKind): Promise<FileVerdict> {
    clearTimeout(idle)
    const which = helperFor(kind)
    const known = current.get(which)
    let answer = await (known ?? (await start(which))).ask(bytes, kind)
    if (known && answer === 'ended' && !closed) {
      // It may have ended before this file came; only one that ends a new process as well is to blame.
      answer = await (await start(which)).ask(bytes, kind)
    }
    if (closed) throw new CheckerUnavailable('the server is ending')
    idle = setTimeout(release, IDLE_MS).unref()
    if (typeof answer === 'object') return verdictOf(answer, bytes)
    current.delete(which)
    log.warn({ kind, bytes: bytes.length, answer }, 'a file broke its check')
    return { ok: false, fault: 'damaged' }
  }

  function release(): void {
    for (const helper of current.values()) helper.release()
    current.clear()
  }

  return {
    check: (bytes, kind) => acquire(() => check(bytes, kind)),
    close() {
      closed = true
      clearTimeout(idle)
      for (const helper of current.values()) helper.kill()
    },
  }
}

function verdictOf({ word, bytes }: Frame, sent: Buffer): FileVerdict {
  if (word === 'as it is') return { ok: true, bytes: sent }
  if (word === 'drawn anew') return { ok: true, bytes }
  return { ok: false, fault: word as FileFault }
}
