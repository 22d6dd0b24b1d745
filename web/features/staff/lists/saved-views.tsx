import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import * as z from 'zod/mini'
import { listWords } from '#contract/messages/staff-lists.ts'
import { deskWords } from '#contract/messages/staff.ts'
import { staffApi } from '#contract/paths.ts'
import { savedViews, type RecordKind } from '#contract/schemas/staff-records.ts'
import { Link, useQueryText } from '#web/features/staff/router.tsx'
import { bodyOf, call, queryClient } from '#web/features/staff/session.ts'
import { getJson, postForJson, sendForJson } from '#web/lib/api.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { readFilters, writeFilters } from './filters.ts'

const url = `${staffApi}/views`
const fallback = deskWords.failed
const key = ['views']

/** The filters that this person saved under a name, and a way to save those that are set. */
export function SavedViews({ kind }: { kind: RecordKind }) {
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => bodyOf(() => getJson({ url, schema: savedViews, fallback })),
  })
  const query = writeFilters(kind, readFilters(kind, useQueryText()))
  const [problem, setProblem] = useState('')
  const views = data?.views.filter((view) => view.kind === kind) ?? []
  const isSaved = views.some((view) => view.query === query)
  async function change(run: Parameters<typeof call>[0]) {
    const answer = await call(run)
    setProblem(answer.ok ? '' : answer.message)
    if (answer.ok) void queryClient.invalidateQueries({ queryKey: key })
  }
  if (views.length === 0 && !query) return null
  return (
    <div className="desk-views">
      {views.length > 0 && (
        <ul aria-label={listWords.views}>
          {views.map(({ id, name, query: saved }) => (
            <li key={id}>
              <Link
                href={`${location.pathname}?${saved}`}
                aria-current={saved === query ? 'true' : undefined}
              >
                {name}
              </Link>
              <button
                type="button"
                aria-label={listWords.removeView(name)}
                onClick={() =>
                  void change(() =>
                    sendForJson({ url: `${url}/${id}`, method: 'DELETE', schema: z.unknown(), fallback }),
                  )
                }
              >
                <X aria-hidden size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {query && !isSaved && (
        <SaveForm
          save={(name) =>
            change(() => postForJson({ url, body: { kind, name, query }, schema: z.unknown(), fallback }))
          }
        />
      )}
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
    </div>
  )
}

function SaveForm({ save }: { save(name: string): Promise<void> }) {
  const [name, setName] = useState<string>()
  function send(event: SyntheticEvent) {
    event.preventDefault()
    if (name?.trim()) void save(name.trim()).then(() => setName(undefined))
  }
  if (name === undefined) {
    return (
      <button type="button" className="link" onClick={() => setName('')}>
        {listWords.saveView}
      </button>
    )
  }
  return (
    <form className="desk-inline" onSubmit={send}>
      <input
        aria-label={listWords.viewName}
        placeholder={listWords.viewName}
        autoFocus
        maxLength={60}
        className="desk-control"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <button type="submit" className="button">
        {listWords.save}
      </button>
    </form>
  )
}
