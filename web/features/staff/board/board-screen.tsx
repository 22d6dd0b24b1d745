import { boardWords, listWords } from '#contract/messages/staff-lists.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { staffPages } from '#contract/paths.ts'
import { applicationStatuses } from '#contract/schemas/staff-records.ts'
import { Link } from '#web/features/staff/router.tsx'
import { Problem, Screen } from '#web/features/staff/screen.tsx'
import { Column } from './column.tsx'
import { useBoard } from './use-board.ts'

/** Applications by status, a column each; a card moves by drag, by keyboard and by its buttons. */
export function BoardScreen() {
  const board = useBoard()
  return (
    <Screen
      title={screenNames.board}
      actions={
        <Link href={staffPages.applications} className="button button-quiet">
          {listWords.list}
        </Link>
      }
    >
      {/* Where there is hardly a keyboard it is not shown; a card's handle is described by it all the same. */}
      <p id="board-help" className="text-quiet [@media(hover:none)]:hidden">
        {boardWords.help}
      </p>
      <p className="sr-only" aria-live="assertive">
        {board.said}
      </p>
      <Problem>{board.problem}</Problem>
      <div className="mt-3 fill-[11rem] gap-x-3 gap-y-2 min-[75rem]:auto-cols-[minmax(0,1fr)] min-[75rem]:grid-flow-col min-[75rem]:grid-cols-none min-[75rem]:gap-2">
        {applicationStatuses.map((status) => (
          <Column key={status} status={status} board={board} />
        ))}
      </div>
    </Screen>
  )
}
