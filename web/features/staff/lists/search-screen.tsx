import { useInfiniteQuery } from '@tanstack/react-query'
import { listWords } from '#contract/messages/staff-lists.ts'
import { deskWords, screenNames } from '#contract/messages/staff.ts'
import { staffApi } from '#contract/paths.ts'
import { searchAnswer } from '#contract/schemas/staff-records.ts'
import { Link, recordPath, useMoveState } from '#web/features/staff/router.tsx'
import { Failed, Loading, Screen } from '#web/features/staff/screen.tsx'
import { bodyOf } from '#web/features/staff/session.ts'
import { StatusMark } from '#web/features/staff/status-mark.tsx'
import { getJson } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'

function readHits(q: string, after: string) {
  const query = new URLSearchParams(after ? { q, after } : { q })
  const url = `${staffApi}/search?${query.toString()}`
  return bodyOf(() => getJson({ url, schema: searchAnswer, fallback: deskWords.failed }))
}

/** Hits of a search over all three lists. What is searched for stands beside the address, not in it. */
export function SearchScreen() {
  const state = useMoveState()
  const text = typeof state === 'string' ? state : ''
  return (
    <Screen title={screenNames.search}>
      {text ? <Hits key={text} text={text} /> : <p className="desk-state">{listWords.searchFirst}</p>}
    </Screen>
  )
}

function Hits({ text }: { text: string }) {
  const search = useInfiniteQuery({
    queryKey: ['search', text],
    queryFn: ({ pageParam }) => readHits(text, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  if (search.isPending) return <Loading />
  const hits = search.data?.pages.flatMap((page) => page.hits)
  if (!hits) return <Failed message={search.error?.message ?? ''} retry={() => void search.refetch()} />
  return (
    <>
      <p role="status" className="desk-count">
        {hits.length === 0 && !search.hasNextPage ? listWords.noResults : listWords.results(hits.length)}
      </p>
      <ul className="desk-hits" aria-label={listWords.searchFor(text)}>
        {hits.map(({ id, kind, reference, name, status, place }) => (
          <li key={`${kind} ${id}`}>
            {reference && (
              <Link href={recordPath(reference)} className="link desk-reference">
                {reference}
              </Link>
            )}
            <strong>{name}</strong>
            <StatusMark status={status} />
            <span className="text-quiet">
              {screenNames[kind]}
              {place && ` · ${place}`}
            </span>
          </li>
        ))}
      </ul>
      {search.hasNextPage && (
        <ActionButton busy={search.isFetchingNextPage} onClick={() => void search.fetchNextPage()}>
          {listWords.more}
        </ActionButton>
      )}
    </>
  )
}
