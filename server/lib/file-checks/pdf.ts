import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { FileFault } from './check-file.ts'
import { endsAsZip, spellsAnother } from './other-kinds.ts'
import { readObject } from './pdf-objects.ts'
import type { ObjectFacts } from './pdf-objects.ts'

const HEADER = /^%PDF-[12]\.\d/
/** The end mark stands in the last kilobyte, as readers expect it (ISO 32000-1, 7.5.5 and its note on old readers). */
const TAIL_BYTES = 1024
/** Bytes that one compressed part, and all of them together, may unfold to. */
const PART_LIMIT = 10 * 1024 * 1024
const WHOLE_LIMIT = 50 * 1024 * 1024
/** Objects, pages and brackets within brackets, beyond which a document is no ordinary one. */
const MAX_OBJECTS = 50_000
const MAX_PAGES = 2000
const MAX_DEPTH = 200
/** Overlapping objects may be read again; text read in all, over the text there is. */
const MAX_READ_AGAIN = 4

/** Names of things that run, open or hide something else (ISO 32000-1, 12.6.4 and 7.11.4). */
const active = new Set([
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'RichMedia',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Rendition',
])
/** The short ones a picture's bytes may spell by chance, so they count only in what is surely an object. */
const activeAndShort = new Set(['JS', 'XFA', 'EF'])
/** Ways to write a stream that no writer uses for objects, and that would hide them from us. */
const unusual = /^(ASCIIHexDecode|AHx|ASCII85Decode|A85|LZWDecode|LZW|RunLengthDecode|RL|Crypt|Predictor)$/

const unfold = promisify(inflate)

class Refused extends Error {
  readonly fault: FileFault
  constructor(fault: FileFault) {
    super(fault)
    this.fault = fault
  }
}

/** A PDF's fault, or undefined when it is whole, open, and nothing in it runs. */
export async function checkPdf(bytes: Buffer): Promise<FileFault | undefined> {
  if (!HEADER.test(bytes.subarray(0, 16).toString('latin1'))) return 'wrong kind'
  const end = bytes.lastIndexOf('%%EOF')
  if (end < Math.max(0, bytes.length - TAIL_BYTES) || !bytes.includes('startxref')) return 'damaged'
  if (endsAsZip(bytes) || spellsAnother(bytes.subarray(end))) return 'active'
  try {
    await checkObjects(bytes)
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.fault
    throw error
  }
}

/**
 * A reader finds an object by its offset, which may lead into a string, a comment or a picture; so every place that
 * begins as an object does is read as one.
 */
async function checkObjects(bytes: Buffer): Promise<void> {
  const text = bytes.toString('latin1')
  const packed: ObjectFacts[] = []
  let rooted = false
  let objects = 0
  let read = 0
  for (const { at, sure } of beginnings(text)) {
    const facts = readObject(text, at, { alone: false })
    judge(facts, sure)
    rooted ||= facts.names.has('Root')
    if (facts.streamAt !== undefined && isPacked(facts)) packed.push(facts)
    objects += 1
    read += facts.end - at
    if (objects > MAX_OBJECTS || read > text.length * MAX_READ_AGAIN) throw new Refused('damaged')
  }
  if (!rooted) throw new Refused('damaged')
  let left = WHOLE_LIMIT
  for (const facts of packed) {
    objects += facts.numbers.get('N') ?? 0
    if (objects > MAX_OBJECTS) throw new Refused('damaged')
    left -= await checkPacked(bytes, facts)
    if (left < 0) throw new Refused('damaged')
  }
}

/** Where an object or the trailer may begin: behind `obj`, surely so if a number stands before it, or `trailer`. */
function* beginnings(text: string): Generator<{ at: number; sure: boolean }> {
  for (let at = text.indexOf('obj'); at >= 0; at = text.indexOf('obj', at + 3)) {
    const before = text.slice(Math.max(0, at - 3), at)
    if (!/[A-Za-z]$/.test(before)) yield { at: at + 3, sure: /\d[\0\t\n\f\r ]+$/.test(before) }
  }
  for (let at = text.indexOf('trailer'); at >= 0; at = text.indexOf('trailer', at + 7)) {
    yield { at: at + 7, sure: true }
  }
}

function judge({ names, numbers, depth }: ObjectFacts, sure: boolean): void {
  for (const name of names) {
    if (active.has(name) || (sure && activeAndShort.has(name))) throw new Refused('active')
  }
  if (!sure) return
  if (names.has('Encrypt')) throw new Refused('locked')
  if (depth > MAX_DEPTH || (numbers.get('Count') ?? 0) > MAX_PAGES) throw new Refused('damaged')
}

/** Since PDF 1.5 objects may be packed into a stream (7.5.7); readers know one by these two numbers. */
function isPacked({ names }: ObjectFacts): boolean {
  return names.has('ObjStm') || (names.has('First') && names.has('N'))
}

/** Unfolds an object stream and reads its objects as well; answers how many bytes it unfolded to. */
async function checkPacked(bytes: Buffer, facts: ObjectFacts): Promise<number> {
  const content = await contentOf(bytes, facts)
  const first = facts.numbers.get('First') ?? NaN
  const count = facts.numbers.get('N') ?? NaN
  const numbers = content.slice(0, first).match(/\d+/g) ?? []
  if (!(count <= MAX_OBJECTS) || numbers.length < count * 2) throw new Refused('damaged')
  let read = 0
  for (let index = 0; index < count; index += 1) {
    const at = first + Number(numbers[index * 2 + 1])
    const inner = readObject(content, at, { alone: true })
    judge(inner, true)
    read += inner.end - at
    if (read > content.length * MAX_READ_AGAIN) throw new Refused('damaged')
  }
  return content.length
}

async function contentOf(bytes: Buffer, { names, streamAt = 0 }: ObjectFacts): Promise<string> {
  if ([...names].some((name) => unusual.test(name))) throw new Refused('damaged')
  const lineEnd = bytes.subarray(streamAt, streamAt + 2).toString('latin1')
  const from = streamAt + (lineEnd === '\r\n' ? 2 : 1)
  if (!names.has('Filter') && !names.has('F')) {
    return bytes.subarray(from, bytes.indexOf('endstream', from)).toString('latin1')
  }
  if (!names.has('FlateDecode') && !names.has('Fl')) throw new Refused('damaged')
  // What follows the compressed bytes is left alone by the unfolding, so the end need not be found.
  const content = await unfold(bytes.subarray(from), { maxOutputLength: PART_LIMIT }).catch(() => undefined)
  if (!content) throw new Refused('damaged')
  return content.toString('latin1')
}
