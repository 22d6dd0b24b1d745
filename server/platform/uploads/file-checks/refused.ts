/** Why a file's content is refused; the sentences are `fileMessages` of the contract. */
export type FileFault = 'empty' | 'wrong kind' | 'damaged' | 'locked' | 'active' | 'too many pixels'

/** A file fit to be stored or shown: pictures come back re-encoded, a text as what it is, everything else unchanged. */
export type FileVerdict = { ok: true; bytes: Buffer } | { ok: false; fault: FileFault }

/** Why a file is refused, thrown out of the depth of reading it. */
export class FileRefused extends Error {
  readonly fault: FileFault
  constructor(fault: FileFault) {
    super(fault)
    this.fault = fault
  }
}

/** Unfolded bytes of a whole file, and their ratio to packed ones, beyond which it is no ordinary one (docs/security.md, T16). */
const MAX_UNFOLDED = 50 * 1024 * 1024
const MAX_RATIO = 100
/** What even the smallest file may unfold to: a page of blanks is small and honest. */
const ALWAYS = 1024 * 1024

/** How much more a file may unfold to. */
export interface Budget {
  left(): number
  /** Throws `FileRefused` when there is not as much left. */
  spend(bytes: number): void
}

export function createBudget(fileBytes: number): Budget {
  let left = Math.min(MAX_UNFOLDED, Math.max(ALWAYS, fileBytes * MAX_RATIO))
  return {
    left: () => left,
    spend(bytes) {
      left -= bytes
      if (left < 0) throw new FileRefused('damaged')
    },
  }
}

/**
 * Whether an address behind a link is one of the web, of mail or of a telephone. One that begins with `www.` names no
 * scheme, as people type it; spaces and control characters, which readers drop, hide none.
 */
export function isSafeAddress(address: string): boolean {
  const shown = address.replaceAll(/[\0-\x20]/g, '')
  return /^(?:https?:\/\/|mailto:|tel:\+?[\d().-]+$|www\.|#|$)/i.test(shown)
}

/** Word notes where the template of a document lies, mostly on the writer's own disk: that fetches nothing. */
export function isLocalPath(target: string): boolean {
  let path = target
  try {
    path = decodeURIComponent(target)
  } catch {
    // It is no encoded address but a plain path.
  }
  const local = path.replace(/^file:\/\/\/(?![/\\])/i, '').replaceAll('\\', '/')
  const [, rest = ''] = /^(?:[a-z]:\/|\/(?:Users|Applications|Library|home)\/)?(.*)$/is.exec(local) ?? []
  return !rest.startsWith('/') && !rest.includes('//') && !/[:%?*"<>|]/.test(rest)
}

/** Beginnings of other kinds of files, long enough that a photograph's own bytes do not spell them by chance. */
const binary = [
  '%PDF-\\d',
  'PK\\x03\\x04[\\x0a\\x14\\x2d]\\x00',
  'MZ\\x90\\x00\\x03\\x00',
  '\\x7fELF[\\x01\\x02]{3}',
  'Rar!\\x1a\\x07',
  "7z\\xbc\\xaf'\\x1c",
  '\\xd0\\xcf\\x11\\xe0\\xa1\\xb1\\x1a\\xe1',
]
const texts = ['<(?:script|html|iframe|!doctype html)[\\s>]', '<svg\\s', '<\\?php\\s']
const other = new RegExp([...binary, ...texts].join('|'), 'i')
const buried = new RegExp(binary.join('|'))
const buriedProgram = new RegExp(binary.filter((mark) => !mark.startsWith('PK')).join('|'))
/** Files that are known by what stands at a place of their own: archives, disks, X-rays. */
const placed: [at: number, mark: string][] = [
  [257, 'ustar'],
  [0x8001, 'CD001'],
  [128, 'DICM'],
]

/** Whether these bytes spell the beginning of a file of another kind. */
export function spellsAnother(bytes: Buffer): boolean {
  return other.test(bytes.toString('latin1'))
}

/** Whether a document holds an archive or a program that its reader would find wherever it begins. */
export function hidesArchive(bytes: Buffer): boolean {
  const marked = placed.some(([at, mark]) => bytes.toString('latin1', at, at + mark.length) === mark)
  return marked || endsAsZip(bytes) || buried.test(bytes.toString('latin1', 1))
}

/** Whether an old Word document holds a program or another document; an archive of colours lies in many of them. */
export function hidesProgram(bytes: Buffer): boolean {
  return endsAsZip(bytes) || buriedProgram.test(bytes.toString('latin1', 1))
}

const ZIP_END = Buffer.from('504b0506', 'hex')
const ZIP_END_BYTES = 22
const ZIP_COMMENT_MAX = 0xffff

/** Whether a reader of zip files, which begins at the end, would take this for one (APPNOTE 4.3.16). */
export function endsAsZip(bytes: Buffer): boolean {
  const from = Math.max(0, bytes.length - ZIP_END_BYTES - ZIP_COMMENT_MAX)
  for (let at = bytes.lastIndexOf(ZIP_END); at >= from; at = bytes.lastIndexOf(ZIP_END, at - 1)) {
    const whole = at + ZIP_END_BYTES <= bytes.length
    if (whole && at + ZIP_END_BYTES + bytes.readUInt16LE(at + 20) >= bytes.length) return true
    if (at === 0) return false
  }
  return false
}
