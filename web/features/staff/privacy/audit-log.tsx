import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deskWords } from '#contract/messages/staff.ts'
import { privacyWords as words } from '#contract/messages/staff-privacy.ts'
import { staffApi } from '#contract/paths.ts'
import { auditList, auditVerification, type AuditList } from '#contract/schemas/staff-privacy.ts'
import { whenText } from '#web/features/staff/format.ts'
import { Failed, Loading } from '#web/features/staff/screen.tsx'
import { bodyOf } from '#web/features/staff/session.ts'
import { useAction } from '#web/features/staff/use-action.ts'
import { getJson } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'

const url = `${staffApi}/privacy/audit`
const fallback = deskWords.failed

/** Who saw, took, changed or destroyed what is kept of people; and whether the log of it is whole. */
export function AuditLog() {
  const query = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam }) =>
      bodyOf(() =>
        getJson({ url: url + (pageParam ? `?before=${pageParam}` : ''), schema: auditList, fallback }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
  const entries = query.data?.pages.flatMap((page) => page.entries)
  return (
    <section className="desk-panel desk-stack" aria-labelledby="audit">
      <div className="desk-section-head">
        <h2 id="audit">{words.audit}</h2>
        <Verify />
      </div>
      {query.isPending && <Loading />}
      {query.isError && !entries && <Failed message={fallback} retry={() => void query.refetch()} />}
      {entries && <Entries entries={entries} />}
      {query.hasNextPage && (
        <div className="desk-actions">
          <ActionButton busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {words.more}
          </ActionButton>
        </div>
      )}
    </section>
  )
}

function Verify() {
  const [said, setSaid] = useState('')
  const { busy, problem, run } = useAction()
  const ask = { url: `${url}/verification`, schema: auditVerification, fallback }
  const verify = () =>
    void run(
      'verify',
      () => getJson(ask),
      ({ entries, lastHash, fault }) =>
        setSaid(fault === null ? words.whole(entries, lastHash) : words.broken(fault)),
    )
  return (
    <>
      <ActionButton busy={busy === 'verify'} onClick={verify}>
        {words.verify}
      </ActionButton>
      <p role="status" className="w-full wrap-anywhere">
        {said}
      </p>
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
    </>
  )
}

function Entries({ entries }: Pick<AuditList, 'entries'>) {
  if (entries.length === 0) return <p className="text-quiet">{words.noEntries}</p>
  return (
    <ul className="desk-lines">
      {entries.map(({ seq, at, actor, action, reference, detail }) => (
        <li key={seq}>
          <span className="min-w-0 wrap-anywhere">
            <strong>{action}</strong> · {actor} <span className="text-quiet">· {whenText(at)}</span>
            <span className="block text-quiet">
              {[`#${seq}`, reference, ...Object.entries(detail).map(([name, value]) => `${name}: ${value}`)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
