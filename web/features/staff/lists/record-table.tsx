import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { sectorNames, type VacancySector } from '#contract/fields/sectors.ts'
import { listWords } from '#contract/messages/staff-lists.ts'
import {
  hasAgreement,
  type RecordKind,
  type RecordRow,
  type RecordSort,
  type RecordStatus,
  type SeenRecord,
} from '#contract/schemas/staff-records.ts'
import { Age, Mark, StatusMark } from '#web/features/staff/format.tsx'
import { Link, recordPath } from '#web/features/staff/router.tsx'
import { useMay } from '#web/features/staff/session.ts'

const words = listWords.columns

interface Column {
  id: Exclude<keyof typeof words, 'name'>
  show(row: RecordRow): ReactNode
}

function column(id: Column['id'], show: Column['show']): Column {
  return { id, show }
}

/** What a row is about: of an applicant the vacancy, or else the work that they look for. */
export function aboutRow({ about: said, vacancies: [vacancy], sector }: RecordRow): string {
  return (vacancy?.title ?? said) || (sectorNames[sector as VacancySector] ?? '')
}

const about = column('about', (row) => (
  <>
    {/* Where a row has two lines, what has no column of its own stands in the second. */}
    {row.assignedTo && <span className="font-semibold desk:hidden">{row.assignedTo.name} · </span>}
    <span className="max-wide:hidden">{aboutRow(row)}</span>
    <span className="wide:hidden">
      {[aboutRow(row), row.experience, row.place].filter(Boolean).join(' · ')}
    </span>
  </>
))
const missing = column('about', ({ status, mandate }) => missingOf(status, mandate))
const experience = column('experience', (row) => row.experience)
const place = column('place', (row) => row.place)
const status = column('status', ({ status: stands, superseded }) =>
  superseded ? <Mark tone="past">{listWords.superseded}</Mark> : <StatusMark status={stands} />,
)
const assignedTo = column(
  'assignedTo',
  ({ assignedTo: person }) => person?.name ?? <span className="text-quiet">{listWords.nobody}</span>,
)

const columnsOf: Record<RecordKind, Column[]> = {
  enquiries: [about, status, assignedTo],
  applications: [about, experience, place, status, assignedTo],
  executives: [missing, place, status, assignedTo],
}
const age = {
  receivedAt: column('receivedAt', (row) => <Age of={row.receivedAt} />),
  changedAt: column('changedAt', (row) => <Age of={row.changedAt} />),
}

/** What keeps a registered person from being active. */
function missingOf(stands: RecordStatus, mandate: RecordRow['mandate']): string {
  const lacks = [
    ...(hasAgreement(stands) ? [] : [listWords.missing.signature]),
    ...(stands === 'annex_open' ? [listWords.missing.annex] : []),
    ...(mandate === 'active' ? [] : [listWords.missing.mandate]),
  ]
  return lacks.join(', ') || listWords.missing.nothing
}

interface RecordTableProps {
  kind: RecordKind
  rows: RecordRow[]
  sort: RecordSort | undefined
  /** Each with the version that was shown when it was selected. */
  selected: SeenRecord[]
  onSelect(records: SeenRecord[]): void
}

export const headCell =
  'border-b border-edge px-2 py-1 text-left text-label font-semibold whitespace-nowrap text-quiet'
/** Of a selected row the quieter colours would be below the contrast of 7:1. */
const bodyRow =
  'relative border-b border-line hover:bg-panel data-selected:bg-chosen data-selected:[--accent:var(--accent-strong)] data-selected:[--quiet:var(--ink)] max-desk:grid max-desk:min-h-14 max-desk:grid-cols-[auto_minmax(0,1fr)_auto] max-desk:content-center max-desk:gap-x-2 max-desk:py-1'
/** Of a phone's two lines the first has name and age, the second the rest. */
const cellLooks: Record<Column['id'], string> = {
  about: 'w-full max-w-0 truncate max-desk:col-start-2 max-desk:row-start-2 max-desk:max-w-none',
  experience: 'max-w-36 truncate max-wide:hidden',
  place: 'max-w-28 truncate max-wide:hidden',
  status: 'whitespace-nowrap max-desk:col-start-3 max-desk:row-start-2 max-desk:justify-self-end',
  assignedTo: 'max-w-32 truncate max-desk:hidden',
  receivedAt: 'max-desk:col-start-3 max-desk:row-start-1 max-desk:justify-self-end max-desk:text-quiet',
  changedAt: 'max-desk:col-start-3 max-desk:row-start-1 max-desk:justify-self-end max-desk:text-quiet',
}
const cell = 'px-2 py-[0.1875rem] leading-snug max-desk:min-w-0 max-desk:p-0'

/** The rows of a list: a table of one line each, or two lines each where there is no room for one. */
export function RecordTable({ kind, rows, sort, selected, onSelect }: RecordTableProps) {
  const maySelect = useMay('records.change')
  const columns = [
    ...columnsOf[kind],
    sort === 'changed' || sort === 'unchanged' ? age.changedAt : age.receivedAt,
  ]
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
            {words.name}
          </th>
          {columns.map(({ id }) => (
            <th
              key={id}
              scope="col"
              className={`${headCell} max-desk:sr-only ${id === 'place' || id === 'experience' ? 'max-wide:hidden' : ''}`}
            >
              {id === 'about' ? words.about[kind] : words[id]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-desk:block">
        {rows.map((row) => (
          <tr key={row.reference} className={bodyRow} data-selected={chosen.has(row.reference) || undefined}>
            {maySelect && (
              <td className="relative z-1 px-2 max-desk:row-span-2 max-desk:-ml-3 max-desk:p-0">
                <Box
                  name={listWords.select(row.reference)}
                  checked={chosen.has(row.reference)}
                  onChange={() => toggle(row)}
                />
              </td>
            )}
            <th
              scope="row"
              className={`${cell} min-w-64 text-left font-normal wrap-anywhere max-desk:col-start-2`}
            >
              <Name {...row} />
            </th>
            {columns.map(({ id, show }) => (
              <td key={id} className={`${cell} ${cellLooks[id]}`}>
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The row's one link, by name and reference: it lies over the whole row. */
function Name({ name, reference, unreadable }: RecordRow) {
  return (
    <Link
      href={recordPath(reference)}
      className="after:absolute after:inset-0 desk:flex desk:max-w-64 desk:items-baseline desk:gap-1.5"
    >
      {unreadable ? <Unreadable /> : <span className="link font-semibold desk:truncate">{name}</span>}{' '}
      <span className="text-label whitespace-nowrap text-quiet tabular-nums">{reference}</span>
    </Link>
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
    <label className="grid size-6 cursor-pointer place-items-center max-desk:size-11">
      <input type="checkbox" aria-label={name} {...box} />
    </label>
  )
}
