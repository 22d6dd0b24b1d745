import { argumentOf, type Command, OpsError, parseSince, UsageError, writeOut } from '#ops/command.ts'
import { audit, type OpsData, withDatabase } from '#ops/database.ts'
import { recordKind } from '#contract/schemas/staff-records.ts'
import {
  allRows,
  columnsOf,
  csv,
  inBatches,
  type Row,
} from '#server/features/staff/records/export-service.ts'
import { visible } from '#server/platform/visible-text.ts'

const known = recordKind.options.join(', ')

const help = `Exports stored data, oldest first.

Usage: npm run -s ops -- export NOUN [--format csv|ndjson|json] [--since DATE] [--reveal]

  NOUN            ${known}
  --format FORM   csv (the default), ndjson (one JSON object per line) or json (one array)
  --since DATE    only from that time on: a day such as 2026-11-20 (from its start in India),
                  or an instant such as 2026-11-20T09:30:00+05:30
  --reveal        shows e-mail addresses, phone and account numbers in full; otherwise they are masked.
                  The audit log records who used it

CSV is UTF-8 without a byte order mark, with every cell in quotes: import it into a spreadsheet as UTF-8. Text that a
spreadsheet would run as a formula gets an apostrophe in front; ndjson and json contain the original text.
Control characters are escaped, such as \\u001b, so that no terminal executes them.
`

export const exportCommand: Command = {
  summary: `writes ${known} as CSV or JSON`,
  help,
  async run(args) {
    const { kind, format, since, reveal } = understand(args)
    const unreadable: string[] = []
    const query = { kind, since, reveal, unreadable: (id: string) => void unreadable.push(id) }
    let written = 0
    async function* counted(deps: OpsData): AsyncGenerator<Row> {
      for await (const row of allRows(deps, query)) {
        written += 1
        yield row
      }
    }
    const isComplete = await withDatabase(async (deps) => {
      if (reveal) await audit(deps, { action: 'reveal', detail: { of: kind, since } })
      return writeOut(formats[format](counted(deps), columnsOf(kind)))
    })
    const masked = kind === 'executives' ? 'e-mail, phone and account number' : 'e-mail and phone'
    const masking = reveal ? '' : `; ${masked} are masked; --reveal shows them`
    if (isComplete) process.stderr.write(`${written} ${kind}${masking}\n`)
    if (unreadable.length > 0)
      throw new OpsError(
        `Skipped, because altered or encrypted with another DATA_KEY: ${unreadable.join(', ')}`,
      )
  },
}

function understand(args: string[]) {
  const { argument, values } = argumentOf('export', args, {
    what: `one of: ${known}`,
    options: {
      format: { type: 'string', default: 'csv' },
      since: { type: 'string' },
      reveal: { type: 'boolean', default: false },
    },
  })
  const noun = recordKind.safeParse(argument)
  if (!noun.success) throw new UsageError(`export does not know «${argument}»; it takes one of: ${known}`)
  const { format, since, reveal } = values
  if (!isFormat(format)) {
    throw new UsageError(`--format «${format}» is none of: ${Object.keys(formats).join(', ')}`)
  }
  return { kind: noun.data, format, since: parseSince(since), reveal }
}

/** Converts rows to text, with constant memory. */
type Writer = (rows: AsyncIterable<Row>, columns: string[]) => AsyncIterable<string>

type Format = 'csv' | 'ndjson' | 'json'

const formats: Record<Format, Writer> = { csv, ndjson, json }

function isFormat(text: string): text is Format {
  return Object.hasOwn(formats, text)
}

async function* ndjson(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const batch of inBatches(rows))
    yield batch.map((row) => `${visible(JSON.stringify(row))}\n`).join('')
}

async function* json(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const batch of inBatches(rows)) {
    yield before + batch.map((row) => visible(JSON.stringify(row))).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
