import { useState } from 'react'
import { listWords } from '#contract/messages/staff-lists.ts'
import { screenNames } from '#contract/messages/staff.ts'
import type { RecordKind, SeenRecord } from '#contract/schemas/staff-records.ts'
import { usePages } from '#web/features/staff/calls.ts'
import { deskPaths, Link, useQueryText, type Place } from '#web/features/staff/router.tsx'
import { Loaded, More, Screen } from '#web/features/staff/screen.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { readFilters } from './filters.ts'
import { RecordTable } from './record-table.tsx'
import { SavedViews } from './saved-views.tsx'
import { SelectionBar } from './selection-bar.tsx'

/** One of the three lists, with the filters that stand in its address. */
export function ListScreen({ place }: { place: Place }) {
  const query = useQueryText()
  if (place.is !== 'list') return null
  return (
    <Screen title={screenNames[place.kind]} actions={<Actions kind={place.kind} />}>
      <SavedViews kind={place.kind} />
      <FilterBar kind={place.kind} />
      {/* What is selected is among what is shown: other filters begin anew. */}
      <Records key={query} kind={place.kind} />
    </Screen>
  )
}

function Actions({ kind }: { kind: RecordKind }) {
  const filters = readFilters(kind, useQueryText())
  return (
    <div className="flex flex-wrap items-center gap-2">
      {kind === 'applications' && (
        <Link href={deskPaths.board} className="button button-quiet">
          {listWords.board}
        </Link>
      )}
      <ExportButton kind={kind} filters={filters} />
    </div>
  )
}

function Records({ kind }: { kind: RecordKind }) {
  const filters = readFilters(kind, useQueryText())
  const given = { params: { kind }, query: filters }
  const list = usePages('records.list', given, { cursor: 'after', list: 'rows' })
  const [selected, setSelected] = useState<SeenRecord[]>([])
  const noneAtAll = Object.keys(filters).length > 0 ? listWords.noneMatch : listWords.none[kind]
  return (
    <>
      <Loaded query={list}>
        {(rows) =>
          rows.length === 0 && !list.hasNextPage ? (
            <p className="state">{noneAtAll}</p>
          ) : (
            <>
              <RecordTable kind={kind} rows={rows} selected={selected} onSelect={setSelected} />
              <p role="status" className="my-3 text-quiet">
                {rows.length === 0 ? listWords.noneYet : listWords.shown(rows.length, !list.hasNextPage)}
              </p>
              <More list={list} words={listWords.more} />
            </>
          )
        }
      </Loaded>
      <SelectionBar kind={kind} selected={selected} select={setSelected} />
    </>
  )
}
