import { deflateRawSync } from 'node:zlib'
import type { BadFile } from './bad-file.ts'
import { buildDocx, docxParts } from './docx.ts'
import { buildZip, type ZipPart } from './zip.ts'

const MB = 1024 * 1024

/** Documents that unfold to more than they should. */
export const bombs: readonly BadFile[] = [
  {
    name: 'docx: one part of 80 MB',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx([zeros('word/a.xml', 80)]),
  },
  {
    name: 'docx: sixty parts of 4 MB',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx(Array.from({ length: 60 }, (_, at) => zeros(`word/media/${at}.xml`, 4))),
  },
  {
    name: 'docx: small, ratio 1,000',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx([zeros('word/media/a.xml', 8)]),
  },
  {
    name: 'docx: a part that claims 10 bytes and unfolds to 60 MB',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx([{ ...zeros('word/media/a.xml', 60), claimedSize: 10 }]),
  },
  {
    name: 'docx: a part that claims 4 GB',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx([{ name: 'word/a.xml', content: 'x', claimedSize: 0xfffffffe }]),
  },
  { name: 'docx: a zip within', kind: 'docx', fault: 'damaged', bytes: () => nested(3) },
  {
    name: 'docx: 500 entries that share their bytes',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => overlapping(500),
  },
  { name: 'docx: an entry that is the zip itself', kind: 'docx', fault: 'damaged', bytes: quine },
  {
    name: 'docx: 10,000 entries',
    kind: 'docx',
    fault: 'damaged',
    bytes: () =>
      buildDocx(Array.from({ length: 10_000 }, (_, at) => ({ name: `word/${at}.xml`, content: 'x' }))),
  },
]

function zeros(name: string, megabytes: number): ZipPart {
  return { name, content: Buffer.alloc(megabytes * MB) }
}

function nested(depth: number): Buffer {
  let inner = buildZip([zeros('0.bin', 10)])
  for (let level = 0; level < depth; level += 1) {
    inner = buildZip(
      Array.from({ length: 5 }, (_, at) => ({ name: `${at}.zip`, content: inner, stored: true })),
    )
  }
  return buildDocx([{ name: 'word/media/image1.xml', content: inner, stored: true }])
}

function overlapping(count: number): Buffer {
  const kernel = { name: 'word/media/0.xml', content: Buffer.alloc(64 * 1024) }
  const own = docxParts()
  const offset = buildZip(own).indexOf('504b0102', 0, 'hex')
  const more = Array.from({ length: count }, (_, at) => ({
    ...kernel,
    name: `word/media/${at}.xml`,
    offset,
    directoryOnly: at > 0,
  }))
  return buildZip([...own, ...more])
}

function quine(): Buffer {
  const own = docxParts()
  const packed = deflateRawSync(buildZip(own))
  return buildZip([
    ...own,
    { name: 'word/media/self.xml', content: 'x', packed, offset: 0, directoryOnly: true },
  ])
}
