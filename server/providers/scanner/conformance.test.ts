import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { environment } from '#server/config/config.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { buildPdf, stream } from '#tests/support/bad-files/pdf.ts'
import { buildDocx, buildZip } from '#tests/support/bad-files/zip.ts'
import { infectedDocx, infectedPdf } from '#tests/support/eicar.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createClamd } from './clamd.ts'
import { eicar, noScanner } from './port.ts'

/** A clamd that knows the test virus; without one its tests are left out. */
const clamdUrl = environment()['TEST_CLAMD_URL']
const nowhere = 'tcp://127.0.0.1:1'

const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(line) })
beforeEach(() => {
  lines.length = 0
})

const virus = Buffer.from(eicar, 'latin1')

describe.skipIf(!clamdUrl)('a virus scanner', () => {
  const scanner = () => createClamd(clamdUrl ?? '', log)

  it.each<[string, Buffer]>([
    ['an empty file', Buffer.alloc(0)],
    ['a byte', Buffer.from('x')],
    ['half of the virus', virus.subarray(0, 34)],
    ['a PDF', buildPdf()],
    ['a docx', buildDocx()],
    ['five megabytes of noise', randomBytes(5 * 1024 * 1024)],
  ])('finds nothing in %s', async (_, bytes) => {
    expect(await scanner().scan(bytes)).toBe('clean')
    expect(lines).toEqual([])
  })

  it.each<[string, () => Buffer]>([
    ['unchanged', () => virus],
    ['behind five megabytes', () => Buffer.concat([randomBytes(5 * 1024 * 1024), virus])],
    ['in a PDF', () => buildPdf({ more: [stream('/Subtype /Image', virus)] })],
    ['packed in a PDF', infectedPdf],
    ['in the text of a docx', infectedDocx],
    [
      'beside the text of a docx',
      () => buildDocx([{ name: 'word/media/note.txt', content: virus, stored: true }]),
    ],
    [
      'in a zip in a docx',
      () => buildDocx([{ name: 'word/media/a.zip', content: buildZip([{ name: 'a.txt', content: virus }]) }]),
    ],
  ])('finds the virus %s, and the log names it', async (_, bytes) => {
    expect(await scanner().scan(bytes())).toBe('infected')
    expect(lines.join('')).toMatch(/"level":"warn".*"signature":"Test\.EICAR\.Ours/)
    expect(lines.join('')).not.toContain('STANDARD')
  })

  it('looks at twenty files at once, each for itself', async () => {
    const one = scanner()
    const files = Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? virus : randomBytes(300_000)))
    const answers = await Promise.all(files.map((bytes) => one.scan(bytes)))
    expect(answers).toEqual(files.map((bytes) => (bytes === virus ? 'infected' : 'clean')))
  })

  it('says that it did not look at a file larger than it takes', async () => {
    expect(await scanner().scan(Buffer.alloc(31 * 1024 * 1024))).toBe('unscanned')
    expect(lines.join('')).toContain('the virus scanner did not answer')
  })
})

/** Something that listens where clamd should. */
async function simulator(talk: (socket: Socket) => void, listenOn: string | number = 0) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    talk(socket)
  })
  if (typeof listenOn === 'string') server.listen(listenOn)
  else server.listen(listenOn, '127.0.0.1')
  await once(server, 'listening')
  return {
    url:
      typeof listenOn === 'string'
        ? `unix://${listenOn}`
        : `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers once the whole file has arrived, as clamd does. */
function answers(text: string | Buffer): (socket: Socket) => void {
  return (socket) => {
    socket.on('data', (piece: Buffer) => {
      if (piece.subarray(-4).equals(Buffer.alloc(4))) socket.end(text)
    })
  }
}

/** Says that every so many milliseconds, as long as somebody listens. */
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
  /** A scan is given up at the moment at which it was begun. */
  const saysNothing = () => void vi.advanceTimersByTime(patient.scanMs)
  afterEach(() => vi.useRealTimers())
  const bytes = randomBytes(200_000)

  it.each<[string, (socket: Socket) => void, string]>([
    ['hangs', () => undefined, 'took too long'],
    ['closes at once', (socket) => socket.destroy(), 'closed the line|ECONNRESET|EPIPE'],
    ['closes when it has the file', answers(''), 'closed the line'],
    ['answers in part', answers('stream: O'), 'makes no sense'],
    ['answers without an end', answers('stream: OK'), 'makes no sense'],
    ['answers something before', answers('x stream: OK\0'), 'makes no sense'],
    ['answers something behind', answers('stream: OK\0stream: OK\0'), 'makes no sense'],
    ['finds a virus of no name', answers('stream:  FOUND'), 'makes no sense'],
    ['is a web server', answers('HTTP/1.1 400 Bad Request\r\nx: OK\r\n\r\n'), 'makes no sense'],
    ['answers noise', answers(randomBytes(1000)), 'makes no sense'],
    ['cannot scan', answers('stream: Can’t allocate memory ERROR\0'), 'makes no sense'],
    ['takes no such size', answers('INSTREAM size limit exceeded. ERROR\0'), 'takes no file of this size'],
    ['never stops to talk', talks('x'.repeat(1000), 5), 'makes no sense|took too long'],
    ['talks a little now and then', talks('x', 50), 'took too long'],
  ])('says that it did not look, and with a log line, when it %s', async (_, talk, code) => {
    await using server = await simulator(talk)
    // What is not silent is waited for: on a busy machine its answer may be late.
    const limits = code.includes('took too long') ? quick : patient
    expect(await createClamd(server.url, log, limits).scan(bytes)).toBe('unscanned')
    expect(lines.join('')).toMatch(
      new RegExp(`"level":"warn".*"code":"(${code})".*"the virus scanner did not answer"`),
    )
  })

  it.each([nowhere, 'unix:///no/such/socket', 'tcp://no-such-host.invalid:3310'])(
    'says so too when nothing listens at %s',
    async (url) => {
      expect(await createClamd(url, log).scan(bytes)).toBe('unscanned')
      expect(lines.join('')).toMatch(
        /"level":"warn".*"code":"(ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|took too long)"/,
      )
    },
  )

  it('is left alone after three files in a row that it let wait, and asked again later', async () => {
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

  it('is not left alone for files that it refuses, nor for late ones among others', async () => {
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

  it('is reached by a socket in the file system', async () => {
    await using folder = await temporaryFolder()
    await using server = await simulator(answers('stream: OK\0'), join(folder.path, 'clamd 1.ctl'))
    expect(await createClamd(server.url.replaceAll(' ', '%20'), log).scan(bytes)).toBe('clean')
  })
})

it('no scanner says that it is off', async () => {
  expect(await noScanner.scan(virus)).toBe('off')
})
