import type { FileFault } from './check-file.ts'
import { hidesArchive } from './other-kinds.ts'
import { readAgain } from './pdf-again.ts'
import { judgeObjects } from './pdf-judge.ts'
import { type PdfLayout, readLayout } from './pdf-layout.ts'
import { expandStreams } from './pdf-streams.ts'
import { numberOf, valueOf } from './pdf-syntax.ts'
import { Refused } from './refused.ts'

const HEADER = /^%PDF-[12]\.\d[\r\n]/

/** A PDF's fault, or undefined when all of it is read, twice alike, and nothing is in it but what may be. */
export async function checkPdf(bytes: Buffer): Promise<FileFault | undefined> {
  if (!HEADER.test(bytes.subarray(0, 9).toString('latin1'))) return 'wrong kind'
  if (hidesArchive(bytes)) return 'active'
  try {
    const layout = readLayout(bytes)
    const objects = expandStreams(layout, bytes.length)
    judgeObjects(objects, layout.trailers)
    checkTables(layout)
    await readAgain(bytes, objects)
    return undefined
  } catch (error) {
    return error instanceof Refused ? error.fault : 'damaged'
  }
}

/** Whatever a reader finds by a table, of this or an earlier version of the file, stands there as we read it. */
function checkTables({ objects, entries, trailers, tables, starts }: PdfLayout): void {
  const places = new Map(objects.map(({ at, number, generation }) => [at, `${number} ${generation}`]))
  const wrong = entries.some(({ at, number, generation }) => places.get(at) !== `${number} ${generation}`)
  const links = trailers.flatMap((trailer) => ['Prev', 'XRefStm'].map((key) => valueOf(trailer, key)))
  // The first table of a file made for the web is named by its place: its own start is 0 (Annex F).
  const named = [
    ...starts.slice(0, -1).filter((at) => at > 0),
    starts.at(-1),
    ...links.filter(Boolean).map(numberOf),
  ]
  const lost = named.some((at) => at === undefined || !tables.has(at))
  if (wrong || lost || !trailers.some((trailer) => valueOf(trailer, 'Root'))) throw new Refused('damaged')
}
