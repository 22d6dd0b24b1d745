import { lazy, Suspense, type ComponentType } from 'react'
import type { StaffOperation } from '#contract/schemas/staff-permissions.ts'
import type { Place } from './router.tsx'
import { Denied, Loading, Unknown } from './screen.tsx'
import { useMay } from './session.ts'

interface ScreenEntry {
  /** What its first call needs; without it the screen says so. */
  operation: StaffOperation
  Component: ComponentType<{ place: Place }>
}

/** Each kind of place with its screen, loaded once it is wanted. */
const screens: Partial<Record<Place['is'], ScreenEntry>> = {
  today: {
    operation: 'today.read',
    Component: lazy(() => import('./today/today-screen.tsx').then((file) => ({ default: file.TodayScreen }))),
  },
  list: {
    operation: 'records.list',
    Component: lazy(() => import('./lists/list-screen.tsx').then((file) => ({ default: file.ListScreen }))),
  },
  board: {
    operation: 'records.list',
    Component: lazy(() => import('./board/board-screen.tsx').then((file) => ({ default: file.BoardScreen }))),
  },
  record: {
    operation: 'records.read',
    Component: lazy(() =>
      import('./record/record-screen.tsx').then((file) => ({ default: file.RecordScreen })),
    ),
  },
  privacy: {
    operation: 'audit.read',
    Component: lazy(() =>
      import('./privacy/privacy-screen.tsx').then((file) => ({ default: file.PrivacyScreen })),
    ),
  },
  webhooks: {
    operation: 'webhooks.read',
    Component: lazy(() =>
      import('./webhooks/webhooks-screen.tsx').then((file) => ({ default: file.WebhooksScreen })),
    ),
  },
  account: {
    operation: 'me.sessions',
    Component: lazy(() =>
      import('./access/account-screen.tsx').then((file) => ({ default: file.AccountScreen })),
    ),
  },
  people: {
    operation: 'staff.list',
    Component: lazy(() =>
      import('./access/people-screen.tsx').then((file) => ({ default: file.PeopleScreen })),
    ),
  },
  search: {
    operation: 'records.search',
    Component: lazy(() =>
      import('./lists/search-screen.tsx').then((file) => ({ default: file.SearchScreen })),
    ),
  },
}

/** The screen of a place, as far as the role may see it. */
export function ScreenAt({ place }: { place: Place }) {
  const screen = screens[place.is]
  return screen ? <Allowed screen={screen} place={place} /> : <Unknown />
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
