import { X } from 'lucide-react'
import { listWords } from '#contract/messages/staff-lists.ts'
import type { RecordKind } from '#contract/schemas/staff-records.ts'
import { call, readAnew, useCall, useSend } from '#web/features/staff/calls.ts'
import { NameForm } from '#web/features/staff/name-form.tsx'
import { Link, useQueryText } from '#web/features/staff/router.tsx'
import { Problem } from '#web/features/staff/screen.tsx'
import { readFilters, writeFilters } from './filters.ts'

function changed(): void {
  readAnew('me.views')
}

/** The filters that this person saved under a name, and a way to save those that are set. */
export function SavedViews({ kind }: { kind: RecordKind }) {
  const { data } = useCall('me.views', {})
  const query = writeFilters(kind, readFilters(kind, useQueryText()))
  const remove = useSend('me.deleteView', changed)
  const views = data?.views.filter((view) => view.kind === kind) ?? []
  const isSaved = views.some((view) => view.query === query)
  if (views.length === 0 && !query) return null
  return (
    <div role="group" aria-label={listWords.views} className="flex flex-wrap items-center gap-2 mb-3">
      <ul className="contents">
        {views.map(({ id, name, query: saved }) => (
          <li key={id} className="flex items-center rounded-control border border-line bg-panel">
            <Link
              href={`${location.pathname}?${saved}`}
              aria-current={saved === query ? 'true' : undefined}
              className="py-1 pl-3 aria-[current]:font-bold"
            >
              {name}
            </Link>
            <button
              type="button"
              aria-label={listWords.removeView(name)}
              aria-disabled={remove.busy}
              className="grid size-9 cursor-pointer place-items-center"
              onClick={() => remove.send({ params: { id } })}
            >
              <X aria-hidden size={16} />
            </button>
          </li>
        ))}
      </ul>
      {query && !isSaved && (
        <NameForm
          button={listWords.saveView}
          label={listWords.viewName}
          save={listWords.save}
          call={(name) => call('me.saveView', { body: { kind, name, query } })}
          then={changed}
        />
      )}
      <Problem>{remove.problem}</Problem>
    </div>
  )
}
