import { type ReactNode, useEffect, useState } from 'react'
import { sectorNames } from '#contract/fields/sectors.ts'
import { filterNames } from '#contract/messages/staff-lists.ts'
import { listWords } from './words.ts'
import { mandateNames, statusNames } from '#contract/messages/staff.ts'
import { vacancyStateNames } from '#web/features/staff/words.ts'
import {
  recordStatuses,
  type RecordFilters,
  type RecordKind,
  type RecordSelection,
  recordSelection,
  recordSorts,
} from '#contract/schemas/staff-records.ts'
import { call, useCall, usePages } from '#web/features/staff/calls.ts'
import { NameForm } from '#web/features/staff/controls.tsx'
import { useColleagues } from '#web/features/staff/records.ts'
import { moveTo, useQueryText } from '#web/features/staff/router.tsx'
import { ActionButton } from '#web/ui/button.tsx'
import { Select, TextField } from '#web/ui/field.tsx'

interface FilterBarProps {
  kind: RecordKind
  /** The filters of the kind unless given. */
  names?: readonly FilterName[]
}

/** Filters that apply together; each change is in the address at once, so that a link keeps it. */
export function FilterBar({ kind, names = filtersOfKind[kind] }: FilterBarProps) {
  const { sort, ...filters } = readSelection(kind, useQueryText())
  const count = names.filter((name) => filters[name] !== undefined).length
  function set(name: FilterName, value: string) {
    select(kind, { ...filters, sort, [name]: value } as RecordSelection)
  }
  return (
    <FilterFold count={count}>
      {() => (
        <>
          {names.map((name) => (
            <Filter
              key={name}
              kind={kind}
              name={name}
              value={filters[name] ?? ''}
              set={(value) => set(name, value)}
            />
          ))}
          {/* Present even without filters, so that setting one moves nothing. */}
          <div className="grid self-end">
            <ActionButton onClick={() => select(kind, { sort })}>{listWords.clear}</ActionButton>
          </div>
          <SaveView kind={kind} />
        </>
      )}
    </FilterFold>
  )
}

interface FilterFoldProps {
  /** How many are set. */
  count: number
  children(): ReactNode
}

/** The filters of a list. On a phone they are folded while none is set; on paper only their number is printed. */
export function FilterFold({ count, children }: FilterFoldProps) {
  // Later only the person opens or closes it, so clearing a filter does not close it over its own field.
  const [wasOpen] = useState(count > 0 || matchMedia('(width >= 60rem)').matches)
  // The choices are read once it is opened.
  const [isMade, setMade] = useState(wasOpen)
  return (
    <details
      className={count > 0 ? 'mb-1' : 'mb-1 print:hidden'}
      open={wasOpen}
      onToggle={() => setMade(true)}
    >
      <summary className="w-fit cursor-pointer py-0.5 font-semibold">{listWords.filters(count)}</summary>
      {isMade && (
        <div
          role="group"
          aria-label={listWords.filterGroup}
          className="fill-[9.5rem] items-end gap-x-3 gap-y-2 print:hidden"
        >
          {children()}
        </div>
      )}
    </details>
  )
}

/** Saves the filters that are set under a name. */
function SaveView({ kind }: { kind: RecordKind }) {
  const query = writeSelection(kind, readSelection(kind, useQueryText()))
  const views = useCall('me.views', {}).data?.views ?? []
  const isSaved = views.some((view) => view.kind === kind && view.query === query)
  return (
    <div className="grid self-end">
      {query && !isSaved ? (
        <NameForm
          button={listWords.saveView}
          label={listWords.viewName}
          save={listWords.save}
          call={(name) => call('me.saveView', { body: { kind, name, query } })}
        />
      ) : (
        <ActionButton disabled>{listWords.saveView}</ActionButton>
      )}
    </div>
  )
}

interface FilterProps {
  kind: RecordKind
  name: FilterName
  value: string
  set(value: string): void
}

function useVacancies(state: 'published' | 'closed') {
  return usePages('vacancies.list', { query: { state } }, { cursor: 'after', list: 'rows' })
}

