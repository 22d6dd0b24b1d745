import { connect, type NetConnectOpts } from 'node:net'
import type { Log } from '#server/platform/observability/log.ts'
import type { ScanAnswer, ScannerPort } from './port.ts'

const CHUNK_BYTES = 64 * 1024
const ANSWER_MAX_BYTES = 4096
const USUAL_PORT = 3310

/** Limit of one scan. After `lateInARow` scans beyond it, the scanner is not called for `restMs`. */
const limits = { scanMs: 10_000, restMs: 30_000, lateInARow: 3 }

class ScannerFault extends Error {
  override name = 'ScannerFault'
  /** The log writes codes and no messages. */
  readonly code: string

  constructor(reason: string) {
    super(reason)
    this.code = reason
  }
}

const LATE = 'took too long'

/** Sends files to clamd (INSTREAM) at `tcp://host:port` or `unix:///path`. */
export function createClamd(
  url: string,
  log: Log,
  { scanMs, restMs, lateInARow }: typeof limits = limits,
): ScannerPort {
  const address = addressOf(url)
  let late = 0
  let restUntil = 0

  /** After the pause, one more late scan begins the next pause. */
  function rest(): void {
    late = lateInARow - 1
    restUntil = performance.now() + restMs
  }

  async function scan(bytes: Buffer): Promise<ScanAnswer> {
    if (performance.now() < restUntil) throw new ScannerFault('left alone for a while')
    const { answer, signature } = readAnswer(await ask(address, bytes, scanMs))
    late = 0
    if (signature) log.warn({ signature }, 'the virus scanner found something in an upload')
    return answer
  }

  return {
    async scan(bytes) {
      try {
        return await scan(bytes)
      } catch (error) {
        if (error instanceof ScannerFault && error.code === LATE) late += 1
        if (late >= lateInARow) rest()
        log.warn({ err: error }, 'the virus scanner did not answer')
        return 'unscanned'
      }
    },
  }
}

/** Converts `tcp://host:port` or `unix:///path` to options for `connect`. */
export function addressOf(url: string): NetConnectOpts {
  const { protocol, hostname, port, pathname } = new URL(url)
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) }
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || USUAL_PORT) }
}

/** Accepts only clamd's two complete answers. */
function readAnswer(text: string): { answer: ScanAnswer; signature?: string } {
  const found = /^stream: (.{1,200}) FOUND\0$/.exec(text)
  if (found?.[1]) return { answer: 'infected', signature: found[1] }
  if (text === 'stream: OK\0') return { answer: 'clean' }
  if (text === '') throw new ScannerFault('closed the line')
  throw new ScannerFault(
    /^INSTREAM size limit exceeded/.test(text) ? 'takes no file of this size' : 'makes no sense',
  )
}

function ask(address: NetConnectOpts, bytes: Buffer, limitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    const limit = setTimeout(() => socket.destroy(new ScannerFault(LATE)), limitMs)
    let answer = ''
    socket.on('data', (piece: Buffer) => {
      answer += piece.toString('latin1')
      if (answer.length > ANSWER_MAX_BYTES) socket.destroy(new ScannerFault('makes no sense'))
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(limit)
      resolve(answer)
    })
    socket.write('zINSTREAM\0')
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const chunk = bytes.subarray(at, at + CHUNK_BYTES)
      socket.write(sizeOf(chunk.length))
      socket.write(chunk)
    }
    socket.write(sizeOf(0))
  })
}

function sizeOf(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}
