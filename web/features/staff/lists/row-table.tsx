import type { ReactNode } from 'react'
import { listWords } from './words.ts'
import { Link } from '#web/features/staff/router.tsx'

/** A column by the place that it has where a row has two lines: in the first stand name and age, in the second the rest. */
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
  /** The same for what is not cut: it goes on in the next line. */
  counts: second,
  /** Beside it where there is room; elsewhere `about` says it. */
  beside: 'max-w-32 truncate max-wide:hidden',
  status:
    'whitespace-nowrap max-desk:col-start-3 max-desk:ml-2 max-desk:row-start-2 max-desk:justify-self-end',
  person: 'max-w-32 truncate max-desk:hidden',
  age: `whitespace-nowrap ${age}`,
} as const

const headCell =
  'border-b border-edge px-2 py-1 text-left text-label font-semibold whitespace-nowrap text-quiet'
/** What gets the focus is not scrolled behind the head. */
const belowHead = 'scroll-mt-14'
/** Of a selected row the quieter colours would be below the contrast of 7:1. */
const bodyRow =
  'relative border-b border-line hover:bg-panel data-selected:bg-chosen data-selected:[--accent:var(--accent-strong)] data-selected:[--quiet:var(--ink)] max-desk:grid max-desk:min-h-14 max-desk:grid-cols-[auto_minmax(0,1fr)_auto] max-desk:content-center max-desk:py-1'
const cell = 'px-2 py-[0.1875rem] leading-snug max-desk:min-w-0 max-desk:p-0'

interface RowTableProps<Row> {
  /** Of the first column, which has the row's link. */
  name: string
  link(row: Row): ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** How rows are selected, where they may be. */
  selection?:
    | { isAll: boolean; toggleAll(): void; has(row: Row): boolean; toggle(row: Row): void }
    | undefined
}

/**
 * The rows of a list: a table of one line each, or two lines each where there is no room for one. Its head stays in the window.
 * The roles are written out, since browsers take them from what is drawn as a block or a grid.
 */
export function RowTable<Row extends { reference: string }>(props: RowTableProps<Row>) {
  const { name, link, columns, rows, selection } = props
  return (
    <table role="table" className="w-full text-small max-desk:block">
      {/* The line is a shadow: a border would not stay with it. */}
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
  /** Of a list whose names are long. */
  isWide?: boolean
  children: ReactNode
}

/** The row's own link, by name and reference: it lies over the whole row. */
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
/** On a phone it gives way to the name, so that both are in one line. */
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
