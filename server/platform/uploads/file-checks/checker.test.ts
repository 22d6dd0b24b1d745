import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { PDF } from '@libpdf/core'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { picture } from '#tests/support/bad-files/pictures.ts'
import { buildDocx, documentXml } from '#tests/support/bad-files/zip.ts'
import { eventually } from '#tests/support/eventually.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { ClientGone } from '#server/platform/fair-queue.ts'
import { CheckerUnavailable, commandFor, createFileChecker, type WaitingFile } from './checker.ts'
import { frameHead, readFrames } from './check-file.ts'

const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(line) })

const onLinux = existsSync('/proc/self/status')
const others = new Set(allHelpers())
/** For all tests, since a process takes a while to start. */
const checker = createFileChecker(log)
afterAll(async () => {
  checker.close()
  await eventually(() => expect(helpers()).toEqual([]))
})

/** A picture that takes a while. */
const largePicture = picture(2000, 1500, true).jpeg().toBuffer()

/** Returns the checking processes of this test, without those of other tests' servers. */
function helpers(kind = ''): number[] {
  return allHelpers(kind).filter((pid) => !others.has(pid))
}

function allHelpers(kind = ''): number[] {
  const found = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
  return found
    .split('\n')
    .filter((line) => line.includes(`check-process.ts ${kind}`))
    .map((line) => Number.parseInt(line, 10))
}

/** Returns the process for documents, once there is one. */
async function ofDocuments(): Promise<number> {
  await checker.check(buildPdf(), 'pdf')
  return helpers('documents')[0] ?? 0
}

/** Returns how much a process has read so far, as Linux counts. */
function bytesRead(pid: number): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
}

/** A PDF in its client's turn; `reads` counts how often it was read. */
function waitingFile({ gone = new AbortController().signal }, reads = new Int32Array(1)): WaitingFile<'pdf'> {
  const read = async () => {
    reads[0] = (reads[0] ?? 0) + 1
    return { bytes: buildPdf(), kind: 'pdf' as const }
  }
  return { read, client: { address: '203.0.113.1', gone } }
}

function isRefusal(verdict: unknown): boolean {
  return typeof verdict === 'object' && verdict !== null && 'ok' in verdict && !verdict.ok
}

