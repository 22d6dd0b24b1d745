import {
  createColumnHelper,
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type RowSelectionState,
} from '@tanstack/react-table'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { listWords } from '#contract/messages/staff-lists.ts'
import type { RecordKind, RecordRow, SeenRecord } from '#contract/schemas/staff-records.ts'
import { StatusMark, whenParts } from '#web/features/staff/format.tsx'
import { Link, recordPath } from '#web/features/staff/router.tsx'
import { useMay } from '#web/features/staff/session.ts'

const features = tableFeatures({ rowSelectionFeature })
const helper = createColumnHelper<typeof features, RecordRow>()
const words = listWords.columns

function column(id: keyof typeof words, show: (row: RecordRow) => ReactNode) {
  return helper.display({ id, header: words[id], cell: ({ row }) => show(row.original) })
}

const common = [
  column('name', ({ name, unreadable }) =>
    unreadable ? <Unreadable /> : <span className="link">{name}</span>,
  ),
  column('contact', (row) => <Contact {...row} />),
  column('status', ({ status, superseded }) => (
    <>
      <StatusMark status={status} />
      {superseded && <span className="desk-line text-quiet">{listWords.superseded}</span>}
    </>
  )),
  column(
    'assignedTo',
    ({ assignedTo }) => assignedTo?.name ?? <span className="text-quiet">{listWords.nobody}</span>,
  ),
]
const place = column('place', (row) => row.place && <span className="desk-line">{row.place}</span>)
const receivedAt = column('receivedAt', (row) => (
  <time dateTime={row.receivedAt}>
    {whenParts(row.receivedAt).map((part) => (
      <span key={part} className="desk-line tabular-nums">
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

/** What is selected now; what was before keeps its version, though the list was read anew. */
function seenOf(
  selection: RowSelectionState,
  { rows, selected }: Pick<RecordTableProps, 'rows' | 'selected'>,
): SeenRecord[] {
  const versions = new Map([...rows, ...selected].map(({ reference, version }) => [reference, version]))
  return Object.keys(selection).map((reference) => ({ reference, version: versions.get(reference) ?? 0 }))
}

/** The rows of a list: a table, or cards where there is no room for one. */
export function RecordTable({ kind, rows, selected, onSelect }: RecordTableProps) {
  const maySelect = useMay('records.change')
  const rowSelection: RowSelectionState = Object.fromEntries(selected.map((one) => [one.reference, true]))
  const table = useTable({
    features,
    columns: columnsOf[kind],
    data: rows,
    getRowId: ({ reference }) => reference,
    state: { rowSelection },
    onRowSelectionChange: (change) =>
      onSelect(seenOf(typeof change === 'function' ? change(rowSelection) : change, { rows, selected })),
  })
  return (
    <table className="desk-table w-full text-small">
      <thead>
        {table.getHeaderGroups().map(({ id, headers }) => (
          <tr key={id}>
            {maySelect && (
              <th scope="col" className="desk-select-all">
                <Box
                  name={listWords.selectAll}
                  checked={table.getIsAllRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
                <span aria-hidden className="min-[60rem]:hidden">
                  {listWords.selectAll}
                </span>
              </th>
            )}
            <th scope="col">{words.reference}</th>
            {headers.map((header) => (
              <th key={header.id} scope="col">
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} data-selected={row.getIsSelected() || undefined}>
            {maySelect && (
              <td className="desk-box-cell">
                {row.getCanSelect() && (
                  <Box
                    name={listWords.select(row.id)}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                )}
              </td>
            )}
            <th scope="row">
              <Reference name={row.original.reference} />
            </th>
            {row.getAllCells().map((cell) => (
              <td
                key={cell.id}
                data-column={cell.column.id}
                data-label={String(cell.column.columnDef.header)}
              >
                <table.FlexRender cell={cell} />
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
    <Link href={recordPath(name)} className="desk-reference desk-row-link">
      {name}
    </Link>
  )
}

function Contact({ email, phone }: RecordRow) {
  return (
    <>
      {email && <span className="desk-line">{email}</span>}
      {phone && <span className="desk-line text-quiet">{phone}</span>}
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
  onChange(event: unknown): void
}

function Box({ name, ...box }: BoxProps) {
  return (
    <label className="grid size-8 cursor-pointer place-items-center">
      <input type="checkbox" aria-label={name} className="size-5 accent-accent" {...box} />
    </label>
  )
}
