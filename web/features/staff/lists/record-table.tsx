import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { listWords } from '#contract/messages/staff-lists.ts'
import type { RecordKind, RecordRow, SeenRecord } from '#contract/schemas/staff-records.ts'
import { StatusMark, whenParts } from '#web/features/staff/format.tsx'
import { Link, recordPath } from '#web/features/staff/router.tsx'
import { useMay } from '#web/features/staff/session.ts'

const words = listWords.columns

interface Column {
  id: keyof typeof words
  show(row: RecordRow): ReactNode
}

function column(id: Column['id'], show: Column['show']): Column {
  return { id, show }
}

const common = [
  column('name', ({ name, unreadable }) =>
    unreadable ? <Unreadable /> : <span className="link">{name}</span>,
  ),
  column('contact', (row) => <Contact {...row} />),
  column('status', ({ status, superseded }) => (
    <>
      <StatusMark status={status} />
      {superseded && <span className="block max-w-44 truncate text-quiet">{listWords.superseded}</span>}
    </>
  )),
  column(
    'assignedTo',
    ({ assignedTo }) => assignedTo?.name ?? <span className="text-quiet">{listWords.nobody}</span>,
  ),
]
const place = column(
  'place',
  (row) => row.place && <span className="block max-w-30 truncate">{row.place}</span>,
)
const receivedAt = column('receivedAt', (row) => (
  <time dateTime={row.receivedAt}>
    {whenParts(row.receivedAt).map((part) => (
      <span key={part} className="block max-w-44 truncate tabular-nums">
        {part}
      </span>
    ))}
  </time>
))
const documents = column('documents', (row) =>
  row.documents.map((field) => listWords.documents[field] ?? field).join(', '),
)
const mandate = column('mandate', (row) => row.mandate)

const columnsOf = {
  enquiries: [...common, receivedAt],
  applications: [...common, place, documents, receivedAt],
  executives: [...common, place, mandate, receivedAt],
}

interface RecordTableProps {
  kind: RecordKind
  rows: RecordRow[]
  /** Each with the version that was shown when it was selected. */
  selected: SeenRecord[]
  onSelect(records: SeenRecord[]): void
}

export const headCell =
  'border-b border-edge px-2.5 py-1.5 text-left text-label font-semibold whitespace-nowrap text-quiet'
/** Of a selected row the quieter colours would be below the contrast of 7:1. */
export const bodyRow =
  'relative border-b border-line hover:bg-panel data-selected:bg-chosen data-selected:[--accent:var(--accent-strong)] data-selected:[--quiet:var(--ink)] max-desk:mb-3 max-desk:fill-[9rem] max-desk:gap-x-4 max-desk:gap-y-2 max-desk:rounded-card max-desk:border max-desk:bg-panel max-desk:px-4 max-desk:py-3'
export const cell = 'px-2.5 py-1.5 max-desk:min-w-0 max-desk:p-0'
/** On a card each value has the name of its column above it. */
export const labelled =
  'max-desk:before:block max-desk:before:text-[0.8125rem] max-desk:before:text-quiet max-desk:before:content-[attr(data-label)] max-desk:empty:before:hidden'
const cellLooks: Partial<Record<Column['id'], string>> = {
  name: 'min-w-24 wrap-anywhere max-desk:col-span-full',
  status: 'whitespace-nowrap',
}

/** The rows of a list: a table, or cards where there is no room for one. */
export function RecordTable({ kind, rows, selected, onSelect }: RecordTableProps) {
  const maySelect = useMay('records.change')
  const columns = columnsOf[kind]
  const chosen = new Set(selected.map(({ reference }) => reference))
  const isAll = rows.length > 0 && rows.every(({ reference }) => chosen.has(reference))
  /** What is selected already keeps the version that was shown then, though the list was read anew. */
  const add = (more: RecordRow[]) => [
    ...selected,
    ...more.flatMap(({ reference, version }) => (chosen.has(reference) ? [] : [{ reference, version }])),
  ]
  function toggle(row: RecordRow) {
    const { reference } = row
    onSelect(chosen.has(reference) ? selected.filter((one) => one.reference !== reference) : add([row]))
  }
  return (
    <table className="w-full text-small max-desk:block">
      <thead className="max-desk:block">
        <tr className="max-desk:block">
          {maySelect && (
            <th
              scope="col"
              className={`${headCell} max-desk:flex max-desk:items-center max-desk:gap-1 max-desk:border-0 max-desk:p-0 max-desk:pb-2`}
            >
              <Box
                name={listWords.selectAll}
                checked={isAll}
                onChange={() => onSelect(isAll ? [] : add(rows))}
              />
              <span aria-hidden className="desk:hidden">
                {listWords.selectAll}
              </span>
            </th>
          )}
          <th scope="col" className={`${headCell} max-desk:sr-only`}>
            {words.reference}
          </th>
          {columns.map(({ id }) => (
            <th key={id} scope="col" className={`${headCell} max-desk:sr-only`}>
              {words[id]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-desk:block">
        {rows.map((row) => (
          <tr key={row.reference} className={bodyRow} data-selected={chosen.has(row.reference) || undefined}>
            {maySelect && (
              <td className={`${cell} relative z-1 max-desk:absolute max-desk:top-0 max-desk:right-0`}>
                <Box
                  name={listWords.select(row.reference)}
                  checked={chosen.has(row.reference)}
                  onChange={() => toggle(row)}
                />
              </td>
            )}
            <th scope="row" className={`${cell} text-left font-semibold max-desk:col-span-full`}>
              <Reference name={row.reference} />
            </th>
            {columns.map(({ id, show }) => (
              <td
                key={id}
                className={`${cell} ${labelled} ${cellLooks[id] ?? ''}`}
                data-label={id === 'name' ? undefined : words[id]}
              >
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The row's one link: it lies over the whole row, so that a press on the name opens the record too. */
function Reference({ name }: { name: string | null }) {
  if (name === null) return <span className="text-quiet">{listWords.noReference}</span>
  return (
    <Link
      href={recordPath(name)}
      className="font-semibold whitespace-nowrap tabular-nums after:absolute after:inset-0"
    >
      {name}
    </Link>
  )
}

function Contact({ email, phone }: RecordRow) {
  return (
    <>
      {email && <span className="block max-w-44 truncate">{email}</span>}
      {phone && <span className="block max-w-44 truncate text-quiet">{phone}</span>}
    </>
  )
}

function Unreadable() {
  return (
    <span className="inline-flex items-center gap-1.5 text-error-strong">
      <TriangleAlert aria-hidden size={18} /> {listWords.unreadable}
    </span>
  )
}

interface BoxProps {
  name: string
  checked: boolean
  onChange(): void
}

function Box({ name, ...box }: BoxProps) {
  return (
    <label className="grid size-8 cursor-pointer place-items-center max-desk:size-11">
      <input type="checkbox" aria-label={name} className="size-5 accent-accent" {...box} />
    </label>
  )
}
