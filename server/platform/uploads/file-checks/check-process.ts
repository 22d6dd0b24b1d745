// A separate process, started by `checker.ts`: reads files from its standard input and writes its verdicts to its
// standard output. It has no key and no setting, may write nothing and has no network, so a file that exploits a
// reader affects nothing else.
import { Console } from 'node:console'
import {
  checkFile,
  dropFilePermissions,
  frameHead,
  type HelperKind,
  loadReaders,
  readFrames,
  type WantedKind,
} from './check-file.ts'

/** Memory held between two files from which this process ends, so that a new one starts. */
const TIRED_BYTES = 256 * 1024 * 1024

function answer(word: string, bytes: Buffer = Buffer.alloc(0)): void {
  process.stdout.write(frameHead(word, bytes.length))
  if (bytes.length > 0) process.stdout.write(bytes)
}

// Ctrl-C goes to the whole group; the server completes what is in flight and ends us by closing our input.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

// Output of libraries goes to standard error, which nobody reads; on standard output it would be read as an answer.
globalThis.console = new Console(process.stderr)

await loadReaders(process.argv[2] as HelperKind)
dropFilePermissions()

answer('ready')
for await (const { word, bytes } of readFrames(process.stdin)) {
  const verdict = await checkFile(bytes, word as WantedKind)
  if (!verdict.ok) answer(verdict.fault)
  else if (verdict.findings) answer('found', Buffer.from(JSON.stringify(verdict.findings)))
  else answer('made', verdict.bytes)
  // The collector does not count a file's bytes, so without this many would pile up.
  globalThis.gc?.()
  // The readers keep every name they have seen; a new process has none.
  if (process.memoryUsage.rss() > TIRED_BYTES) {
    process.stdin.destroy()
    break
  }
}
