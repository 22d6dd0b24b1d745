import type { ComponentType } from 'react'
import type { StaffRole } from '#contract/schemas/staff-access.ts'
import { mayDo, type StaffCallName } from '#contract/calls/staff-calls.ts'
import { later } from '#web/lib/async.ts'
import { lateComponent } from '#web/ui/load-state.tsx'
import type { Place } from './router.tsx'
import { Denied, Unknown, untilHere } from './screen.tsx'
import { useSelf } from './session.ts'

type View = ComponentType<{ place: Place }>

/** A screen's code, and its first call, without whose permission the screen says so. */
function screen(operation: StaffCallName, load: () => Promise<View>) {
  const code = later(load)
  return { operation, fetch: code.fetch, View: lateComponent(code, untilHere) }
}

/** The screen of each kind of place, loaded on demand. */
const screens: Partial<Record<Place['is'], ReturnType<typeof screen>>> = {
  today: screen('today.read', async () => {
    const { beginToday, TodayScreen } = await import('./today/today-screen.tsx')
    beginToday()
    return TodayScreen
  }),
  work: screen('today.work', async () => (await import('./today/work.tsx')).WorkScreen),
  list: screen('records.list', async () => {
    const { beginList, ListScreen } = await import('./lists/list-screen.tsx')
    beginList()
    return ListScreen
  }),
  board: screen('records.list', async () => (await import('./board/board-screen.tsx')).BoardScreen),
  vacancies: screen(
    'vacancies.list',
    async () => (await import('./vacancies/list-screen.tsx')).VacanciesScreen,
  ),
  vacancy: screen(
    'vacancies.read',
    async () => (await import('./vacancies/vacancy-screen.tsx')).VacancyScreen,
  ),
  vacancyBoard: screen(
    'vacancies.board',
    async () => (await import('./vacancies/board-screen.tsx')).VacancyBoardScreen,
  ),
  record: screen('records.read', async () => (await import('./record/record-screen.tsx')).RecordScreen),
  privacy: screen('audit.read', async () => (await import('./privacy/privacy-screen.tsx')).PrivacyScreen),
  webhooks: screen(
    'webhooks.list',
    async () => (await import('./webhooks/webhooks-screen.tsx')).WebhooksScreen,
  ),
  account: screen('me.sessions', async () => (await import('./access/account-screen.tsx')).AccountScreen),
  people: screen('staff.list', async () => (await import('./access/people-screen.tsx')).PeopleScreen),
  search: screen('records.search', async () => (await import('./lists/search-screen.tsx')).SearchScreen),
}

/** Begins to load the screen of a place while the signed-in person is read. */
export function loadScreen({ is }: Place): void {
  void screens[is]?.fetch()
}

/** Returns whether a role may see the screen of a place. */
export function maySee(role: StaffRole, { is }: Place): boolean {
  const entry = screens[is]
  return entry !== undefined && mayDo(role, entry.operation)
}

/** The screen of a place, if the role may see it. */
export function ScreenAt({ place }: { place: Place }) {
  const { role } = useSelf()
  const entry = screens[place.is]
  if (!entry) return <Unknown />
  if (!maySee(role, place)) return <Denied />
  const { View } = entry
  // Another record is another screen, whose heading is announced.
  return <View key={JSON.stringify(place)} place={place} />
}
