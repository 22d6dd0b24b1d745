import type { FileKind } from '#contract/schemas/documents.ts'

/** Why a file's content is refused; the sentences are `fileMessages` of the contract. */
export type FileFault = 'empty' | 'wrong kind' | 'damaged' | 'locked' | 'active' | 'too many pixels'

/** A file fit to be stored: pictures come back re-encoded, everything else unchanged. */
export type FileVerdict = { ok: true; bytes: Buffer } | { ok: false; fault: FileFault }

/** What a file is to be: what its name claims, or the small picture of a person, whatever picture that is made from. */
export type WantedKind = FileKind | 'portrait'

/** Each kind's own readers, loaded when it comes: their memory is most of what a small file costs. */
const judges = {
  pdf: async () => (await import('./pdf.ts')).checkPdf,
  doc: async () => (await import('./doc.ts')).checkDoc,
  docx: async () => (await import('./docx.ts')).checkDocx,
}

/** A process for pictures, which unfold to much and are read by compiled code, and one for documents. */
export type HelperKind = 'pictures' | 'documents'

export function helperFor(kind: WantedKind): HelperKind {
  return kind in judges ? 'documents' : 'pictures'
}

/** Loads what reads those files, so that nothing need be opened once the first is there. */
export async function loadReaders(kind: HelperKind): Promise<void> {
  if (kind === 'documents') await Promise.all(Object.values(judges).map((load) => load()))
  else await import('./picture.ts')
}

/** Says whether the content is what is wanted, whole, and without anything that runs. */
export async function checkFile(bytes: Buffer, kind: WantedKind): Promise<FileVerdict> {
  if (bytes.length === 0) return { ok: false, fault: 'empty' }
  if (kind === 'portrait') return (await import('./picture.ts')).drawPortrait(bytes)
  if (kind === 'jpg' || kind === 'png') return (await import('./picture.ts')).cleanPicture(bytes, kind)
  const judge = await judges[kind]()
  return verdict(bytes, await judge(bytes))
}

function verdict(bytes: Buffer, fault: FileFault | undefined): FileVerdict {
  return fault ? { ok: false, fault } : { ok: true, bytes }
}
