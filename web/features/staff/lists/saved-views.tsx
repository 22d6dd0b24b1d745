import { X } from 'lucide-react'
import { listWords } from '#contract/messages/staff-lists.ts'
import { savedViews, type RecordKind } from '#contract/schemas/staff-records.ts'
import { anything, readAnew, send, useAction, useRead } from '#web/features/staff/calls.ts'
import { NameForm } from '#web/features/staff/name-form.tsx'
import { Link, useQueryText } from '#web/features/staff/router.tsx'
import { Problem } from '#web/features/staff/screen.tsx'
import { readFilters, writeFilters } from './filters.ts'

function changed(): void {
  readAnew('views')
}

/** The filters that this person saved under a name, and a way to save those that are set. */
export function SavedViews({ kind }: { kind: RecordKind }) {
  const { data } = useRead({ key: ['views'], path: 'views', schema: savedViews })
  const query = writeFilters(kind, readFilters(kind, useQueryText()))
  const { isBusy, problem, run } = useAction()
  const views = data?.views.filter((view) => view.kind === kind) ?? []
  const isSaved = views.some((view) => view.query === query)
  const remove = (id: string) => send({ path: `views/${id}`, method: 'DELETE', schema: anything })
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
              aria-disabled={isBusy(id)}
              className="grid size-9 cursor-pointer place-items-center"
              onClick={() => void run(id, () => remove(id), changed)}
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
          call={(name) => send({ path: 'views', body: { kind, name, query }, schema: anything })}
          then={changed}
        />
      )}
      <Problem>{problem}</Problem>
    </div>
  )
}
