import { ChevronDown, ChevronLeft, ChevronRight, GripVertical } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { boardWords } from './words.ts'
import { listWords } from '#web/features/staff/lists/words.ts'
import { statusNames } from '#contract/messages/staff.ts'
import { applicationStatuses, type ApplicationStatus, COUNTED_MOST } from '#contract/schemas/staff-records.ts'
import { StatusMark } from '#web/features/staff/format.tsx'
import { Link, recordPath } from '#web/features/staff/router.tsx'
import { Problem } from '#web/features/staff/screen.tsx'
import { type Board, type CardRow, neighbour, shownIn } from './moves.ts'

interface ColumnsProps<Row extends CardRow> {
  board: Board<Row>
  /** How many have each status; a missing status is unknown. */
  counts: Partial<Record<ApplicationStatus, number>>
  /** Renders the content of a column. */
  children(status: ApplicationStatus): ReactNode
}

/** A column for each status, the moving of cards between them, and the result of the last move. */
export function Columns<Row extends CardRow>({ board, counts, children }: ColumnsProps<Row>) {
  return (
    <>
      {/* Describes the handle of each card. */}
      <p id="board-help" hidden>
        {boardWords.help}
      </p>
      <p className="sr-only" aria-live="assertive">
        {board.said}
      </p>
      <Problem>{board.problem}</Problem>
      {/* As wide as a word and a name need; wider boards scroll sideways. Printed pages have no grid. */}
      <div className="-mx-1 mt-3 fill-[11.25rem] gap-x-3 gap-y-2 p-1 print:block min-[75rem]:auto-cols-[minmax(11.25rem,1fr)] min-[75rem]:grid-flow-col min-[75rem]:grid-cols-none min-[75rem]:gap-2 min-[75rem]:overflow-x-auto">
        {applicationStatuses.map((status) => (
          <Column key={status} status={status} board={board} count={counts[status]}>
            {() => children(status)}
          </Column>
        ))}
      </div>
      {board.dialog}
    </>
  )
}

interface ColumnProps {
  status: ApplicationStatus
  board: Pick<Board<CardRow>, 'move' | 'over'>
  count: number | undefined
  children(): ReactNode
}

/** A column that folds: on a phone all but the first start folded. A card moved over it unfolds it. */
function Column({ status, board, count, children }: ColumnProps) {
  const [isOpen, setOpen] = useState(
    () => status === applicationStatuses[0] || matchMedia('(width >= 60rem)').matches,
  )
  const isOver = board.move?.over === status
  const isShown = isOpen || isOver
  const id = useId()
  useEffect(() => {
    if (isOver) setOpen(true)
  }, [isOver])
  return (
    <section
      aria-label={statusNames[status]}
      className={`grid grid-cols-1 content-start gap-2 rounded-card border p-1.5 print:mb-2 print:block ${isOver ? 'border-accent outline outline-accent' : 'border-line'}`}
      onDragOver={(event) => {
        event.preventDefault()
        board.over(status)
      }}
      onDrop={(event) => event.preventDefault()}
    >
      <h2>
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={id}
          className="flex min-h-8 w-full cursor-pointer items-center gap-1 px-1 text-left text-small max-desk:min-h-11"
          onClick={() => setOpen(!isShown)}
        >
          <StatusMark status={status} />
          {count !== undefined && (
            <span className="text-quiet digits whitespace-nowrap">
              {boardWords.count(count, COUNTED_MOST)}
            </span>
          )}
          <ChevronDown
            aria-hidden
            size={18}
            className={`ml-auto shrink-0 desk:hidden ${isShown ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      <div id={id} className="grid grid-cols-1 gap-2 empty:hidden print:block">
        {isShown && children()}
      </div>
    </section>
  )
}

interface CardsProps<Row extends CardRow> {
  rows: readonly Row[]
  status: ApplicationStatus
  board: Board<Row>
  /** Whether they may be moved. */
  may: boolean
  /** Renders the lines below the name. */
  more?: (row: Row) => ReactNode
}

export function Cards<Row extends CardRow>({ rows: there, ...column }: CardsProps<Row>) {
  const { board, status } = column
  const rows = shownIn(there, status, board.moving)
  return (
    <>
      {rows.length === 0 && <p className="px-1.5 text-small text-quiet">{boardWords.empty[status]}</p>}
      <ul className="grid grid-cols-1 gap-2 print:block">
        {rows.map((row) => (
          <li
            key={row.reference}
            onDragStart={() => board.lift(row, status, true)}
            onDragEnd={({ dataTransfer }) => {
              if (dataTransfer.dropEffect === 'none') board.cancel()
              else void board.drop(row)
            }}
          >
            <Card row={row} {...column} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Card<Row extends CardRow>({
  row,
  status,
  board,
  may,
  more,
}: Omit<CardsProps<Row>, 'rows'> & { row: Row }) {
  const { reference, name } = row
  const handle = useRef<HTMLButtonElement>(null)
  const isLifted = board.move?.reference === reference
  const isSaving = board.moving.some(({ row: one }) => one.reference === reference)
  useEffect(() => {
    if (board.arriving.current !== reference) return
    board.arriving.current = ''
    handle.current?.focus()
  }, [])
  return (
    <div
      draggable={may && !isSaving}
      aria-busy={isSaving}
      className={`rounded-control border bg-panel px-1.5 pt-1 pb-1.5 text-small wrap-break-word ${isSaving ? 'opacity-60' : ''} ${isLifted ? 'border-accent' : 'border-line'}`}
    >
      <div className="flex items-start justify-between max-desk:items-center">
        <Link
          href={recordPath(reference)}
          className="inline-flex flex-wrap content-center items-baseline gap-x-3 wrap-anywhere max-desk:min-h-11 min-w-0 flex-1"
          draggable={false}
        >
          <span className="link">{row.unreadable ? listWords.unreadable : name}</span>{' '}
          <span className="font-semibold whitespace-nowrap digits text-label">{reference}</span>
        </Link>
        {may && (
          <button
            ref={handle}
            type="button"
            className={`-mr-1.5 shrink-0 ${handleLook}`}
            aria-label={boardWords.move(reference)}
            aria-describedby="board-help"
            aria-pressed={isLifted}
            aria-disabled={isSaving}
            onClick={() => (isLifted ? void board.drop(row) : board.lift(row, status))}
            onKeyDown={(event) => isLifted && board.press(event.key, row) && event.preventDefault()}
          >
            <GripVertical aria-hidden size={18} />
          </button>
        )}
      </div>
      {more?.(row)}
      {isLifted && !board.move?.isDragged && <Steps row={row} board={board} />}
    </div>
  )
}

const handleLook =
  'grid min-h-7 min-w-6 cursor-grab place-items-center rounded-control max-desk:min-h-11 max-desk:min-w-11'

/** For touch: the same as the arrow keys and Enter. */
function Steps<Row extends CardRow>({ row, board }: { row: Row; board: Board<Row> }) {
  const over = board.move?.over ?? 'new'
  return (
    <div className="flex flex-wrap items-center justify-between gap-1">
      {([-1, 1] as const).map((step) => (
        <button
          key={step}
          type="button"
          className={handleLook}
          aria-label={statusNames[neighbour(over, step)]}
          onClick={() => board.over(neighbour(over, step))}
        >
          {step < 0 ? <ChevronLeft aria-hidden size={18} /> : <ChevronRight aria-hidden size={18} />}
        </button>
      ))}
      <button type="button" className="link" onClick={() => void board.drop(row)}>
        {boardWords.dropIn(statusNames[over])}
      </button>
    </div>
  )
}
