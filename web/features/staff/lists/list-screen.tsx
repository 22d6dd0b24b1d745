import { useId, useState } from 'react'
import { listWords } from './words.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { recordSorts, type RecordKind } from '#contract/schemas/staff-records.ts'
import { beginCall, beginPages, usePages, useCall, useSend } from '#web/features/staff/calls.ts'
import { deskPaths, Link, placeAt, useQueryText, type Place } from '#web/features/staff/router.tsx'
import { Loaded, More, Screen, Problem } from '#web/features/staff/screen.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBar, readSelection, select, writeSelection } from './filter-bar.tsx'
import { RecordTable, type SelectedRow } from './record-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { X } from 'lucide-react'
import { PlainSelect } from '#web/ui/field.tsx'

/** Returns the query of a list, and how it continues. */
function listOf(kind: RecordKind, address: string) {
  const { sort, ...filters } = readSelection(kind, address)
  const given = { params: { kind }, query: { ...filters, sort } }
  return { sort, filters, asked: ['records.list', given, { cursor: 'after', list: 'rows' }] as const }
}

/** Begins to read the list of this address while the signed-in person is read. */
export function beginList(): void {
  const place = placeAt(location.pathname)
  if (place.is !== 'list') return
  beginPages(...listOf(place.kind, location.search.slice(1)).asked)
  beginCall('me.views', {})
}

/** One of the three lists, with the filters in its address. */
export function ListScreen({ place }: { place: Place }) {
  const query = useQueryText()
  // Only displayed records can be selected, so other filters clear the selection.
  const [chosen, setChosen] = useState<{ of: string; records: SelectedRow[] }>({ of: query, records: [] })
  const selected = chosen.of === query ? chosen.records : []
  if (place.is !== 'list') return null
  return (
    <Screen title={screenNames[place.kind]} actions={<Actions kind={place.kind} selected={selected} />}>
      <SavedViews kind={place.kind} />
      <FilterBar kind={place.kind} />
      <Records
        key={query}
        kind={place.kind}
        selected={selected}
        select={(records) => setChosen({ of: query, records })}
      />
    </Screen>
  )
}

function Actions({ kind, selected }: { kind: RecordKind; selected: SelectedRow[] }) {
  const { sort: _, ...filters } = readSelection(kind, useQueryText())
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 print:hidden">
      <Sort kind={kind} />
      {kind === 'applications' && (
        <Link href={deskPaths.board} className="button button-quiet">
          {listWords.board}
        </Link>
      )}
      <ExportButton kind={kind} filters={filters} selected={selected} />
    </div>
  )
}

/** The order of the list, which is in its address beside the filters. */
function Sort({ kind }: { kind: RecordKind }) {
  const selection = readSelection(kind, useQueryText())
  const id = useId()
  function choose(name: string) {
    const sort = recordSorts.find((one) => one === name)
    select(kind, { ...selection, sort })
  }
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-label font-semibold max-desk:sr-only">
        {listWords.sort}
      </label>
      <PlainSelect
        id={id}
        className="control max-desk:w-[min(11rem,calc(100vw-2rem))]"
        value={selection.sort ?? recordSorts[0]}
        choices={recordSorts.map((name) => [name, listWords.sorts[name]] as const)}
        choose={choose}
      />
    </div>
  )
}

interface RecordsProps {
  kind: RecordKind
  selected: SelectedRow[]
  select(records: SelectedRow[]): void
}

function Records({ kind, selected, select: setSelected }: RecordsProps) {
  const { sort, filters, asked } = listOf(kind, useQueryText())
  const list = usePages(...asked)
  const noneAtAll = Object.keys(filters).length > 0 ? listWords.noneMatch : listWords.none[kind]
  return (
    <div>
      <SelectionBar kind={kind} selected={selected} select={setSelected} />
      <Loaded query={list}>
        {(rows) =>
          rows.length === 0 && !list.hasNextPage ? (
            <p className="state">{noneAtAll}</p>
          ) : (
            <>
              <RecordTable kind={kind} rows={rows} sort={sort} selected={selected} onSelect={setSelected} />
              <p role="status" className="my-3 text-quiet">
                {rows.length === 0 ? listWords.noneYet : listWords.shown(rows.length, !list.hasNextPage)}
              </p>
              <More list={list} words={listWords.more} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

/** The filters that this person saved under a name. */
function SavedViews({ kind }: { kind: RecordKind }) {
  const { data } = useCall('me.views', {})
  const query = writeSelection(kind, readSelection(kind, useQueryText()))
  const remove = useSend('me.deleteView')
  const views = data?.views.filter((view) => view.kind === kind) ?? []
  if (views.length === 0) return null
  return (
    <div
      role="group"
      aria-label={listWords.views}
      className="mb-3 flex flex-wrap items-center gap-2 print:hidden"
    >
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
      <Problem>{remove.problem}</Problem>
    </div>
  )
}
