import { type FileKind, fileKinds } from '#contract/schemas/documents.ts'
import { badDocs } from './bad-docs.ts'
import { badDocx } from './bad-docx.ts'
import { bad, type BadFile, program } from './bad-file.ts'
import { badPdfs } from './bad-pdfs.ts'
import { badPictures } from './bad-pictures.ts'
import { picture } from './pictures.ts'
import { buildZip } from './zip.ts'

/** What has nothing to do with any kind we take, to be sent under each of their names. */
const strangers: Record<string, BadFile['bytes']> = {
  'a Windows program': () => Buffer.concat([program, Buffer.alloc(2000)]),
  'a Linux program': () => Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(2000)]),
  'a script': () => Buffer.from('#!/bin/sh\nrm -rf /\n'),
  'a page': () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a drawing': () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'a zip': () => buildZip([{ name: 'a.txt', content: 'a' }]),
  'a gif': () => picture().gif().toBuffer(),
  text: () => Buffer.from('Asha Mehta\nAccountant\n'),
  'one byte': () => Buffer.from('%'),
  'a thousand zeros': () => Buffer.alloc(1000),
}

const disguised: BadFile[] = (Object.keys(fileKinds) as FileKind[]).flatMap((kind) => [
  bad(kind, 'empty', 'nothing', () => Buffer.alloc(0)),
  ...Object.entries(strangers).map(([name, bytes]) => bad(kind, 'wrong kind', name, bytes)),
])

/** Every file that must be refused; each has a name of its own. */
export const badFiles: readonly BadFile[] = [...badPdfs, ...badDocx, ...badDocs, ...badPictures, ...disguised]
