import type { FileKind } from '#contract/files.ts'
import { checkDoc } from './doc.ts'
import { checkDocx } from './docx.ts'
import { checkPdf } from './pdf.ts'
import { cleanPicture } from './picture.ts'
import { drawPortrait } from './portrait.ts'

/** Why a file's content is refused; the sentences are `fileMessages` of the contract. */
export type FileFault = 'empty' | 'wrong kind' | 'damaged' | 'locked' | 'active' | 'too many pixels'

/** A file fit to be kept: pictures come back drawn anew, everything else as it was. */
export type FileVerdict = { ok: true; bytes: Buffer } | { ok: false; fault: FileFault }

/** What a file is to be: what its name claims, or the small picture of a person, whatever picture that is made from. */
export type WantedKind = FileKind | 'portrait'

/** Says whether the content is what is wanted, whole, and without anything that runs. */
export async function checkFile(bytes: Buffer, kind: WantedKind): Promise<FileVerdict> {
  if (bytes.length === 0) return { ok: false, fault: 'empty' }
  switch (kind) {
    case 'pdf':
      return verdict(bytes, await checkPdf(bytes))
    case 'doc':
      return verdict(bytes, checkDoc(bytes))
    case 'docx':
      return verdict(bytes, await checkDocx(bytes))
    case 'jpg':
    case 'png':
      return cleanPicture(bytes, kind)
    case 'portrait':
      return drawPortrait(bytes)
  }
}

function verdict(bytes: Buffer, fault: FileFault | undefined): FileVerdict {
  return fault ? { ok: false, fault } : { ok: true, bytes }
}
