import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import { FileRefused } from './refused.ts'

const MAX_BYTES = 20 * 1024 * 1024
const MAX_DEPTH = 250

const wordHomes = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
])

/** An element: its name without the prefix, and whose word that is. */
export interface Element {
  name: string
  home: string
  isWord: boolean
  /** Its own attributes by their names, those of others with their home before them. */
  attributes: Map<string, string>
}

export interface XmlReader {
  open(element: Element): void
  close?(element: Pick<Element, 'name' | 'isWord'>): void
  text?(text: string): void
  /** Asked after each piece of this many characters; true ends the reading, and the rest is not even checked. */
  isEnough?(): boolean
}

/** Characters read between two questions whether it is enough. */
export const PIECE = 100_000

/** Reads a part as XML, whole: UTF-8 or UTF-16, without a list of entities of its own. */
export function readXml(bytes: Buffer, reader: XmlReader): void {
  if (bytes.length > MAX_BYTES) throw new FileRefused('damaged')
  const { text, encoding } = decoded(bytes)
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  parser.on('doctype', () => {
    throw new FileRefused('active')
  })
  parser.on('xmldecl', ({ encoding: said, version }) => {
    if (said !== undefined && said.toLowerCase() !== encoding) throw new FileRefused('damaged')
    if (version !== '1.0') throw new FileRefused('damaged')
  })
  parser.on('processinginstruction', ({ target }) => {
    if (!target.startsWith('mso-')) throw new FileRefused('active')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    depth += 1
    if (depth > MAX_DEPTH) throw new FileRefused('damaged')
    const isWord = wordHomes.has(uri)
    reader.open({
      name: local,
      home: uri,
      isWord,
      attributes: ownAttributes(uri, isWord, Object.values(attributes)),
    })
  })
  parser.on('closetag', ({ local, uri }) => {
    depth -= 1
    reader.close?.({ name: local, isWord: wordHomes.has(uri) })
  })
  parser.on('text', (piece) => reader.text?.(piece))
  parser.on('cdata', (piece) => reader.text?.(piece))
  const piece = reader.isEnough ? PIECE : text.length
  for (let at = 0; at < text.length; at += piece) {
    parser.write(text.slice(at, at + piece))
    if (reader.isEnough?.()) return
  }
  parser.close()
}

/** Word reads only the attributes of its own home, others' elements those without one: a namesake decides nothing. */
function ownAttributes(home: string, isWord: boolean, attributes: SaxesAttributeNS[]): Map<string, string> {
  return new Map(
    attributes.map(({ local, uri, value }) => {
      const own = uri === (isWord ? home : '')
      return [own ? local : `${uri}}${local}`, value]
    }),
  )
}

function decoded(bytes: Buffer): { text: string; encoding: string } {
  const mark = bytes.toString('hex', 0, 2)
  const wide = { fffe: 'utf-16le', feff: 'utf-16be' }[mark]
  const text = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes)
  return { text, encoding: wide ? 'utf-16' : 'utf-8' }
}
