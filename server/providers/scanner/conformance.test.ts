import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { environment } from '#server/config/config.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { infectedDocx, infectedPdf } from '#tests/support/eicar.ts'
import { listen } from '#tests/support/listen.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createClamd } from './clamd.ts'
import { eicar, noScanner } from './port.ts'

/** A clamd that knows the test virus. Without one its tests are skipped. */
const clamdUrl = environment()['TEST_CLAMD_URL']
const nowhere = 'tcp://127.0.0.1:1'

const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(line) })
beforeEach(() => void (lines.length = 0))

const virus = Buffer.from(eicar, 'latin1')

describe.skipIf(!clamdUrl)('a virus scanner', () => {
  const scanner = () => createClamd(clamdUrl ?? '', log)

  it.each<[string, Buffer]>([
    ['an empty file', Buffer.alloc(0)],
    ['half of the virus', virus.subarray(0, 34)],
    ['five megabytes of noise', randomBytes(5 * 1024 * 1024)],
  ])('finds nothing in %s', async (_, bytes) => {
    expect(await scanner().scan(bytes)).toBe('clean')
    expect(lines).toEqual([])
  })

  it.each<[string, () => Buffer]>([
    ['unchanged', () => virus],
    ['behind five megabytes', () => Buffer.concat([randomBytes(5 * 1024 * 1024), virus])],
    ['packed in a PDF', infectedPdf],
    ['in the text of a docx', infectedDocx],
  ])('finds the virus %s, and logs its name', async (_, bytes) => {
    expect(await scanner().scan(bytes())).toBe('infected')
    expect(lines.join('')).toMatch(/"level":"warn".*"signature":"Test\.EICAR\.Ours/)
    expect(lines.join('')).not.toContain('STANDARD')
  })
})

/** Starts a server that plays clamd. */
async function simulator(talk: (socket: Socket) => void) {
  const listening = await listen(createServer(talk))
  return { ...listening, url: `tcp://127.0.0.1:${listening.port}` }
}

/** Answers once the whole file has arrived, as clamd does. */
function answers(text: string | Buffer): (socket: Socket) => void {
  return (socket) => {
    socket.on('data', (piece: Buffer) => {
      if (piece.subarray(-4).equals(Buffer.alloc(4))) socket.end(text)
    })
  }
}

/** Sends the text repeatedly as long as somebody listens. */
function talks(text: string, everyMs: number): (socket: Socket) => void {
  return (socket) => {
    const talking = setInterval(() => socket.write(text), everyMs)
    socket.on('close', () => clearInterval(talking))
  }
}

describe('a virus scanner that fails', () => {
  const quick = { scanMs: 300, restMs: 1000, lateInARow: 3 }
  const patient = { ...quick, scanMs: 15_000 }
  const itsClocks = { toFake: ['performance' as const, 'setTimeout' as const, 'clearTimeout' as const] }
  /** Lets the time limit of a scan pass as soon as it has begun. */
  const saysNothing = () => void vi.advanceTimersByTime(patient.scanMs)
  const bytes = randomBytes(200_000)

  it.each<[string, (socket: Socket) => void, string]>([
    ['hangs', () => undefined, 'took too long'],
    ['closes at once', (socket) => socket.destroy(), 'closed the line|ECONNRESET|EPIPE'],
    ['answers in part', answers('stream: O'), 'makes no sense'],
    ['answers something before', answers('x stream: OK\0'), 'makes no sense'],
    ['answers something behind', answers('stream: OK\0stream: OK\0'), 'makes no sense'],
    ['cannot scan', answers('stream: Can’t allocate memory ERROR\0'), 'makes no sense'],
    ['refuses the size', answers('INSTREAM size limit exceeded. ERROR\0'), 'takes no file of this size'],
    ['never stops talking', talks('x'.repeat(1000), 5), 'makes no sense|took too long'],
    ['sends a byte now and then', talks('x', 50), 'took too long'],
  ])('answers «unscanned» and logs it when clamd %s', async (_, talk, code) => {
    await using server = await simulator(talk)
    // Where an answer is expected the limit is long, because a busy machine may answer late.
    const limits = code.includes('took too long') ? quick : patient
    expect(await createClamd(server.url, log, limits).scan(bytes)).toBe('unscanned')
    expect(lines.join('')).toMatch(
      new RegExp(`"level":"warn".*"code":"(${code})".*"the virus scanner did not answer"`),
    )
  })

  it.each([
    [nowhere, 'ECONNREFUSED'],
    ['unix:///no/such/socket', 'ENOENT'],
    ['tcp://no-such-host.invalid:3310', 'ENOTFOUND|EAI_AGAIN|took too long'],
  ])('answers «unscanned» when nothing listens at %s', async (url, code) => {
    expect(await createClamd(url, log).scan(bytes)).toBe('unscanned')
    expect(lines.join('')).toMatch(new RegExp(`"level":"warn".*"code":"(${code})"`))
  })

  it('is skipped after three timeouts in a row, and asked again later', async () => {
    vi.useFakeTimers(itsClocks)
    let asked = 0
    let well = false
    await using server = await simulator((socket) => {
      asked += 1
      if (well) answers('stream: OK\0')(socket)
      else saysNothing()
    })
    const scanner = createClamd(server.url, log, patient)
    for (let scans = 0; scans < 6; scans += 1) expect(await scanner.scan(bytes)).toBe('unscanned')
    expect(asked).toBe(3)
    expect(lines.filter((line) => line.includes('left alone for a while'))).toHaveLength(3)
    vi.advanceTimersByTime(quick.restMs)
    for (let scans = 0; scans < 2; scans += 1) expect(await scanner.scan(bytes)).toBe('unscanned')
    expect(asked).toBe(4)
    well = true
    vi.advanceTimersByTime(quick.restMs)
    expect(await scanner.scan(bytes)).toBe('clean')
    expect(asked).toBe(5)
  })

  it('is not skipped for files that it refuses, nor for single timeouts', async () => {
    vi.useFakeTimers(itsClocks)
    let asked = 0
    await using server = await simulator((socket) => {
      asked += 1
      if (asked % 3 === 0) answers('stream: OK\0')(socket)
      else if (asked > 6) answers('stream: broken ERROR\0')(socket)
      else saysNothing()
    })
    const scanner = createClamd(server.url, log, patient)
    for (let scans = 0; scans < 12; scans += 1) await scanner.scan(bytes)
    expect(asked).toBe(12)
  })

  it('is reached through a Unix socket', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'clamd 1.ctl')
    const server = createServer(answers('stream: OK\0')).listen(path)
    await once(server, 'listening')
    expect(await createClamd(`unix://${path.replace(' ', '%20')}`, log).scan(bytes)).toBe('clean')
    server.close()
  })
})

it('a missing scanner answers «off»', async () => {
  expect(await noScanner.scan(virus)).toBe('off')
})
