import type { Log } from '#server/platform/observability/log.ts'
import { ClientGone, FairQueue } from '#server/platform/fair-queue.ts'
import type { Client } from '#server/platform/http/client-address.ts'
import {
  type Frame,
  frameHead,
  helperFor,
  type HelperKind,
  readFrames,
  type WantedKind,
} from './check-file.ts'
import { type FileFault, type FileVerdict, TEXT_MAX } from './refused.ts'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import * as z from 'zod/mini'
import { documentMarks } from '#contract/schemas/documents.ts'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { setPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'

/** Files that are checked at once; that wait for it in the spool; that are then stored at once, from memory. */
const FILES = { checked: 1, waiting: 200, stored: 3 }
/** Milliseconds for a process to start. */
const START_MS = 30_000
/** Milliseconds for one file; an honest one takes a second, a few on a busy machine or to draw its pages. */
const LIMIT_MS = 10_000
const DRAWING_LIMIT_MS = 40_000
/** Milliseconds without a file after which the processes end, which frees their readers' memory. */
const IDLE_MS = 30_000
/** Milliseconds that a check may continue when nobody waits for it; then its process is ended, which costs a new one. */
const GONE_MS = 300

/** The process that checks files is unavailable. */
export class CheckerUnavailable extends Error {
  override name = 'CheckerUnavailable'
  readonly statusCode = 503
}

/** A file that waits for its turn outside of memory. */
export interface WaitingFile<Kind extends WantedKind> {
  read(): Promise<{ bytes: Buffer; kind: Kind }>
  client: Client
}

/** Checks files one after the other, in separate processes that exist while there are files. */
export interface FileChecker {
  /** Checks a file of ours; one that ends the process counts as damaged. Throws `CheckerUnavailable` and `QueueFull`. */
  check(bytes: Buffer, kind: WantedKind): Promise<FileVerdict>
  /**
   * Checks a visitor's file in its address's turn, and lets `keep` store the result, so that few are in memory. Also
   * throws `ClientGone` if the connection closes before `keep` begins.
   */
  checkInTurn<Kept, Kind extends WantedKind>(
    file: WaitingFile<Kind>,
    keep: (verdict: FileVerdict, kind: Kind) => Promise<Kept>,
  ): Promise<Kept>
  /** Returns how many files would be checked before another one of this address. */
  ahead(address: string): number
  close(): void
}

export function createFileChecker(log: Log, limitMs = LIMIT_MS): FileChecker {
  const queue = new FairQueue({ active: FILES.checked, waiting: FILES.waiting })
  // Staff who open long documents do not delay applicants.
  const drawings = new FairQueue({ active: FILES.checked, waiting: FILES.waiting })
  const storing = new FairQueue({ active: FILES.stored, waiting: FILES.checked })
  const processes = createProcesses(log, limitMs)

  async function checkWaiting<Kind extends WantedKind>({ read, client: { gone } }: WaitingFile<Kind>) {
    const { bytes, kind } = await read()
    if (gone.aborted) throw new ClientGone('closed before its file was checked')
    const verdict = await processes.check({ bytes, kind, gone })
    return { verdict, kind, endStoring: await storing.take() }
  }

  return {
    async check(bytes, kind) {
      const endTurn = await (helperFor(kind) === 'pages' ? drawings : queue).take()
      return processes.check({ bytes, kind }).finally(endTurn)
    },
    async checkInTurn(file, keep) {
      const endTurn = await queue.take(file.client)
      const { verdict, kind, endStoring } = await checkWaiting(file).finally(endTurn)
      return keep(verdict, kind).finally(endStoring)
    },
    ahead: (address) => queue.ahead(address),
    close: processes.close,
  }
}

interface AskedFile {
  bytes: Buffer
  kind: WantedKind
  /** Aborted when nobody waits for the answer any more. */
  gone?: AbortSignal
}

/** The processes, one for each kind, which get one file after the other. */
function createProcesses(log: Log, limitMs: number) {
  const current = new Map<HelperKind, Helper>()
  let idle: NodeJS.Timeout | undefined
  let closed = false

  async function start(kind: HelperKind): Promise<Helper> {
    const helper = await startHelper(kind, kind === 'pages' ? DRAWING_LIMIT_MS : limitMs)
    if (!helper) throw new CheckerUnavailable('the process that looks into files does not start')
    current.set(kind, helper)
    if (closed) helper.kill()
    return helper
  }

  async function check(file: AskedFile): Promise<FileVerdict> {
    const { bytes, kind, gone } = file
    clearTimeout(idle)
    const which = helperFor(kind)
    const known = current.get(which)
    let answer = await (known ?? (await start(which))).ask(file)
    if (known && answer === 'ended' && !closed && !gone?.aborted) {
      // It may have ended before this file came; only a file that ends a new process too is at fault.
      answer = await (await start(which)).ask(file)
    }
    if (closed) throw new CheckerUnavailable('the server is ending')
    idle = setTimeout(release, IDLE_MS).unref()
    if (typeof answer !== 'object') current.delete(which)
    if (gone?.aborted) throw new ClientGone('closed while its file was checked')
    if (typeof answer === 'object') return verdictOf(answer, bytes)
    log.warn({ kind, bytes: bytes.length, answer }, 'a file ended the process that checked it')
    return { ok: false, fault: 'damaged' }
  }

  function release(): void {
    for (const helper of current.values()) helper.release()
    current.clear()
  }

  function close(): void {
    closed = true
    clearTimeout(idle)
    for (const helper of current.values()) helper.kill()
  }

  return { check, close }
}

/** The process's findings, validated since it may be compromised. */
const findings = z.object({
  marks: z.array(z.enum(documentMarks)),
  text: z.string().check(z.maxLength(TEXT_MAX)),
})

function verdictOf({ word, bytes }: Frame, sent: Buffer): FileVerdict {
  if (word === 'found')
    return { ok: true, bytes: sent, findings: findings.parse(JSON.parse(bytes.toString())) }
  if (word === 'made') return { ok: true, bytes }
  return { ok: false, fault: word as FileFault }
}

/** Lower than the server's priority, so that a picture being drawn does not delay a page. */
const NICENESS = 5
/** Returns freed memory to the system at once instead of keeping it in pieces (mallopt(3)). */
const environment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '2' }