describe('the process that checks files', () => {
  it('is started by the first file, gives each the right answer, and ends with its server', async () => {
    const checker = createFileChecker(log)
    const before = helpers()
    const pdf = buildPdf()
    const jpg = await picture(64, 64).jpeg().toBuffer()
    const verdicts = await Promise.all([
      checker.check(pdf, 'pdf'),
      checker.check(Buffer.from('MZ'), 'pdf'),
      checker.check(jpg, 'jpg'),
      checker.check(Buffer.alloc(0), 'docx'),
    ])
    expect(verdicts).toEqual([
      { ok: true, bytes: pdf, findings: { marks: [], text: 'Asha Mehta' } },
      { ok: false, fault: 'wrong kind' },
      { ok: true, bytes: expect.any(Buffer) },
      { ok: false, fault: 'empty' },
    ])
    // One for documents and one for pictures.
    expect(helpers()).toHaveLength(before.length + 2)
    checker.close()
    await eventually(() => expect(helpers()).toEqual(before))
  })

  it('reports what is found in a document', async () => {
    const docx = buildDocx([{ name: 'word/document.xml', content: documentXml('आशा &amp; Co') }])
    const findings = { marks: [], text: 'आशा & Co' }
    expect(await checker.check(docx, 'docx')).toEqual({ ok: true, bytes: docx, findings })
  })

  it('draws the pages of a PDF without its active content', async () => {
    const script = '<< /S /JavaScript /JS (app.alert) >>'
    const drawn = await checker.check(buildPdf({ more: [script] }), 'pdf-pages')
    expect(drawn).toMatchObject({ ok: true })
    const bytes = drawn.ok ? drawn.bytes : Buffer.alloc(0)
    expect(await checker.check(bytes, 'pdf')).toEqual({ ok: true, bytes, findings: { marks: [], text: '' } })
    // White paper with something dark, in the original size.
    const page = (await PDF.load(bytes)).getPage(0)
    expect(page).toMatchObject({ width: 595, height: 842 })
    expect(await checker.check(Buffer.from('%PDF-1.4 MZ'), 'pdf-pages')).toEqual({
      ok: false,
      fault: 'damaged',
    })
  })

  it.runIf(onLinux)(
    'calls a file damaged that ends two of them, and a third one checks the next file',
    async () => {
      const small = await picture(64, 64).jpeg().toBuffer()
      const large = await largePicture
      /** Returns the verdict on a file whose first process is killed at once, and whose second after it has read it. */
      const checkedAndKilled = async () => {
        await checker.check(small, 'jpg')
        const [first = 0] = helpers('pictures')
        const hit = checker.check(large, 'jpg').catch((error: unknown) => error)
        process.kill(first, 'SIGKILL')
        await eventually(() => expect(helpers('pictures')).toEqual([expect.not.toBeOneOf([first])]))
        const [second = 0] = helpers('pictures')
        const hasRead = () => expect(bytesRead(second)).toBeGreaterThan(large.length)
        await vi.waitFor(hasRead, { interval: 5, timeout: 30_000 })
        process.kill(second, 'SIGKILL')
        return hit
      }
      let verdict = await checkedAndKilled()
      // On a busy machine one may have answered before it was killed.
      while (!isRefusal(verdict)) verdict = await checkedAndKilled()
      expect(verdict).toEqual({ ok: false, fault: 'damaged' })
      expect(lines.join('')).toContain('a file ended the process that checked it')
      expect(await checker.check(small, 'jpg')).toMatchObject({ ok: true })
    },
  )

  it('is started again if it ended between two files', async () => {
    const pid = await ofDocuments()
    process.kill(pid, 'SIGKILL')
    await eventually(() => expect(helpers()).not.toContain(pid))
    expect(await checker.check(buildPdf(), 'pdf')).toMatchObject({ ok: true })
  })

  it('is given up if it does not start in time', async () => {
    // A checker without a process, since a file's time limit, which is shorter, begins with a process.
    const checker = createFileChecker(log)
    await using folder = await temporaryFolder()
    const hung = join(folder.path, 'node')
    await writeFile(hung, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
    const { execPath } = process
    process.execPath = hung
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const refused = expect(checker.check(buildPdf(), 'pdf')).rejects.toThrow(CheckerUnavailable)
    await vi.advanceTimersByTimeAsync(60_000)
    process.execPath = execPath
    vi.useRealTimers()
    await refused
    expect(await checker.check(buildPdf(), 'pdf')).toMatchObject({ ok: true })
    checker.close()
  })

  it('is ended when the connection of a long check closes, and another one does the next', async () => {
    const pid = await ofDocuments()
    const gone = new AbortController()
    const keep = vi.fn(async () => 'kept')
    lines.length = 0
    const stopped = new Int32Array(1)
    process.kill(pid, 'SIGSTOP')
    const checked = checker.checkInTurn(waitingFile({ gone: gone.signal }, stopped), keep)
    const waiting = checker.checkInTurn(waitingFile({ gone: gone.signal }), keep)
    await eventually(() => expect(stopped[0]).toBe(1))
    gone.abort()
    await expect(waiting).rejects.toThrow(ClientGone)
    await expect(checked).rejects.toThrow(ClientGone)
    expect(keep).not.toHaveBeenCalled()
    expect(await checker.checkInTurn(waitingFile({}), async ({ ok }) => ok)).toBe(true)
    expect(helpers()).not.toContain(pid)
    expect(lines.join('')).not.toContain('a file ended the process')
  })

  it('is not ended by a connection that closes after its check', async () => {
    const pid = await ofDocuments()
    const gone = new AbortController()
    const kept = await checker.checkInTurn(waitingFile({ gone: gone.signal }), async ({ ok }) => {
      gone.abort()
      return ok
    })
    expect([kept, await ofDocuments()]).toEqual([true, pid])
  })

  it('is not ended by Ctrl-C, which goes to the whole group', async () => {
    const pid = await ofDocuments()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.kill(pid, signal)
      // The first is answered during the signal, the second after it.
      for (let files = 0; files < 2; files += 1) expect(await ofDocuments()).toBe(pid)
    }
  })
})

/** Returns what a script can do that is started like the process and uses so many megabytes. */
function tried(kind: 'documents' | 'pictures' | 'pages', megabytes: number) {
  const script = fileURLToPath(import.meta.resolve('#tests/support/check-limits.ts'))
  const { command, args } = commandFor(kind, script)
  const { stdout, status, signal } = spawnSync(command, [...args, String(megabytes)], { encoding: 'utf8' })
  return { said: stdout, ended: status === 0 ? 'well' : (signal ?? 'badly') }
}

describe('a compromised reader', () => {
  it.each([
    ['documents', 150, 400],
    ['pictures', 500, 900],
    ['pages', 500, 900],
  ] as const)(
    "reaches no file, no network and no other process for %s, and memory up to a limit outside the collector's count",
    (kind, some, more) => {
      const nothing = 'write: no\nread: no\nconnect: no\nlisten: no\nspawn: no\nthread: no\n'
      expect(tried(kind, some)).toEqual({ said: `${nothing}took ${some}\n`, ended: 'well' })
      expect(tried(kind, more).said).toBe(nothing)
    },
  )

  it('ends after its time, and the file that caused this is refused', async () => {
    lines.length = 0
    const hasty = createFileChecker(log, 1)
    expect(await hasty.check(await largePicture, 'jpg')).toEqual({ ok: false, fault: 'damaged' })
    hasty.close()
    expect(lines.join('')).toContain('took too long')
  })
})

it('frames are read as they were written, even byte by byte, and end with an interrupted stream', async () => {
  const frames = Object.entries({ pdf: 'hello', 'wrong kind': '', x: 'abc' })
  const parts = frames.flatMap(([word, text]) => [frameHead(word, text.length), Buffer.from(text)])
  const whole = Buffer.concat(parts)
  const framesOf = async (bytes: Buffer) => {
    const pieces = Readable.from([...bytes].map((byte) => Buffer.from([byte])))
    const found = await Array.fromAsync(readFrames(pieces))
    return found.map(({ word, bytes: text }) => [word, text.toString()])
  }
  expect(await framesOf(whole)).toEqual(frames)
  expect(await framesOf(whole.subarray(0, -1))).toEqual(frames.slice(0, 2))
})
