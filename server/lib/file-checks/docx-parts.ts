import type { FileFault } from './check-file.ts'

const MAX_DECLARATION = 1024

/** Parts that hold macros, controls, other files, or pages that are not Word's own. */
const activeName =
  /vba(Project|Data)|\.bin$|(^|\/)(embeddings|activeX|afchunk)|\.(exe|dll|scr|com|js|vbs|wsf|bat|cmd|ps1|jar|hta|lnk|msi|html?|mht|rtf|docm|dotm)$/i
/** Programs, archives and documents, by their first bytes, whatever their name. */
const otherFiles = ['4d5a', '504b0304', '7f454c46', '25504446', '52617221', '377abcaf', 'd0cf11e0']
/** What is fetched when a document opens, and may bring macros of its own, or is another file altogether. */
const activeRelation =
  /\/(attachedTemplate|frame|oleObject|subDocument|aFChunk|vbaProject|control|package|activeXControlBinary)$/i

/** What is wrong with a part of a docx, by its name and the beginning of its content. */
export function partFault(name: string, content: Buffer): FileFault | undefined {
  if (activeName.test(name)) return 'active'
  const beginning = content.toString('hex', 0, 4)
  if (otherFiles.some((other) => beginning.startsWith(other))) return 'active'
  if (!/\.(xml|rels)$/i.test(name)) return undefined
  // Word reads UTF-16 as well; a writer of documents does not write it, and our patterns would not see through it.
  if (content.subarray(0, MAX_DECLARATION).includes(0)) return 'damaged'
  const text = content.toString('utf8')
  if (/<!(DOCTYPE|ENTITY)/i.test(text.slice(0, MAX_DECLARATION))) return 'active'
  if (name === '[Content_Types].xml' && /macroEnabled|vbaProject|oleObject/i.test(text)) return 'active'
  return name.endsWith('.rels') && hasActiveRelation(text) ? 'active' : undefined
}

function hasActiveRelation(text: string): boolean {
  return [...text.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].some(([element]) =>
    activeRelation.test(attribute(element, 'Type')),
  )
}

function attribute(element: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(element)
  return decoded(found?.[1] ?? found?.[2] ?? '').trim()
}

function decoded(text: string): string {
  return text.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) =>
    String.fromCharCode(hex ? parseInt(hex, 16) : Number(decimal)),
  )
}
