import { TriangleAlert } from 'lucide-react'
import { sectorNames, type VacancySector } from '#contract/fields/sectors.ts'
import { listWords } from './words.ts'
import {
  hasAgreement,
  type RecordKind,
  type RecordRow,
  type RecordSort,
  type RecordStatus,
} from '#contract/schemas/staff-records.ts'
import { Age, Mark, StatusMark } from '#web/features/staff/format.tsx'
import { recordPath } from '#web/features/staff/router.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { type Column, nameLook, RowLink, RowTable } from './row-table.tsx'

const words = listWords.columns

/** Returns what a row is about: for an applicant the vacancy, or else the work that they look for. */
export function aboutRow({ about: said, vacancies: [vacancy], sector }: RecordRow): string {
  return (vacancy?.title ?? said) || (sectorNames[sector as VacancySector] ?? '')
}

/** Returns an applicant's place, and whether they live or want to work there. */
export function placeRow({ place, placeWished }: Pick<RecordRow, 'place' | 'placeWished'>): string {
  return place && (placeWished ? listWords.wantsPlace(place) : listWords.livesIn(place))
}

function about(kind: RecordKind): Column<RecordRow> {
  return {
    name: words.about[kind],
    look: 'about',
    show: (row) => (
      <>
        {/* In a row of two lines, values without a column are in the second line. */}
        {row.assignedTo && <span className="font-semibold desk:hidden">{row.assignedTo.name} · </span>}
        <span className="max-wide:hidden">{aboutRow(row)}</span>
        <span className="wide:hidden">
          {[aboutRow(row), row.experience, placeRow(row)].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  }
}

const missing: Column<RecordRow> = {
  name: words.about.executives,
  look: 'about',
  show: ({ status, mandate }) => missingOf(status, mandate),
}
const experience: Column<RecordRow> = {
  name: words.experience,
  look: 'beside',
  show: (row) => row.experience,
}
const place: Column<RecordRow> = { name: words.place, look: 'beside', show: placeRow }
const city: Column<RecordRow> = { ...place, show: (row) => row.place }
const status: Column<RecordRow> = {
  name: words.status,
  look: 'status',
  show: ({ status: stands, superseded }) =>
    superseded ? <Mark tone="past">{listWords.superseded}</Mark> : <StatusMark status={stands} />,
}
const assignedTo: Column<RecordRow> = {
  name: words.assignedTo,
  look: 'person',
  show: ({ assignedTo: person }) => person?.name ?? <span className="text-quiet">{listWords.nobody}</span>,
}

const columnsOf: Record<RecordKind, Column<RecordRow>[]> = {
  enquiries: [about('enquiries'), status, assignedTo],
  applications: [about('applications'), experience, place, status, assignedTo],
  executives: [missing, city, status, assignedTo],
}

function age(by: 'receivedAt' | 'changedAt'): Column<RecordRow> {
  return { name: words[by], look: 'age', show: (row) => <Age of={row[by]} /> }
}

/** Returns what keeps a registered person from being active. */
function missingOf(stands: RecordStatus, mandate: RecordRow['mandate']): string {
  const lacks = [
    ...(hasAgreement(stands) ? [] : [listWords.missing.signature]),
    ...(stands === 'annex_open' ? [listWords.missing.annex] : []),
    ...(mandate === 'active' ? [] : [listWords.missing.mandate]),
  ]
  return lacks.join(', ') || listWords.missing.nothing
}

/** A row as it was shown when it was selected. */
export type SelectedRow = Pick<RecordRow, 'reference' | 'version' | 'status' | 'assignedTo'>

interface RecordTableProps {
  kind: RecordKind
  rows: RecordRow[]
  sort: RecordSort | undefined
  selected: SelectedRow[]
  onSelect(rows: SelectedRow[]): void
}

/** Records as rows that can be selected to change them together. */
export function RecordTable({ kind, rows, sort, selected, onSelect }: RecordTableProps) {
  const maySelect = useMay('records.change')
  const chosen = new Set(selected.map(({ reference }) => reference))
  const has = ({ reference }: RecordRow) => chosen.has(reference)
  const isAll = rows.length > 0 && rows.every(has)
  /** Selected rows stay as they were shown, even if the list is read again. */
  const add = (more: RecordRow[]) => [...selected, ...more.filter((row) => !has(row))]
  function toggle(row: RecordRow) {
    onSelect(has(row) ? selected.filter(({ reference }) => reference !== row.reference) : add([row]))
  }
  const toggleAll = () => onSelect(isAll ? [] : add(rows))
  return (
    <RowTable
      name={words.name}
      link={nameOf}
      columns={[
        ...columnsOf[kind],
        age(sort === 'changed' || sort === 'unchanged' ? 'changedAt' : 'receivedAt'),
      ]}
      rows={rows}
      selection={maySelect ? { isAll, toggleAll, has, toggle } : undefined}
    />
  )
}

function nameOf({ name, reference, unreadable }: RecordRow) {
  return (
    <RowLink href={recordPath(reference)} reference={reference}>
      {unreadable ? (
        <span className="inline-flex items-center gap-1.5 text-error-strong">
          <TriangleAlert aria-hidden size={18} /> {listWords.unreadable}
        </span>
      ) : (
        <span className={nameLook}>{name}</span>
      )}
    </RowLink>
  )
}
