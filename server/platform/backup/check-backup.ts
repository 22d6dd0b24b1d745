import type { KeyCheckRow } from '#server/platform/db/schema.ts'
import { type BackupEnd, BackupFault, type BackupHead, type BackupPart, createCounter } from './parts.ts'

/** What a backup says of itself, all of it read and counted. */
export interface CheckedBackup {
  head: BackupHead
  end: BackupEnd
  /** Whose data key its rows are encrypted with. */
  keys: KeyCheckRow[]
}

/** Passes the parts on and counts them; throws `BackupFault` at the end where the counts are not those written down. */
export async function* counting(parts: AsyncIterable<BackupPart>): AsyncGenerator<BackupPart> {
  const tables = new Map<string, ReturnType<typeof createCounter>>()
  const files = createCounter()
  let table = createCounter()
  let end: BackupEnd | undefined
  for await (const part of parts) {
    if (end) throw new BackupFault('The backup goes on after its end')
    if (part.kind === 'table') tables.set(part.begin.table, (table = createCounter()))
    else if (part.kind === 'rows') part.lines.forEach((line) => table.add(line))
    else if (part.kind === 'file') files.add(Buffer.concat([Buffer.from(part.id), part.bytes]))
    else if (part.kind === 'end') end = part.end
    yield part
  }
  const found = Object.fromEntries([...tables].map(([name, counter]) => [name, counter.counted()]))
  const counted = { tables: found, files: { ...files.counted(), gone: end?.files.gone } }
  if (JSON.stringify(counted) !== JSON.stringify(end)) {
    throw new BackupFault('The backup does not hold what its end says')
  }
}

/** Reads a backup to its end and keeps nothing of it. */
export async function checkBackup(parts: AsyncIterable<BackupPart>): Promise<CheckedBackup> {
  let head: BackupHead | undefined
  let end: BackupEnd | undefined
  let columns: string[] = []
  const keys: KeyCheckRow[] = []
  for await (const part of counting(parts)) {
    if (part.kind === 'head') head = part.head
    if (part.kind === 'end') end = part.end
    if (part.kind === 'table') columns = part.begin.table === 'key_check' ? part.begin.columns : []
    if (part.kind === 'rows' && columns.length > 0)
      keys.push(...part.lines.map((line) => keyRow(columns, line)))
  }
  if (!head || !end) throw new BackupFault('The backup has no beginning')
  return { head, end, keys }
}

function keyRow(columns: readonly string[], line: string): KeyCheckRow {
  const cells = JSON.parse(line) as unknown[]
  // A row as `lineOf` wrote it, of the table whose rows these are.
  return Object.fromEntries(columns.map((column, at) => [column, cells[at]])) as unknown as KeyCheckRow
}
