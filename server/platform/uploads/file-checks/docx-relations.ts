import { posix } from 'node:path'
import { relationHomes, relations } from './docx-lists.ts'
import { isSafeAddress, FileRefused } from './refused.ts'
import { readXml } from './xml.ts'
import type { Parts } from './zip-layout.ts'

const home = 'http://schemas.openxmlformats.org/package/2006/relationships'

export interface Relation {
  kind: string
  /** The part it leads to, by its name in the archive. */
  target: string
}

/** Reads a list of relations, throws if any is of another kind than those that may be, and answers those within. */
export function judgeRelations(name: string, content: Buffer, parts: Parts): Relation[] {
  const within: Relation[] = []
  const ids = new Set<string>()
  readXml(content, {
    open({ name: element, home: of, attributes }) {
      if (of !== home) throw new FileRefused('damaged')
      if (element === 'Relationships') return
      if (element !== 'Relationship') throw new FileRefused('damaged')
      const [id = '', type = '', target = ''] = ['Id', 'Type', 'Target'].map((key) => attributes.get(key))
      const kind = relationHomes.exec(type)?.[1]
      if (ids.has(id)) throw new FileRefused('damaged')
      ids.add(id)
      if (kind === undefined || !relations.has(kind)) throw new FileRefused('active')
      const mode = attributes.get('TargetMode') ?? 'Internal'
      if (mode === 'External') judgeExternal(kind, target)
      else if (mode === 'Internal') within.push(judgeInternal(name, { kind, target }, parts))
      else throw new FileRefused('damaged')
    },
  })
  return within
}

function judgeExternal(kind: string, target: string): void {
  const safe =
    kind === 'hyperlink' ? isSafeAddress(target) : kind === 'attachedTemplate' && isLocalPath(target)
  if (!safe) throw new FileRefused('active')
}

function judgeInternal(name: string, { kind, target }: Relation, parts: Parts): Relation {
  if (kind === 'hyperlink' && target.startsWith('#')) return { kind, target }
  const folder = posix.dirname(posix.dirname(name))
  const part = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
  // A picture that was removed is called NULL; whatever else is named must be there.
  if (!parts.has(part) && posix.basename(part) !== 'NULL') throw new FileRefused('damaged')
  return { kind, target: part }
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
