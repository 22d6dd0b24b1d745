import { listWords } from '#web/features/staff/lists/words.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { staffPages } from '#contract/paths.ts'
import {
  type ApplicationStatus,
  boardFilters,
  type BoardFilters,
  type RecordRow,
  type RejectionReason,
} from '#contract/schemas/staff-records.ts'
import { call, useCall, usePages } from '#web/features/staff/calls.ts'
import { Age } from '#web/features/staff/format.tsx'
import { FilterBar, readSelection } from '#web/features/staff/lists/filter-bar.tsx'
import { aboutRow, placeRow } from '#web/features/staff/lists/record-table.tsx'
import { Link, useQueryText } from '#web/features/staff/router.tsx'
import { Loaded, More, Screen } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { Cards, Columns } from './columns.tsx'
import { type Board, useBoard } from './moves.ts'

/** Applications by status, one column each; a card is moved by dragging, by keyboard or by its buttons. */
export function BoardScreen() {
  const board = useBoard('records.list', setStatus)
  const filters = boardFilters.parse(readSelection('applications', useQueryText()))
  const given = { params: { kind: 'applications' as const }, query: filters }
  const counts = useCall('records.counts', given).data?.counts ?? {}
  return (
    <Screen
      title={screenNames.board}
      actions={
        <Link href={staffPages.applications} className="button button-quiet">
          {listWords.list}
        </Link>
      }
    >
      <FilterBar kind="applications" names={boardFilterNames} />
      <Columns board={board} counts={counts}>
        {(status) => <Column status={status} filters={filters} board={board} />}
      </Columns>
    </Screen>
  )
}

function setStatus(
  { reference, version }: RecordRow,
  status: ApplicationStatus,
  reason?: RejectionReason,
): Promise<unknown> {
  const params = { kind: 'applications' as const, reference }
  return call('records.change', { params, body: { version, status, reason } })
}

/** Each status has a column, so there is no filter by status; the other filters are those of lists. */
const boardFilterNames = Object.keys(boardFilters.shape) as (keyof BoardFilters)[]

interface ColumnProps {
  status: ApplicationStatus
  filters: BoardFilters
  board: Board<RecordRow>
}

/** The applications of one status, newest first. */
function Column({ status, filters, board }: ColumnProps) {
  const given = { params: { kind: 'applications' as const }, query: { ...filters, status } }
  const list = usePages('records.list', given, { cursor: 'after', list: 'rows' })
  const may = useMay('records.change')
  return (
    <>
      <Loaded query={list}>
        {(rows) => <Cards rows={rows} status={status} board={board} may={may} more={CardFacts} />}
      </Loaded>
      <More list={list} words={listWords.more} />
    </>
  )
}

/** The lines of a card below the name: the work and the place, how old it is, and who works on it. */
export function CardFacts(row: RecordRow) {
  const { receivedAt, assignedTo } = row
  return (
    <>
      <p>{[aboutRow(row), placeRow(row)].filter(Boolean).join(' · ')}</p>
      <p className="text-quiet">
        <Age of={receivedAt} />
        {assignedTo && ` · ${assignedTo.name}`}
      </p>
    </>
  )
}
