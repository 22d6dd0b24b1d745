import { listWords } from './words.ts'
import { vacancyWords } from '#web/features/staff/vacancies/words.ts'
import { screenNames } from '#contract/messages/staff.ts'
import type { SearchAnswer } from '#contract/schemas/staff-records.ts'
import { useCall, usePages } from '#web/features/staff/calls.ts'
import { StatusMark } from '#web/features/staff/format.tsx'
import { Link, recordPath, useMoveState, vacancyPath } from '#web/features/staff/router.tsx'
import { Loaded, More, Screen } from '#web/features/staff/screen.tsx'
import { placeRow } from './record-table.tsx'

/** Returns whether a text may belong to a vacancy; addresses and numbers of persons are searched only among people. */
function isVacancyText(text: string): boolean {
  return text.length <= 100 && /\p{L}{2}/u.test(text) && !text.includes('@')
}

/** The hits over all three lists, below the vacancies. The searched text is in the history's state, not the address. */
export function SearchScreen() {
  const state = useMoveState()
  const text = typeof state === 'string' ? state : ''
  return (
    <Screen title={screenNames.search}>
      {text && isVacancyText(text) && <FoundVacancies key={`vacancies ${text}`} text={text} />}
      {text ? <Hits key={text} text={text} /> : <p className="state">{listWords.searchFirst}</p>}
    </Screen>
  )
}

/** Vacancies by reference, title, employer or place. */
function FoundVacancies({ text }: { text: string }) {
  const { rows = [] } = useCall('vacancies.list', { query: { q: text } }).data ?? {}
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="found-vacancies" className="mb-6">
      <h2 id="found-vacancies" className="text-subhead">
        {screenNames.vacancies}
      </h2>
      <ul>
        {rows.map(({ reference, title, employer, place }) => (
          <li key={reference} className={line}>
            <Link href={vacancyPath(reference)} className={lead}>
              <strong className="link">{title || vacancyWords.untitled}</strong>{' '}
              <span className="font-semibold whitespace-nowrap digits">{reference}</span>
            </Link>
            <span />
            <span className="text-quiet">{[employer, place].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const line =
  'flex flex-wrap items-baseline gap-x-5 gap-y-1 border-b border-line py-2.5 wrap-anywhere desk:grid desk:grid-cols-[minmax(0,24rem)_9rem_minmax(0,1fr)]'
const lead = 'inline-flex flex-wrap content-center items-baseline gap-x-3 wrap-anywhere max-desk:min-h-11'

function Hits({ text }: { text: string }) {
  const search = usePages('records.search', { body: { q: text } }, { cursor: 'after', list: 'hits' })
  return (
    <Loaded query={search}>
      {(hits) => (
        <>
          <p role="status" className="my-3 text-quiet">
            {hits.length === 0 && !search.hasNextPage
              ? listWords.noResults
              : listWords.results(hits.length, !search.hasNextPage)}
          </p>
          <ul aria-label={listWords.searchFor(text)}>
            {hits.map((hit) => (
              <Hit key={`${hit.kind} ${hit.id}`} {...hit} />
            ))}
          </ul>
          <More list={search} words={listWords.more} />
        </>
      )}
    </Loaded>
  )
}

function Hit(hit: SearchAnswer['hits'][number]) {
  const { kind, reference, name, status } = hit
  const place = kind === 'applications' ? placeRow(hit) : hit.place
  return (
    <li className={line}>
      {reference ? (
        <Link href={recordPath(reference)} className={lead}>
          <strong className="link">{name}</strong>{' '}
          <span className="font-semibold whitespace-nowrap digits">{reference}</span>
        </Link>
      ) : (
        <strong>{name}</strong>
      )}
      <StatusMark status={status} />
      <span className="text-quiet">
        {screenNames[kind]}
        {place && ` · ${place}`}
      </span>
    </li>
  )
}
