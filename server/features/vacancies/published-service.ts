import { todayInIndia } from '#contract/dates.ts'
import { languageCodes } from '#contract/messages/languages.ts'
import { plainText } from '#contract/rich-text.ts'
import { vacancyAddress } from '#contract/paths.ts'
import { placeIn, placeKey } from '#contract/places.ts'
import { type JobFilters, JOBS_PAGE, type JobsPage, type PublicVacancy } from '#contract/schemas/jobs.ts'
import type { App } from '#server/context.ts'
import { currentRevision, vacanciesSince, type Vacancy } from './store.ts'

/** How often the counter of changes is read: what is published reaches every process within a second. */
const LOOK_MS = 250
/** For how long the page of a closed vacancy says so; then it is gone. */
const CLOSED_SHOWN_MS = 30 * 86_400_000

/** A place that no vacancy can have. */
const NOWHERE = '-'

/** The vacancies that visitors may see, in memory. */
export interface Published {
  /** Open ones, the newest first. */
  open(): readonly PublicVacancy[]
  /** The one of that reference; `gone` once it has been closed for thirty days; undefined where none was ever published. */
  find(reference: string): PublicVacancy | 'gone' | undefined
  /** The filters with the place as the list of places spells it; one that no open vacancy has is `NOWHERE`, whatever was asked. */
  spelt(filters: JobFilters): JobFilters
  /** A page of those that fit the filters. */
  list(filters: JobFilters): JobsPage
  /** Reads what changed, at once. */
  refresh(): Promise<void>
  close(): void
}

interface Known extends PublicVacancy {
  createdAt: number
  closedAt: number | null
  /** What the search by text reads. */
  words: string
}

/**
 * Keeps the published vacancies in memory and reads those that changed, by the counter in the database: a process that starts
 * later reads all, and a crash between a publishing and its page changes nothing. While the database does not answer, what was
 * read last is shown.
 */
export async function createPublished(app: App): Promise<Published> {
  const { db, clock, log } = app
  const known = new Map<string, Known>()
  let seen = 0
  let open: readonly Known[] = []
  let places: readonly string[] = []
  let day = ''
  let reading: Promise<void> | undefined
  let isFailing = false

  function sort(): void {
    day = todayInIndia(clock.now())
    open = [...known.values()]
      .map((vacancy) => ({ ...vacancy, isOpen: isOpen(vacancy, day) }))
      .filter((vacancy) => vacancy.isOpen)
      .toSorted(newestFirst)
    places = placesOf(open)
  }

  async function read(): Promise<void> {
    if (todayInIndia(clock.now()) !== day) sort()
    const now = await currentRevision(db)
    if (now === seen) return
    // A counter that went back is another database's, such as one restored from a backup.
    const isOther = now < seen
    if (isOther) {
      known.clear()
      seen = 0
    }
    const changed = await vacanciesSince(app, seen)
    for (const vacancy of changed) known.set(vacancy.reference, publicOf(vacancy, clock.now()))
    // Not every change shows: one may be of a draft, or of a vacancy that is deleted.
    seen = Math.max(now, changed.at(-1)?.revision ?? 0)
    if (changed.length > 0 || isOther) sort()
  }

  function spelt({ place, ...filters }: JobFilters): JobFilters {
    if (place === undefined || place === '') return filters
    const where = placeId(place)
    return { ...filters, place: places.find((one) => placeId(one) === where) ?? NOWHERE }
  }

  const refresh = () => (reading ??= read().finally(() => (reading = undefined)))
  await refresh()
  const timer = setInterval(() => {
    refresh().then(
      () => (isFailing = false),
      (error: unknown) => {
        // Looked four times a second, and said once until the database answers again.
        if (!isFailing) log.warn({ err: error }, 'the vacancies could not be read again')
        isFailing = true
      },
    )
  }, LOOK_MS).unref()

  return {
    open: () => open,
    find(reference) {
      const vacancy = known.get(reference.toUpperCase())
      if (!vacancy) return undefined
      const since = vacancy.closedAt ?? Date.parse(`${vacancy.open_until}T18:30:00Z`)
      const isShown = isOpen(vacancy, todayInIndia(clock.now()))
      if (!isShown && clock.now() - since > CLOSED_SHOWN_MS) return 'gone'
      return { ...vacancy, isOpen: isShown }
    },
    spelt,
    list: (filters) => ({ ...pageOf(open, spelt(filters)), places }),
    refresh,
    close: () => clearInterval(timer),
  }
}

