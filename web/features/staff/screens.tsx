import { lazy, Suspense, type ComponentType } from 'react'
import type { StaffOperation } from '#contract/schemas/staff-permissions.ts'
import type { Place } from './router.tsx'
import { Denied, Loading, Unknown } from './screen.tsx'
import { useMay } from './session.ts'

type Component = ComponentType<{ place: Place }>
type Load = () => Promise<{ default: Component }>

interface ScreenEntry {
  /** What its first call needs; without it the screen says so. */
  operation: StaffOperation
  Component: Component
  load: Load
}

function screen(operation: StaffOperation, load: Load): ScreenEntry {
  return { operation, load, Component: lazy(load) }
}

/** Each kind of place with its screen, loaded once it is wanted. */
const screens: Partial<Record<Place['is'], ScreenEntry>> = {
  today: screen('today.read', () =>
    import('./today/today-screen.tsx').then((file) => ({ default: file.TodayScreen })),
  ),
  list: screen('records.list', () =>
    import('./lists/list-screen.tsx').then((file) => ({ default: file.ListScreen })),
  ),
  board: screen('records.list', () =>
    import('./board/board-screen.tsx').then((file) => ({ default: file.BoardScreen })),
  ),
  record: screen('records.read', () =>
    import('./record/record-screen.tsx').then((file) => ({ default: file.RecordScreen })),
  ),
  privacy: screen('audit.read', () =>
    import('./privacy/privacy-screen.tsx').then((file) => ({ default: file.PrivacyScreen })),
  ),
  webhooks: screen('webhooks.read', () =>
    import('./webhooks/webhooks-screen.tsx').then((file) => ({ default: file.WebhooksScreen })),
  ),
  account: screen('me.sessions', () =>
    import('./access/account-screen.tsx').then((file) => ({ default: file.AccountScreen })),
  ),
  people: screen('staff.list', () =>
    import('./access/people-screen.tsx').then((file) => ({ default: file.PeopleScreen })),
  ),
  search: screen('records.search', () =>
    import('./lists/search-screen.tsx').then((file) => ({ default: file.SearchScreen })),
  ),
}

/** Begins to load the screen of a place; until it is known who is signed in there is time for that. */
export function loadScreen({ is }: Place): void {
  // A failure is told where the screen is wanted.
  screens[is]?.load().catch(() => undefined)
}

/** The screen of a place, as far as the role may see it. */
export function ScreenAt({ place }: { place: Place }) {
  const entry = screens[place.is]
  return entry ? <Allowed screen={entry} place={place} /> : <Unknown />
}

function Allowed({ screen: { operation, Component }, place }: { screen: ScreenEntry; place: Place }) {
  if (!useMay(operation)) return <Denied />
  return (
    <Suspense fallback={<Loading />}>
      {/* Another record is another screen, with its own heading to be heard. */}
      <Component key={JSON.stringify(place)} place={place} />
    </Suspense>
  )
}
