import { listWords } from '#contract/messages/staff-lists.ts'
import { conflictWords } from '#contract/messages/staff-record.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { staffPages } from '#contract/paths.ts'
import type { ApplicationStatus, RecordRow } from '#contract/schemas/staff-records.ts'
import { usePages } from '#web/features/staff/calls.ts'
import { changeRecord, conflictOf, listsChanged } from '#web/features/staff/records.ts'
import { Link } from '#web/features/staff/router.tsx'
import { Loaded, More, Screen, sentenceOf } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { Cards, Columns } from './columns.tsx'
import { type Board, useBoard } from './moves.ts'

/** Applications by status, a column each; a card moves by drag, by keyboard and by its buttons. */
export function BoardScreen() {
  const board = useBoard(setStatus)
  return (
    <Screen
      title={screenNames.board}
      actions={
        <Link href={staffPages.applications} className="button button-quiet">
          {listWords.list}
        </Link>
      }
    >
      <Columns board={board}>{(status) => <Column status={status} board={board} />}</Columns>
    </Screen>
  )
}

async function setStatus({ reference, version }: RecordRow, status: ApplicationStatus): Promise<string> {
  try {
    await changeRecord({ kind: 'applications', reference }, { version, status })
    return ''
  } catch (error) {
    listsChanged()
    return conflictOf(error) ? `${reference}: ${conflictWords.title}` : sentenceOf(error)
  }
}

/** The applications of one status, the newest first. */
function Column({ status, board }: { status: ApplicationStatus; board: Board<RecordRow> }) {
  const given = { params: { kind: 'applications' as const }, query: { status } }
  const list = usePages('records.list', given, { cursor: 'after', list: 'rows' })
  const may = useMay('records.change')
  return (
    <>
      <Loaded query={list}>{(rows) => <Cards rows={rows} status={status} board={board} may={may} />}</Loaded>
      <More list={list} words={listWords.more} />
    </>
  )
}
