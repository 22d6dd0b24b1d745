import { X } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { listWords } from '#contract/messages/staff-lists.ts'
import { savedViews, type RecordKind } from '#contract/schemas/staff-records.ts'
import { anything, readAnew, send, useAction, useRead } from '#web/features/staff/calls.ts'
import { Link, useQueryText } from '#web/features/staff/router.tsx'
import { Problem } from '#web/features/staff/screen.tsx'
import { readFilters, writeFilters } from './filters.ts'

/** The filters that this person saved under a name, and a way to save those that are set. */
export function SavedViews({ kind }: { kind: RecordKind }) {
  const { data } = useRead({ key: ['views'], path: 'views', schema: savedViews })
  const query = writeFilters(kind, readFilters(kind, useQueryText()))
  const [name, setName] = useState<string>()
  const { problem, run } = useAction()
  const views = data?.views.filter((view) => view.kind === kind) ?? []
  const isSaved = views.some((view) => view.query === query)
  const changed = () => readAnew('views')
  function remove(id: string) {
    void run('remove', send({ path: `views/${id}`, method: 'DELETE', schema: anything }), changed)
  }
  async function save(event: SyntheticEvent) {
    event.preventDefault()
    const sent = send({ path: 'views', body: { kind, name: name?.trim(), query }, schema: anything })
    if (await run('save', sent, changed)) setName(undefined)
  }
  if (views.length === 0 && !query) return null
  return (
    <div className="desk-actions mb-3">
      {views.length > 0 && (
        <ul aria-label={listWords.views} className="desk-actions">
          {views.map(({ id, name: given, query: saved }) => (
            <li key={id} className="flex items-center rounded-control border border-line bg-panel">
              <Link
                href={`${location.pathname}?${saved}`}
                aria-current={saved === query ? 'true' : undefined}
                className="py-1 pl-3 aria-[current]:font-bold"
              >
                {given}
              </Link>
              <button
                type="button"
                aria-label={listWords.removeView(given)}
                className="grid size-9 cursor-pointer place-items-center"
                onClick={() => remove(id)}
              >
                <X aria-hidden size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {query && !isSaved && name !== undefined && (
        <form className="desk-actions" onSubmit={(event) => void save(event)}>
          <input
            aria-label={listWords.viewName}
            placeholder={listWords.viewName}
            autoFocus
            required
            maxLength={60}
            className="desk-control"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <button type="submit" className="button">
            {listWords.save}
          </button>
        </form>
      )}
      {query && !isSaved && name === undefined && (
        <button type="button" className="link" onClick={() => setName('')}>
          {listWords.saveView}
        </button>
      )}
      <Problem>{problem}</Problem>
    </div>
  )
}
