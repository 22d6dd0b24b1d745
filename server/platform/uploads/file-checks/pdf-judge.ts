import {
  PDFArray,
  PDFDict,
  PDFHexString,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { PICTURE_MAX_PIXELS } from '#contract/schemas/documents.ts'
import { actions, filters, keys, otherActions, refusedKeys, subtypes, types } from './pdf-lists.ts'
import type { PlacedObject } from './pdf-layout.ts'
import { filtersOf } from './pdf-streams.ts'
import { dictOf, isRef, nameOf, numberOf, refName, valueOf } from './pdf-syntax.ts'
import { isSafeAddress } from './safe-address.ts'
import { Refused } from './refused.ts'

const MAX_PAGES = 2000
/** Dictionaries and arrays within one another. */
const MAX_DEPTH = 100

type Role = keyof typeof keys

/** Holds every dictionary of the file, of every version of it that it keeps, against what may be there. */
export function judgeObjects(objects: readonly PlacedObject[], trailers: readonly PDFDict[]): void {
  const known = Map.groupBy(objects, ({ number, generation }) => `${number} ${generation}`)
  const at = (value: PDFObject | undefined) => resolve(known, value)
  let pages = 0
  const visit = (value: PDFObject, depth: number) => {
    if (depth > MAX_DEPTH) throw new Refused('damaged')
    if (value instanceof PDFArray) for (const one of value.asArray()) visit(one, depth + 1)
    const dict = dictOf(value)
    if (!dict) return
    judgeDict(dict, at)
    if (value instanceof PDFRawStream) judgeStream(value.dict)
    if (nameOf(valueOf(dict, 'Type')) === 'Page' && (pages += 1) > MAX_PAGES) throw new Refused('damaged')
    if ((numberOf(valueOf(dict, 'Count')) ?? 0) > MAX_PAGES) throw new Refused('damaged')
    for (const [, inner] of dict.entries()) visit(inner, depth + 1)
  }
  for (const { value } of objects) visit(value, 0)
  for (const trailer of trailers) {
    visit(trailer, 0)
    for (const root of at(valueOf(trailer, 'Root'))) judgeRole(dictOf(root), 'catalog')
  }
}

type Resolve = (value: PDFObject | undefined) => PDFObject[]

/** Everything a reference may lead to, in any version of the file; a value leads to itself. */
function resolve(known: Map<string, PlacedObject[]>, value: PDFObject | undefined): PDFObject[] {
  if (value === undefined) return []
  if (!isRef(value)) return [value]
  return (known.get(refName(value as PDFRef)) ?? []).map((placed) => placed.value)
}

function judgeDict(dict: PDFDict, at: Resolve): void {
  const all = (key: string) => at(valueOf(dict, key))
  const kindsOf = (key: string) => all(key).map((value) => nameOf(value) ?? '')
  if (valueOf(dict, 'Encrypt')) throw new Refused('locked')
  const texts = ['URI', 'Base'].flatMap(all).filter(isText).map(textOf)
  const refused =
    dict.keys().some((key) => refusedKeys.has(nameOf(key) ?? '')) ||
    kindsOf('Type').some((type) => type !== '' && !types.has(type)) ||
    kindsOf('Subtype').some((type) => type !== '' && !subtypes.has(type)) ||
    all('F').some(isText) ||
    !texts.every(isSafeAddress)
  if (refused) throw new Refused('active')
  judgeActions(dict, all)
  judgePlaces(dict, all)
}

type All = (key: string) => PDFObject[]

/** Holds what a dictionary is, and what it leads to, against the keys that such a one has. */
function judgePlaces(dict: PDFDict, all: All): void {
  const type = nameOf(valueOf(dict, 'Type'))
  const isCatalog = type === 'Catalog'
  if (isCatalog) judgeRole(dict, 'catalog')
  if (type === 'Page' || type === 'Pages') judgeRole(dict, 'page')
  if (valueOf(dict, 'Rect')) judgeRole(dict, 'note')
  for (const form of all('AcroForm')) judgeRole(dictOf(form), 'form')
  for (const names of isCatalog ? all('Names') : []) judgeRole(dictOf(names), 'names')
}

/** Every place at which a reader looks for an action holds one of those that may be there, or something else. */
function judgeActions(dict: PDFDict, all: All): void {
  const kinds = all('S').map(nameOf)
  if (kinds.some((kind) => kind !== undefined && otherActions.has(kind))) throw new Refused('active')
  if (kinds.some((kind) => kind !== undefined && actions.has(kind)) && !valueOf(dict, 'Pg'))
    judgeRole(dict, 'action')
  // `A` also holds what a structure's element looks like, which is no action and has no kind.
  const isAction = valueOf(dict, 'Rect') ?? valueOf(dict, 'Title')
  for (const action of all('A').map(dictOf))
    judgeAction(action, { kinds: actions, must: isAction !== undefined })
  for (const action of all('PA').map(dictOf)) judgeAction(action, { kinds: actions, must: true })
  // What opens by itself may lead to a page of the document, not out of it.
  for (const action of all('OpenAction').map(dictOf)) judgeAction(action, { kinds: opening, must: true })
}

const opening = new Set(['GoTo'])

function judgeAction(
  action: PDFDict | undefined,
  asked: { kinds: ReadonlySet<string>; must: boolean },
): void {
  const kind = action && valueOf(action, 'S')
  const wrong = kind ? !asked.kinds.has(nameOf(kind) ?? '') : action !== undefined && asked.must
  if (wrong) throw new Refused('active')
}

function judgeRole(dict: PDFDict | undefined, role: Role): void {
  for (const [key, value] of dict?.entries() ?? []) {
    if (keys[role].has(nameOf(key) ?? '')) continue
    if (isRef(value) || value instanceof PDFDict || value instanceof PDFArray) throw new Refused('active')
  }
}

function judgeStream(dict: PDFDict): void {
  if (valueOf(dict, 'F')) throw new Refused('active')
  const unknown = filtersOf(dict).some((filter) => !filters.has(filter))
  if (unknown || isRef(valueOf(dict, 'Filter'))) throw new Refused('damaged')
  const [width = 0, height = 0] = ['Width', 'Height'].map((key) => numberOf(valueOf(dict, key)))
  if (width * height > PICTURE_MAX_PIXELS) throw new Refused('damaged')
}

function isText(value: PDFObject): value is PDFString | PDFHexString {
  return value instanceof PDFString || value instanceof PDFHexString
}

function textOf(value: PDFString | PDFHexString): string {
  return Buffer.from(value.asBytes()).toString('latin1')
}
