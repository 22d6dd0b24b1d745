import { type FileKind, fileKinds } from '#contract/schemas/documents.ts'
import { badDocs } from './bad-docs.ts'
import { badDocx } from './bad-docx.ts'
import type { BadFile } from './bad-file.ts'
import { badPdfs } from './bad-pdfs.ts'
import { badPictures } from './bad-pictures.ts'
import { picture } from './pictures.ts'
import { buildZip } from './zip.ts'

/** What has nothing to do with any kind we take, to be sent under each of their names. */
const strangers: { name: string; bytes: BadFile['bytes'] }[] = [
  {
    name: 'a Windows program',
    bytes: () => Buffer.concat([Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), Buffer.alloc(2000)]),
  },
  {
    name: 'a Linux program',
    bytes: () => Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(2000)]),
  },
  { name: 'a script', bytes: () => Buffer.from('#!/bin/sh\nrm -rf /\n') },
  { name: 'a page', bytes: () => Buffer.from('<!doctype html><script>alert(1)</script>') },
  {
    name: 'a drawing',
    bytes: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  },
  { name: 'a zip', bytes: () => buildZip([{ name: 'a.txt', content: 'a' }]) },
  { name: 'a gif', bytes: () => picture().gif().toBuffer() },
  { name: 'text', bytes: () => Buffer.from('Asha Mehta\nAccountant\n') },
  { name: 'one byte', bytes: () => Buffer.from('%') },
  { name: 'a thousand zeros', bytes: () => Buffer.alloc(1000) },
]

const everyKind = Object.keys(fileKinds) as FileKind[]

const disguised: BadFile[] = everyKind.flatMap((kind) => [
  { name: `${kind}: nothing`, kind, fault: 'empty' as const, bytes: () => Buffer.alloc(0) },
  ...strangers.map(({ name, bytes }) => ({
    name: `${kind}: ${name}`,
    kind,
    fault: 'wrong kind' as const,
    bytes,
  })),
])

/** Every file that must be refused; each has a name of its own. */
export const badFiles: readonly BadFile[] = [badPdfs, badDocx, badDocs]
  .flatMap((families) => Object.values(families).flat())
  .concat(badPictures, disguised)
