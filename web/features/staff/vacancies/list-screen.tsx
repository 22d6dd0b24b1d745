import type { ReactNode } from 'react'
import {
  closingNames,
  optionNames,
  vacancyStateNames,
  vacancyWords as words,
} from '#contract/messages/staff-vacancies.ts'
import { screenNames, statusNames } from '#contract/messages/staff.ts'
import { staffPages } from '#contract/paths.ts'
import {
  candidateStages,
  vacancyListQuery,
  type VacancyRow,
  vacancyStates,
  vacancyWaits,
} from '#contract/schemas/vacancies.ts'
import { usePages } from '#web/features/staff/calls.ts'
import { Select } from '#web/ui/field.tsx'
import { dayText, Mark } from '#web/features/staff/format.tsx'
import { headCell } from '#web/features/staff/lists/record-table.tsx'
import { Link, moveTo, useQueryText, vacancyBoardPath, vacancyPath } from '#web/features/staff/router.tsx'
import { Loaded, More, Screen } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'

/** The vacancies, the newest first, with the filters that stand in the address. */
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
              <VacancyTable rows={rows} />
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

/** What is no filter, or has no valid value, is left out. */
function readFilters(query: string) {
  const given = new URLSearchParams(query)
  const { shape } = vacancyListQuery
  const state = shape.state.safeParse(given.get('state') ?? undefined).data
  const waits = shape.waits.safeParse(given.get('waits') ?? undefined).data
  return { ...(state === undefined ? {} : { state }), ...(waits === undefined ? {} : { waits }) }
}

function Filters({ filters }: { filters: Filters }) {
  function set(change: Record<string, string>) {
    const all: Record<string, string> = { ...filters, ...change }
    const wanted = Object.entries(all).filter(([, value]) => value !== '')
    const query = new URLSearchParams(wanted).toString()
    moveTo(query ? `${staffPages.vacancies}?${query}` : staffPages.vacancies, { replace: true })
  }
  return (
    <div className="mb-3 fill-[11rem] gap-x-3 gap-y-2">
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
    </div>
  )
}

const columns = words.columns

const cells: [name: keyof typeof columns, show: (row: VacancyRow) => ReactNode, look?: string][] = [
  ['state', (row) => <VacancyState {...row} />],
  ['sector', ({ sector }) => (optionNames as Partial<Record<string, string>>)[sector]],
  ['place', ({ place }) => place, 'wrap-anywhere'],
  [
    'openUntil',
    ({ openUntil }) => openUntil && <time dateTime={openUntil}>{dayText(openUntil)}</time>,
    'whitespace-nowrap',
  ],
  ['applicants', (row) => <Applicants {...row} />],
]

/** How a vacancy stands. */
export function VacancyState({ state, closedAs }: Pick<VacancyRow, 'state' | 'closedAs'>) {
  const tone = ({ draft: 'new', published: 'good', closed: 'past' } as const)[state]
  const name = vacancyStateNames[state]
  return <Mark tone={tone}>{closedAs === null ? name : `${name} · ${closingNames[closedAs]}`}</Mark>
}

const bodyRow =
  'relative border-b border-line hover:bg-panel max-desk:mb-3 max-desk:fill-[9rem] max-desk:gap-x-4 max-desk:gap-y-2 max-desk:rounded-card max-desk:border max-desk:bg-panel max-desk:px-4 max-desk:py-3'
const cell = 'px-2.5 py-1.5 max-desk:min-w-0 max-desk:p-0'
/** On a card each value has the name of its column above it. */
const labelled =
  'max-desk:before:block max-desk:before:text-[0.8125rem] max-desk:before:text-quiet max-desk:before:content-[attr(data-label)] max-desk:empty:before:hidden'

/** A table, or cards where there is no room for one. */
function VacancyTable({ rows }: { rows: VacancyRow[] }) {
  return (
    <table className="w-full text-small max-desk:block">
      <thead className="max-desk:block">
        <tr className="max-desk:block">
          {(['title', ...cells.map(([name]) => name)] as const).map((name) => (
            <th key={name} scope="col" className={`${headCell} max-desk:sr-only`}>
              {columns[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-desk:block">
        {rows.map((row) => (
          <tr key={row.reference} className={bodyRow}>
            <th
              scope="row"
              className={`${cell} min-w-24 text-left font-normal wrap-anywhere max-desk:col-span-full`}
            >
              {/* The row's own link lies over the whole row. */}
              <Link href={vacancyPath(row.reference)} className="after:absolute after:inset-0">
                <span className="link font-semibold">{row.title || words.untitled}</span>{' '}
                <span className="text-label whitespace-nowrap text-quiet tabular-nums">{row.reference}</span>
              </Link>
            </th>
            {cells.map(([name, show, look = '']) => (
              <td key={name} className={`${cell} ${labelled} ${look}`} data-label={columns[name]}>
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How many stand at each stage, which leads to the board. */
function Applicants({ reference, applicants }: VacancyRow) {
  const counts = candidateStages.flatMap((stage) => {
    const count = applicants[stage] ?? 0
    return count > 0 ? [words.atStage(statusNames[stage], count)] : []
  })
  if (counts.length === 0) return <span className="text-quiet">{words.nobody}</span>
  return (
    <Link href={vacancyBoardPath(reference)} className="link relative z-1">
      {counts.join(' · ')}
      <span className="sr-only"> ({words.boardOf(reference)})</span>
    </Link>
  )
}
