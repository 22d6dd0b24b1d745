import type { FileFault } from './check-file.ts'
import { OLE_MAGIC, readOle } from './ole.ts'
import type { OleFile } from './ole.ts'
import { endsAsZip } from './other-kinds.ts'

/** The first bytes of a Word document's main stream and the bit that says it is encrypted ([MS-DOC] 2.5.2). */
const WORD_IDENT = 0xa5ec
const FLAGS_AT = 0x0a
const ENCRYPTED = 0x0100
/** Streams that an Office document is sealed in ([MS-OFFCRYPTO] 2.3.2). */
const sealed = new Set(['EncryptedPackage', 'EncryptedSummary'])
/** Parts that hold macros, or other files put into the document. */
const running = new Set(['_VBA_PROJECT', '_VBA_PROJECT_CUR', 'VBA', 'Macros', '\u0001Ole10Native', 'Package'])

/** A Word 97–2003 document's fault, or undefined. */
export function checkDoc(bytes: Buffer): FileFault | undefined {
  if (!startsAsOle(bytes)) return 'wrong kind'
  if (endsAsZip(bytes)) return 'active'
  try {
    return checkParts(readOle(bytes))
  } catch {
    return 'damaged'
  }
}

/** A docx that is sealed by a password is no zip but a compound file; it has a sentence of its own. */
export function isSealedOffice(bytes: Buffer): boolean {
  try {
    return startsAsOle(bytes) && readOle(bytes).parts.some(({ name }) => sealed.has(name))
  } catch {
    return false
  }
}

function startsAsOle(bytes: Buffer): boolean {
  return bytes.subarray(0, OLE_MAGIC.length).equals(OLE_MAGIC)
}

function checkParts(file: OleFile): FileFault | undefined {
  const { parts } = file
  if (parts.some(({ name }) => sealed.has(name))) return 'locked'
  const main = parts.find(({ name, kind }) => name === 'WordDocument' && kind === 'stream')
  if (!main) return 'wrong kind'
  const content = file.read(main)
  if (content.length < 32 || content.readUInt16LE(0) !== WORD_IDENT) return 'damaged'
  if ((content.readUInt16LE(FLAGS_AT) & ENCRYPTED) !== 0) return 'locked'
  // Word leaves an empty pool of objects in many documents.
  const active = parts.some(({ name, filled }) => running.has(name) || (name === 'ObjectPool' && filled))
  return active ? 'active' : undefined
}