const root = resolve(import.meta.dirname, '..', '..', '..', '..')
/** Megabytes that Node reserves for compiled code and hardly uses. */
const NODE_MB = 640

const helpers: Record<HelperKind, { megabytes: number; flags: string[] }> = {
  pictures: { megabytes: 640, flags: ['--allow-addons'] },
  pages: { megabytes: 640, flags: ['--allow-addons'] },
  documents: {
    megabytes: 256,
    flags: ['--max-old-space-size=160', '--max-semi-space-size=2', '--optimize-for-size'],
  },
}

export interface Helper {
  /**
   * Sends a file and returns the answer, or that the process ended or took too long and was ended. It is also ended
   * soon after nobody waits any more.
   */
  ask(file: AskedFile): Promise<Frame | 'ended' | 'took too long'>
  /** Lets it end once it has nothing to do. */
  release(): void
  kill(): void
}

/** Starts one; undefined if it does not start. */
async function startHelper(kind: HelperKind, limitMs: number): Promise<Helper | undefined> {
  const { command, args } = commandFor(kind, join(import.meta.dirname, 'check-process.ts'))
  const cache = getCompileCacheDir()
  const env = cache === undefined ? environment : { ...environment, NODE_COMPILE_CACHE: dirname(cache) }
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], env })
  // An ended process accepts no more; the waiting caller is told of its end.
  child.stdin.on('error', () => undefined)
  child.on('error', () => undefined)
  const ended = once(child, 'close').catch(() => undefined)
  const answers = readFrames(child.stdout)
  const limit = setTimeout(() => child.kill('SIGKILL'), START_MS)
  const first = await answers.next()
  clearTimeout(limit)
  if (first.done) return undefined
  lowerPriority(child.pid)
  return {
    ask: (file) => ask({ child, answers, ended, limitMs }, file),
    release: () => child.stdin.end(),
    kill: () => void child.kill('SIGKILL'),
  }
}

/**
 * The shell sets a memory limit, which the system applies to the whole process. Node's permissions allow it to read
 * only the files of this program, to write nothing, and to use neither network nor processes.
 */
export function commandFor(kind: HelperKind, script: string): { command: string; args: string[] } {
  const { megabytes, flags } = helpers[kind]
  const limit = `ulimit -c 0; ulimit -d ${(NODE_MB + megabytes) * 1024}; exec "$0" "$@"`
  const cache = getCompileCacheDir()
  const permissions = ['--permission', `--allow-fs-read=${root}/*`]
  // The process gives up this permission, and that to read, before the first file arrives.
  if (cache !== undefined) permissions.push(`--allow-fs-write=${dirname(cache)}/*`)
  return {
    command: '/bin/sh',
    args: ['-c', limit, process.execPath, '--expose-gc', ...permissions, ...flags, script, kind],
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // If the priority cannot be lowered, the work is done anyway.
  }
}

interface Started {
  child: ChildProcessByStdio<Writable, Readable, null>
  answers: AsyncGenerator<Frame>
  ended: Promise<unknown>
  limitMs: number
}

async function ask(
  { child, answers, ended, limitMs }: Started,
  { bytes, kind, gone }: AskedFile,
): Promise<Frame | 'ended' | 'took too long'> {
  let late = false
  const limit = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, limitMs)
  let unwanted: NodeJS.Timeout | undefined
  const drop = () => (unwanted = setTimeout(() => child.kill('SIGKILL'), GONE_MS))
  if (gone?.aborted) drop()
  else gone?.addEventListener('abort', drop, { once: true })
  child.stdin.write(frameHead(kind, bytes.length))
  if (!child.stdin.write(bytes)) {
    await Promise.race([once(child.stdin, 'drain').catch(() => undefined), ended])
  }
  const answer = await answers.next()
  clearTimeout(limit)
  clearTimeout(unwanted)
  gone?.removeEventListener('abort', drop)
  if (!answer.done) return answer.value
  return late ? 'took too long' : 'ended'
}
