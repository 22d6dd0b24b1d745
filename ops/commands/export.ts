import { listApplications } from '#server/features/careers/store.ts'
import { listEnquiries } from '#server/features/enquiries/store.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import { type Command, note, OpsError, UsageError } from '#ops/command.ts'
import { type Kept, withDatabase } from '#ops/database.ts'
import { executiveColumns, executiveRows } from '#ops/executive-rows.ts'
import { type Format, type Row, writeOut, writers } from '#ops/output.ts'
import { parseSince, understood } from '#ops/args.ts'

/** Which rows, and how they are shown. */
export interface Wanted {
  /** Milliseconds since 1970. */
  since: number
  /** Whether personal values are shown whole. */
  reveal: boolean
  /** Told the id of each row that cannot be read. */
  unreadable(id: string): void
}

interface Noun {
  columns: string[]
  /** Rows oldest first. */
  rows(kept: Kept, wanted: Wanted): AsyncIterable<Row>
}

const nouns = new Map<string, Noun>([
  [
    'enquiries',
    {
      columns: ['id', 'created_at', 'name', 'email', 'phone', 'enquiry', 'suspect', 'notice'],
      rows: enquiryRows,
    },
  ],
  [
    'applications',
    {
      columns: [
        'id',
        'created_at',
        'full_name',
        'email',
        'phone',
        'date_of_birth',
        'address',
        'documents',
        'notice',
      ],
      rows: applicationRows,
    },
  ],
  ['executives', { columns: executiveColumns, rows: executiveRows }],
])

const help = `Exports stored data, oldest first.

Usage: npm run -s ops -- export NOUN [--format csv|ndjson|json] [--since DATE] [--reveal]

  NOUN            ${[...nouns.keys()].join(', ')}
  --format FORM   csv (the default), ndjson (one JSON object per line) or json (one array)
  --since DATE    only from that time on: a day such as 2026-11-20 (from its start in India),
                  or an instant such as 2026-11-20T09:30:00+05:30
  --reveal        shows e-mail addresses, phone and account numbers in full; otherwise they are masked.
                  The audit log records who used it

CSV is UTF-8 without a byte order mark: in a spreadsheet, import it as UTF-8. A cell that a spreadsheet
would run as a formula begins with an apostrophe; ndjson and json contain the original text.
Control characters are written visibly, such as \\u001b, so that no terminal obeys them.
`

export const exportCommand: Command = {
  summary: `writes ${[...nouns.keys()].join(', ')} as CSV or JSON`,
  help,
  async run(words) {
    const { name, noun, format, ...asked } = understand(words)
    const unreadable: string[] = []
    const wanted: Wanted = { ...asked, unreadable: (id) => unreadable.push(id) }
    let written = 0
    async function* rows(kept: Kept): AsyncGenerator<Row> {
      for await (const row of noun.rows(kept, wanted)) {
        written += 1
        yield row
      }
    }
    const whole = await withDatabase(async (kept) => {
      if (wanted.reveal) await note(kept, { action: 'reveal', detail: { of: name, since: wanted.since } })
      return writeOut(writers[format](rows(kept), noun.columns))
    })
    const how = wanted.reveal ? '' : maskedWords(name)
    if (whole) process.stderr.write(`${written} ${name}${how}\n`)
    if (unreadable.length > 0) {
      throw new OpsError(
        `Skipped, because altered or encrypted with another DATA_KEY: ${unreadable.join(', ')}`,
      )
    }
  },
}

function maskedWords(name: string): string {
  const masked = name === 'executives' ? 'e-mail, phone and account number' : 'e-mail and phone'
  return `; ${masked} are masked; --reveal shows them`
}

function understand(words: string[]): {
  name: string
  noun: Noun
  format: Format
  since: number
  reveal: boolean
} {
  const { values, positionals } = understood('export', words, {
    format: { type: 'string', default: 'csv' },
    since: { type: 'string' },
    reveal: { type: 'boolean', default: false },
  })
  const [name = '', ...more] = positionals
  const noun = nouns.get(name)
  const known = [...nouns.keys()].join(', ')
  if (!noun) throw new UsageError(`export ${name && `does not know «${name}»; it `}takes one of: ${known}`)
  if (more.length > 0) throw new UsageError(`export takes one of ${known} and no more: «${more.join(' ')}»`)
  const { format, since, reveal } = values
  if (!isFormat(format)) {
    throw new UsageError(`--format «${format}» is none of: ${Object.keys(writers).join(', ')}`)
  }
  return { name, noun, format, since: since === undefined ? 0 : parseSince(since), reveal }
}

function isFormat(text: string): text is Format {
  return Object.hasOwn(writers, text)
}

async function* enquiryRows(
  { db, cipher }: Kept,
  { since, reveal, unreadable }: Wanted,
): AsyncGenerator<Row> {
  for await (const enquiry of listEnquiries(db, cipher, { since, unreadable })) {
    yield {
      id: enquiry.id,
      created_at: new Date(enquiry.createdAt).toISOString(),
      name: enquiry.name,
      email: reveal ? enquiry.email : maskEmail(enquiry.email),
      phone: reveal ? enquiry.phone : maskNumber(enquiry.phone),
      enquiry: enquiry.enquiry,
      suspect: enquiry.suspect,
      notice: enquiry.notice,
    }
  }
}

async function* applicationRows(
  { db, cipher }: Kept,
  { since, reveal, unreadable }: Wanted,
): AsyncGenerator<Row> {
  for await (const application of listApplications(db, cipher, { since, unreadable })) {
    const { id, full_name, email, phone, date_of_birth, address, documents, notice } = application
    yield {
      id,
      created_at: new Date(application.createdAt).toISOString(),
      full_name,
      email: reveal ? email : maskEmail(email),
      phone: reveal ? phone : maskNumber(phone),
      date_of_birth,
      address,
      documents: documents.map(({ field, kind, scan }) => `${field} (${kind}, ${scan})`).join('; '),
      notice,
    }
  }
}
