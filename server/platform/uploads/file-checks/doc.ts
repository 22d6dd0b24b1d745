import CFB from 'cfb'
import type { FileFault } from './check-file.ts'
import { judgeFields, readFib, readTemplate, readText } from './doc-text.ts'
import { isLocalPath } from './docx-relations.ts'
import { hidesProgram } from './other-kinds.ts'
import { Refused } from './refused.ts'

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const FIRST = 'Root Entry/'
/** What Word, LibreOffice and WPS keep in a document; macros, controls and other files lie in storages of their own. */
const plain = new Set(
  ['worddocument', '0table', '1table', 'data', '\u0001compobj', '\u0001ole', 'wpscustomdata'].concat([
    '\u0005summaryinformation',
    '\u0005documentsummaryinformation',
    'objectpool/',
    'msodatastore/',
  ]),
)
/** Data of forms and of the cover page, as XML, under names made by chance. */
const dataStore = /^msodatastore\/[^/]+\/(?:item|properties)?$/
/** Streams that an Office document is encrypted in ([MS-OFFCRYPTO] 2.3.2). */
const sealed = new Set(['encryptedpackage', 'encryptioninfo', 'encryptedsummary'])

interface Part {
  /** In small letters, without the root; a storage ends in a slash. */
  path: string
  content: Buffer
}

/** A Word 97–2003 document's fault, or undefined; what this old format hides from us, staff are told. */
export function checkDoc(bytes: Buffer): FileFault | undefined {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return 'wrong kind'
  if (hidesProgram(bytes)) return 'active'
  try {
    return judgeParts(readParts(bytes))
  } catch (error) {
    return error instanceof Refused ? error.fault : 'damaged'
  }
}

/** A docx that is encrypted by a password is no zip but a compound file; it has a sentence of its own. */
export function isEncryptedOffice(bytes: Buffer): boolean {
  try {
    return (
      bytes.subarray(0, MAGIC.length).equals(MAGIC) && readParts(bytes).some(({ path }) => sealed.has(path))
    )
  } catch {
    return false
  }
}

/** Every entry of the directory, also one that no other leads to: that has a name without the root's before it. */
function readParts(bytes: Buffer): Part[] {
  const { FileIndex, FullPaths } = CFB.read(bytes, { type: 'buffer' })
  const kept = FileIndex.flatMap(({ type, content, size }, index) => {
    const path = FullPaths[index] ?? ''
    const held = Buffer.from((content ?? []) as Uint8Array)
    if (type === 2 && held.length < size) throw new Refused('damaged')
    return type === 0 || path === FIRST
      ? []
      : [{ path: path.replace(FIRST, '').toLowerCase(), content: held }]
  })
  if (new Set(kept.map(({ path }) => path)).size !== kept.length) throw new Refused('damaged')
  return kept
}

function judgeParts(parts: Part[]): FileFault | undefined {
  const contentOf = (path: string) => parts.find((part) => part.path === path)?.content
  if (parts.some(({ path }) => sealed.has(path))) return 'locked'
  const main = contentOf('worddocument')
  if (!main) return 'wrong kind'
  const fib = readFib(main)
  if (parts.some(({ path }) => !plain.has(path) && !dataStore.test(path))) return 'active'
  // A document that is a link to another says so here ([MS-OLEDS] 2.3.3).
  if (((contentOf('\u0001ole') ?? Buffer.alloc(8)).readUInt32LE(4) & 1) === 1) return 'active'
  const table = contentOf(fib.table)
  if (!table) return 'damaged'
  if (!isLocalPath(readTemplate(fib, table))) return 'active'
  judgeFields(readText(main, fib, table))
  return undefined
}
