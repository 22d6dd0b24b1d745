import { type ReactNode, useState } from 'react'
import type { RecordDetail } from '#contract/schemas/staff-records.ts'
import type { VacancyDetail } from '#contract/schemas/vacancies.ts'
import { Banner } from '#web/ui/status.tsx'
import { conflictOf } from './calls.ts'

type Detail = RecordDetail | VacancyDetail

/**
 * Tracks the version that a choice or a text is based on, which `isHeld` until it is saved. `now` is null if nothing is
 * stored yet. `theirsBetween` returns what other people changed between two versions, one sentence each. All other
 * changes of `now` are followed. Other people's changes are shown after a change was refused for them, or if the held
 * text was kept from `before`; the next change is then based on the new version.
 */
export function useVersion<Of extends Detail>(
  now: Of | null,
  isHeld: boolean,
  theirsBetween: (before: Of, now: Of) => string[],
  before = now,
) {
  const [seen, see] = useState(before)
  const [told, tell] = useState(before?.version === now?.version ? undefined : now?.version)
  const theirs = seen && now ? theirsBetween(seen, now) : []
  if (seen?.version !== now?.version && (!isHeld || theirs.length === 0)) {
    see(now)
    tell(undefined)
  }
  /** Makes a change; returns undefined if it was refused for other people's changes, which are then shown. */
  async function change(make: (version: number) => Promise<Of>, version = told ?? seen?.version ?? 0) {
    try {
      const made = await make(version)
      // What is held by now was typed meanwhile, over this version.
      see(made)
      tell(undefined)
      return made
    } catch (error) {
      const met = conflictOf<Of>(error)
      if (!met || !seen) throw error
      if (theirsBetween(seen, met).length === 0) return change(make, met.version)
      tell(met.version)
      return undefined
    }
  }
  return { seen, change, theirs: isHeld && told !== undefined ? theirs : [] }
}

interface ConflictProps {
  title: string
  theirs: readonly string[]
  /** What happens to the choice or the text. */
  kept: string
  /** Further answers beside discarding it. */
  children?: ReactNode
  drop: string
  onDrop(): void
}

/** Shows the second person who saves what the first one changed, and lets them decide. */
export function Conflict({ title, theirs, kept, children, drop, onDrop }: ConflictProps) {
  if (theirs.length === 0) return null
  return (
    <Banner tone="warning">
      <p className="font-semibold">{title}</p>
      {theirs.map((change) => (
        <p key={change} className="wrap-anywhere">
          {change}
        </p>
      ))}
      <p>{kept}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {children}
        <button
          type="button"
          className="button border-current bg-transparent text-inherit hover:bg-transparent"
          onClick={onDrop}
        >
          {drop}
        </button>
      </div>
    </Banner>
  )
}