/** The vacancies that people could apply to: open ones, then closed ones. All are read once the field is used. */
function VacancyFilter({ value, set }: Pick<FilterProps, 'value' | 'set'>) {
  const lists = [useVacancies('published'), useVacancies('closed')]
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    for (const { hasNextPage, isFetching, fetchNextPage } of lists)
      if (isUsed && hasNextPage && !isFetching) void fetchNextPage()
  })
  const rows = lists.flatMap(({ data = [] }) => data)
  const choices = rows.map(({ reference, title, state }) => {
    const parts = [title, reference, ...(state === 'closed' ? [vacancyStateNames.closed] : [])]
    return [reference, parts.join(' · ')] as const
  })
  const isListed = value === '' || rows.some(({ reference }) => reference === value)
  return (
    <Select
      onFocus={() => setUsed(true)}
      label={filterNames.vacancy}
      value={value}
      choices={[['', listWords.any], ...choices, ...(isListed ? [] : [[value, value] as const])]}
      choose={set}
    />
  )
}

function Filter({ kind, name, value, set }: FilterProps) {
  const choices = useChoices(kind, name)
  if (name === 'vacancy') return <VacancyFilter value={value} set={set} />
  const isOfApplicant = name === 'place' && kind === 'applications'
  const label = isOfApplicant ? listWords.wantsOrLivesIn : filterNames[name]
  if (choices) {
    return (
      <Select
        label={label}
        value={value}
        choices={[['', name === 'superseded' ? listWords.hidden : listWords.any], ...choices]}
        choose={set}
      />
    )
  }
  return <TypedFilter label={label} name={name} value={value} set={set} />
}

/** Earlier years occur while a year is typed: 0002, 0020 and 0202. */
const FIRST_DAY = '2000'

/** A day counts once it is complete, a word once it is left or Enter is pressed; each letter would start a search. */
function TypedFilter({ label, name, value, set }: Omit<FilterProps, 'kind'> & { label: string }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const isDay = name !== 'place'
  const take = () => typed.trim() !== value && set(typed.trim())
  return (
    <TextField
      label={label}
      type={isDay ? 'date' : 'text'}
      value={typed}
      autoComplete="off"
      maxLength={isDay ? undefined : 100}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        if (isDay && (text === '' || text >= FIRST_DAY)) set(text)
      }}
      onBlur={isDay ? () => setTyped(value) : take}
      onKeyDown={({ key }) => key === 'Enter' && !isDay && take()}
    />
  )
}

/** Returns values and words of a filter that has a few values. */
function useChoices(kind: RecordKind, name: FilterName): [string, string][] | undefined {
  const colleagues = useColleagues()
  if (name === 'status') return recordStatuses[kind].map((status) => [status, statusNames[status]])
  if (name === 'assigned') {
    return [
      ...Object.entries(listWords.assigned),
      ...colleagues.map(({ id, name }) => [id, name] as [string, string]),
    ]
  }
  if (name === 'document') return Object.entries(listWords.documents)
  if (name === 'sector') return Object.entries(sectorNames)
  if (name === 'superseded') return Object.entries(listWords.supersededChoices)
  if (name === 'mandate') return Object.entries(mandateNames)
  return undefined
}

type FilterName = keyof RecordFilters

const everyList: FilterName[] = ['status', 'assigned', 'from', 'to']
/** The filters of each list, in the order of the screen and of the address. */
const filtersOfKind: Record<RecordKind, FilterName[]> = {
  enquiries: everyList,
  applications: [...everyList, 'place', 'sector', 'vacancy', 'document', 'superseded'],
  executives: [...everyList, 'place', 'mandate'],
}

/** Reads the part of an address after `?`; unknown filters and invalid values are left out. */
export function readSelection(kind: RecordKind, query: string): RecordSelection {
  const given = new URLSearchParams(query)
  const entries = [...filtersOfKind[kind], 'sort' as const].flatMap((name) => {
    const read = recordSelection.safeParse({ [name]: given.get(name) || undefined })
    return read.success && read.data[name] !== undefined ? [[name, read.data[name]]] : []
  })
  return Object.fromEntries(entries) as RecordSelection
}

/** Writes filters and order always in the same way, since the text identifies a list in the cache and a saved view. */
export function writeSelection(kind: RecordKind, { sort, ...filters }: RecordSelection): string {
  const query = new URLSearchParams()
  for (const name of filtersOfKind[kind]) {
    const value = filters[name]
    if (value) query.set(name, value)
  }
  if (sort && sort !== recordSorts[0]) query.set('sort', sort)
  return query.toString()
}

/** Replaces the filters and the order in the address. */
export function select(kind: RecordKind, selection: RecordSelection): void {
  const query = writeSelection(kind, selection)
  moveTo(location.pathname + (query && `?${query}`), { replace: true })
}
