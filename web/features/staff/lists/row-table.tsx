import type { ReactNode } from 'react'
import { listWords } from './words.ts'
import { Link } from '#web/features/staff/router.tsx'

/** Columns by their place in a row of two lines: name and age are in the first line, the rest in the second. */
export interface Column<Row> {
  name: string
  look: keyof typeof looks
  show(row: Row): ReactNode
}

const age =
  'max-desk:col-start-3 max-desk:ml-2 max-desk:row-start-1 max-desk:justify-self-end max-desk:text-quiet'
const second = 'w-full max-w-0 max-desk:col-start-2 max-desk:row-start-2 max-desk:max-w-none'
const looks = {
  about: `${second} truncate`,
  /** A text that is not cut and wraps instead. */
  counts: second,
  /** Shown if there is room; otherwise `about` contains it. */
  beside: 'max-w-32 truncate max-wide:hidden',
  status:
    'whitespace-nowrap max-desk:col-start-3 max-desk:ml-2 max-desk:row-start-2 max-desk:justify-self-end',
  person: 'max-w-32 truncate max-desk:hidden',
  age: `whitespace-nowrap ${age}`,
} as const

const headCell =
  'border-b border-edge px-2 py-1 text-left text-label font-semibold whitespace-nowrap text-quiet'
/** Keeps focused rows from scrolling behind the head. */
const belowHead = 'scroll-mt-14'
/** On a selected row quieter colours would have less contrast than 7:1. */
const bodyRow =
  'relative border-b border-line hover:bg-panel data-selected:bg-chosen data-selected:[--accent:var(--accent-strong)] data-selected:[--quiet:var(--ink)] max-desk:grid max-desk:min-h-14 max-desk:grid-cols-[auto_minmax(0,1fr)_auto] max-desk:content-center max-desk:py-1'
const cell = 'px-2 py-[0.1875rem] leading-snug max-desk:min-w-0 max-desk:p-0'

interface RowTableProps<Row> {
  /** The name of the first column, which has the row's link. */
  name: string
  link(row: Row): ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** How rows are selected, if they may be. */
  selection?:
    | { isAll: boolean; toggleAll(): void; has(row: Row): boolean; toggle(row: Row): void }
    | undefined
}

/**
 * The rows of a list: a table with one line each, or two lines each if there is less room. Its head stays in view.
 * The roles are explicit, since browsers drop them for tables shown as blocks or grids.
 */
export function RowTable<Row extends { reference: string }>(props: RowTableProps<Row>) {
  const { name, link, columns, rows, selection } = props
  return (
    <table role="table" className="w-full text-small max-desk:block">
      {/* The line is a shadow, since a border would scroll away. */}
      <thead
        role="rowgroup"
        className="sticky top-0 z-2 bg-paper shadow-[inset_0_-1px_var(--edge)] max-desk:block"
      >
        <tr role="row" className="max-desk:block">
          {selection && (
            <th
              role="columnheader"
              scope="col"
              className={`${headCell} h-11 print:hidden max-desk:-ml-3 max-desk:flex max-desk:items-center max-desk:border-0 max-desk:p-0`}
            >
              <Box
                name={listWords.selectAll(rows.length)}
                checked={selection.isAll}
                onChange={selection.toggleAll}
              />
              <span aria-hidden className="desk:hidden">
                {listWords.selectAll(rows.length)}
              </span>
            </th>
          )}
          <th role="columnheader" scope="col" className={`${headCell} max-desk:sr-only`}>
            {name}
          </th>
          {columns.map((column) => (
            <th
              key={column.name}
              role="columnheader"
              scope="col"
              className={`${headCell} max-desk:sr-only ${column.look === 'beside' ? 'max-wide:hidden' : ''}`}
            >
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-desk:block">
        {rows.map((row) => (
          <tr
            role="row"
            key={row.reference}
            className={bodyRow}
            data-selected={selection?.has(row) || undefined}
          >
            {selection && (
              <td
                role="cell"
                className="relative z-1 px-2 print:hidden max-desk:row-span-2 max-desk:mr-2 max-desk:-ml-3 max-desk:p-0"
              >
                <Box
                  name={listWords.select(row.reference)}
                  checked={selection.has(row)}
                  onChange={() => selection.toggle(row)}
                />
              </td>
            )}
            <th
              role="rowheader"
              scope="row"
              className={`${cell} min-w-64 text-left font-normal wrap-anywhere max-desk:col-start-2`}
            >
              {link(row)}
            </th>
            {columns.map(({ name: of, look, show }) => (
              <td role="cell" key={of} className={`${cell} ${looks[look]}`}>
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface RowLinkProps {
  href: string
  reference: string
  /** For a list with long names. */
  isWide?: boolean
  children: ReactNode
}

/** The row's link, by name and reference; it covers the whole row. */
export function RowLink({ href, reference, isWide = false, children }: RowLinkProps) {
  return (
    <Link
      href={href}
      className={`${belowHead} flex items-baseline gap-1.5 after:absolute after:inset-0 ${isWide ? 'desk:max-w-104' : 'desk:max-w-64'}`}
    >
      {children} <span className={referenceLook}>{reference}</span>
    </Link>
  )
}

/** A name within the row's link. */
export const nameLook = 'link font-semibold truncate'
/** On a phone it shrinks for the name, so that both are in one line. */
const referenceLook = 'text-label whitespace-nowrap text-quiet digits max-desk:shrink-1000 max-desk:truncate'

interface BoxProps {
  name: string
  checked: boolean
  onChange(): void
}

function Box({ name, ...box }: BoxProps) {
  return (
    <label className="grid size-6 cursor-pointer place-items-center max-desk:size-11">
      <input type="checkbox" aria-label={name} className={belowHead} {...box} />
    </label>
  )
}