function newestFirst(one: Known, other: Known): number {
  if (one.posted_on !== other.posted_on) return one.posted_on < other.posted_on ? 1 : -1
  return other.createdAt - one.createdAt
}

function isOpen({ closedAt, open_until }: Known, today: string): boolean {
  return closedAt === null && open_until >= today
}

function publicOf(
  { content, reference, postedOn, state, closedAt, changedAt, createdAt }: Vacancy,
  now: number,
): Known {
  const { agreed, agreed_by, agreed_on, agreed_to_show, tell_stages, ...shown } = content
  for (const key of shownTexts) shown[key] = plainText(shown[key]).toWellFormed()
  // Of one that is gone, nothing is shown but that it is gone.
  if (state === 'closed' && now - (closedAt ?? changedAt) > CLOSED_SHOWN_MS)
    for (const key of ['description', 'description_hi', 'description_gu'] as const) shown[key] = ''
  const employer = shown.confidential ? '' : shown.employer
  const { city, state: region } = shown
  const places = languageCodes.flatMap((code) => [placeIn(city, code), placeIn(region, code)])
  const texts = [shown.title, shown.title_hi, shown.title_gu, employer, ...places, reference]
  return {
    ...{ ...shown, employer, reference, posted_on: postedOn, isOpen: state === 'published' },
    address: vacancyAddress(shown.title, reference),
    changed_at: changedAt,
    createdAt,
    closedAt: state === 'closed' ? (closedAt ?? changedAt) : null,
    words: texts.join('\n').toLowerCase(),
  }
}

/** What visitors read as text, without what could turn it round or hide a part of it. */
const shownTexts = [
  ...(['title', 'title_hi', 'title_gu', 'description', 'description_hi', 'description_gu'] as const),
  ...(['employer', 'city', 'state', 'education'] as const),
] as const

/** States and cities in the order of the alphabet, each once however it is spelt: as of the newest vacancy. */
function placesOf(open: readonly Known[]): string[] {
  const places = new Map<string, string>()
  for (const { remote, city, state } of open)
    for (const one of remote ? [] : [state, city])
      if (one !== '' && !places.has(placeId(one))) places.set(placeId(one), one)
  return [...places.values()].toSorted((one, other) => one.localeCompare(other))
}

/** One for every spelling of a place. */
function placeId(written: string): string {
  return placeKey(written) ?? written.toLowerCase()
}

function pageOf(open: readonly Known[], filters: JobFilters): Omit<JobsPage, 'places'> {
  const { q, sector, place, employment, remote, page } = filters
  const words = (q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const where = place === undefined ? undefined : placeId(place)
  const fits = open.filter(
    (vacancy) =>
      (sector === undefined || vacancy.sector === sector) &&
      (employment === undefined || vacancy.employment.includes(employment)) &&
      (remote === undefined || vacancy.remote) &&
      (where === undefined || [vacancy.city, vacancy.state].some((one) => placeId(one) === where)) &&
      words.every((word) => vacancy.words.includes(word)),
  )
  const at = Math.min(page, Math.max(1, Math.ceil(fits.length / JOBS_PAGE)))
  return {
    filters: { ...filters, page: at },
    vacancies: fits.slice((at - 1) * JOBS_PAGE, at * JOBS_PAGE),
    total: fits.length,
  }
}
