import { useEffect, useState } from 'react'
import { closingNames, vacancyWords as words } from './words.ts'
import { optionNames } from '#contract/messages/staff-vacancies.ts'
import { screenNames, statusNames } from '#contract/messages/staff.ts'
import { vacancyStateNames } from '#web/features/staff/words.ts'
import { staffPages } from '#contract/paths.ts'
import {
  candidateStages,
  vacancyListQuery,
  type VacancyRow,
  vacancyStates,
  vacancyWaits,
} from '#contract/schemas/vacancies.ts'
import { usePages } from '#web/features/staff/calls.ts'
import { Select, TextField } from '#web/ui/field.tsx'
import { dayText, Mark } from '#web/features/staff/format.tsx'
import { FilterFold } from '#web/features/staff/lists/filter-bar.tsx'
import { type Column, nameLook, RowLink, RowTable } from '#web/features/staff/lists/row-table.tsx'
import { Link, moveTo, useQueryText, vacancyBoardPath, vacancyPath } from '#web/features/staff/router.tsx'
import { Loaded, More, Screen } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'

/** The vacancies, newest first, with the filters in the address. */
export function VacanciesScreen() {
  const may = useMay('vacancies.create')
  const filters = readFilters(useQueryText())
  const list = usePages('vacancies.list', { query: filters }, { cursor: 'after', list: 'rows' })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Screen
      title={screenNames.vacancies}
      actions={
        may && (
          <button type="button" className="button" onClick={() => moveTo(`${staffPages.vacancies}/new`)}>
            {words.new}
          </button>
        )
      }
    >
      <Filters filters={filters} />
      <Loaded query={list}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="state">{isFiltered ? words.noneMatch : words.none}</p>
          ) : (
            <>
              <RowTable name={words.columns.title} link={nameOf} columns={columns} rows={rows} />
              <p role="status" className="my-3 text-quiet">
                {words.shown(rows.length, !list.hasNextPage)}
              </p>
              <More list={list} words={words.more} />
            </>
          )
        }
      </Loaded>
    </Screen>
  )
}

type Filters = ReturnType<typeof readFilters>

/** Unknown filters and invalid values are left out. */
function readFilters(query: string) {
  const given = new URLSearchParams(query)
  const { shape } = vacancyListQuery
  const texts = (['q', 'employer', 'place'] as const).flatMap((name) => {
    const text = shape[name].safeParse(given.get(name) ?? undefined).data
    return text ? [[name, text] as const] : []
  })
  const state = shape.state.safeParse(given.get('state') ?? undefined).data
  const waits = shape.waits.safeParse(given.get('waits') ?? undefined).data
  return {
    ...(Object.fromEntries(texts) as { q?: string; employer?: string; place?: string }),
    ...(state === undefined ? {} : { state }),
    ...(waits === undefined ? {} : { waits }),
  }
}

function Filters({ filters }: { filters: Filters }) {
  function set(change: Record<string, string>) {
    const all: Record<string, string> = { ...filters, ...change }
    const wanted = Object.entries(all).filter(([, value]) => value !== '')
    const query = new URLSearchParams(wanted).toString()
    moveTo(query ? `${staffPages.vacancies}?${query}` : staffPages.vacancies, { replace: true })
  }
  return (
    <FilterFold count={Object.keys(filters).length}>
      {() => (
        <>
          {(['q', 'employer', 'place'] as const).map((name) => (
            <FilterText
              key={name}
              label={filterLabels[name]}
              value={filters[name] ?? ''}
              set={(text) => set({ [name]: text })}
            />
          ))}
          <Select
            label={words.filterState}
            value={filters.state ?? ''}
            choices={[
              ['', words.any],
              ...vacancyStates.map((state) => [state, vacancyStateNames[state]] as const),
            ]}
            choose={(state) => set({ state })}
          />
          <Select
            label={words.waiting}
            value={filters.waits ?? ''}
            choices={[['', words.any], ...vacancyWaits.map((waits) => [waits, words.waits[waits]] as const)]}
            choose={(waits) => set({ waits })}
          />
        </>
      )}
    </FilterFold>
  )
}

const filterLabels = {
  q: words.search,
  employer: words.columns.employer,
  place: words.columns.place,
} as const

/** A text that filters once typing pauses. */
function FilterText({ label, value, set }: { label: string; value: string; set(text: string): void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => set(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextField
      label={label}
      type="search"
      value={typed}
      maxLength={100}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  )
}
const PAUSE_MS = 300

const columns: Column<VacancyRow>[] = [
  {
    name: words.columns.applicants,
    look: 'counts',
    show: (row) => (
      <>
        <Applicants {...row} />
        <span className="block wide:hidden">
          {[row.employer, row.place, sectorOf(row)].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  { name: words.columns.employer, look: 'beside', show: ({ employer }) => employer },
  { name: words.columns.sector, look: 'beside', show: sectorOf },
  { name: words.columns.place, look: 'beside', show: ({ place }) => place },
  { name: words.columns.state, look: 'status', show: (row) => <VacancyState {...row} /> },
  {
    name: words.columns.openUntil,
    look: 'age',
    show: ({ openUntil }) =>
      openUntil && (
        <>
          <span className="desk:hidden">{words.until} </span>
          <time dateTime={openUntil}>{dayText(openUntil)}</time>
        </>
      ),
  },
]

function sectorOf({ sector }: VacancyRow): string {
  return (optionNames as Partial<Record<string, string>>)[sector] ?? ''
}

function nameOf({ reference, title }: VacancyRow) {
  return (
    <RowLink href={vacancyPath(reference)} reference={reference} isWide>
      <span className={nameLook}>{title || words.untitled}</span>
    </RowLink>
  )
}

export function VacancyState({ state, closedAs }: Pick<VacancyRow, 'state' | 'closedAs'>) {
  const tone = ({ draft: 'new', published: 'good', closed: 'past' } as const)[state]
  const name = vacancyStateNames[state]
  return <Mark tone={tone}>{closedAs === null ? name : `${name} · ${closingNames[closedAs]}`}</Mark>
}

/** How many candidates are at each stage, with a link to the board. */
function Applicants({ reference, applicants }: VacancyRow) {
  const counts = candidateStages.flatMap((stage) => {
    const count = applicants[stage] ?? 0
    return count > 0 ? [words.atStage(statusNames[stage], count)] : []
  })
  if (counts.length === 0) return <span className="text-quiet">{words.nobody}</span>
  return (
    <Link href={vacancyBoardPath(reference)} className="link relative z-1 scroll-mt-14 max-desk:py-1">
      {counts.map((count, at) => (
        <span key={count}>
          {at > 0 && ' · '}
          <span className="whitespace-nowrap">{count}</span>
        </span>
      ))}
      <span className="sr-only"> ({words.boardOf(reference)})</span>
    </Link>
  )
}
