// A process of its own, started by `checker.ts`: takes files on its standard input and says on its standard output
// what is wrong with each. It holds no key and no setting, may write nothing and reach nobody, so a file that breaks a reader
// breaks nothing else.
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

/** Memory held between two files, from which on this process makes room for a fresh one. */
const TIRED_BYTES = 256 * 1024 * 1024

function answer(word: string, bytes: Buffer = Buffer.alloc(0)): void {
  process.stdout.write(frameHead(word, bytes.length))
  if (bytes.length > 0) process.stdout.write(bytes)
}

// Ctrl-C goes to the whole group; the server finishes what is in flight and ends us by closing our input.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

// What libraries say goes to standard error, which nobody reads: on standard output it would be taken for an answer.
globalThis.console = new Console(process.stderr)

await loadReaders(process.argv[2] as HelperKind)
dropFilePermissions()

answer('ready')
for await (const { word, bytes } of readFrames(process.stdin)) {
  const verdict = await checkFile(bytes, word as WantedKind)
  if (!verdict.ok) answer(verdict.fault)
  else if (verdict.findings) answer('found', Buffer.from(JSON.stringify(verdict.findings)))
  else answer('made', verdict.bytes)
  // A file's bytes lie outside of what the collector counts, so left alone it would let many pile up.
  globalThis.gc?.()
  // The readers keep every name they have seen; a fresh process keeps none.
  if (process.memoryUsage.rss() > TIRED_BYTES) {
    process.stdin.destroy()
    break
  }
}
