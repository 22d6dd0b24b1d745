import { ChevronLeft, ChevronRight, GripVertical } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { boardWords, listWords } from '#contract/messages/staff-lists.ts'
import { statusNames } from '#contract/messages/staff.ts'
import type { ApplicationStatus, RecordRow } from '#contract/schemas/staff-records.ts'
import { useRecords } from '#web/features/staff/record-calls.ts'
import { Link, recordPath } from '#web/features/staff/router.tsx'
import { Failed, Loading } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { StatusMark } from '#web/features/staff/status-mark.tsx'
import type { Board } from './board-screen.tsx'
import { neighbour } from './moves.ts'

type Named = RecordRow & { reference: string }

interface ColumnProps {
  status: ApplicationStatus
  board: Board
}

/** The applications of one status, the newest first. */
export function Column({ status, board }: ColumnProps) {
  const list = useRecords('applications', `status=${status}`)
  const rows = list.data?.pages
    .flatMap((page) => page.rows)
    .filter((row): row is Named => row.reference !== null)
  return (
    <section
      aria-label={statusNames[status]}
      className="desk-column"
      data-over={board.move?.over === status}
      onDragOver={(event) => {
        event.preventDefault()
        board.over(status)
      }}
      onDrop={(event) => event.preventDefault()}
    >
      <h2>
        <StatusMark status={status} />
      </h2>
      {list.isPending && <Loading />}
      {list.isError && !rows && <Failed message={list.error.message} retry={() => void list.refetch()} />}
      {rows?.length === 0 && <p className="text-quiet">{boardWords.empty}</p>}
      <ul>
        {rows?.map((row) => (
          <li
            key={row.reference}
            onDragStart={() => board.lift(row, status, true)}
            onDragEnd={({ dataTransfer }) => {
              if (dataTransfer.dropEffect === 'none') board.cancel()
              else void board.drop(row)
            }}
          >
            <Card row={row} status={status} board={board} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <button type="button" className="button button-quiet" onClick={() => void list.fetchNextPage()}>
          {listWords.more}
        </button>
      )}
    </section>
  )
}

function Card({ row, status, board }: ColumnProps & { row: Named }) {
  const { reference, name, place } = row
  const may = useMay('records.change')
  const handle = useRef<HTMLButtonElement>(null)
  const isLifted = board.move?.reference === reference
  useEffect(() => {
    if (board.arriving.current !== reference) return
    board.arriving.current = ''
    handle.current?.focus()
  }, [])
  return (
    <div className="desk-card" draggable={may} data-lifted={isLifted}>
      <div className="desk-card-head">
        <Link href={recordPath(reference)} className="link desk-reference" draggable={false}>
          {reference}
        </Link>
        {may && (
          <button
            ref={handle}
            type="button"
            className="desk-handle"
            aria-label={boardWords.move(reference)}
            aria-describedby="board-help"
            aria-pressed={isLifted}
            onClick={() => (isLifted ? void board.drop(row) : board.lift(row, status))}
            onKeyDown={(event) => isLifted && board.press(event.key, row) && event.preventDefault()}
          >
            <GripVertical aria-hidden size={18} />
          </button>
        )}
      </div>
      <p>{row.unreadable ? listWords.unreadable : name}</p>
      {place && <p className="text-quiet">{place}</p>}
      {isLifted && !board.move?.isDragged && <Steps row={row} board={board} />}
    </div>
  )
}

/** For fingers: the same as the arrow keys and Enter. */
function Steps({ row, board }: { row: Named; board: Board }) {
  const over = board.move?.over ?? 'new'
  return (
    <div className="desk-steps">
      {([-1, 1] as const).map((step) => (
        <button
          key={step}
          type="button"
          className="desk-handle"
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
