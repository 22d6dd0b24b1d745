import { todayInIndia } from '#contract/dates.ts'
import { languageCodes } from '#contract/messages/languages.ts'
import { plainText } from '#contract/rich-text.ts'
import { vacancyAddress } from '#contract/paths.ts'
import { placeIn, placeKey } from '#contract/places.ts'
import { type JobFilters, JOBS_PAGE, type JobsPage, type PublicVacancy } from '#contract/schemas/jobs.ts'
import type { App } from '#server/context.ts'
import { currentRevision, vacanciesSince, type Vacancy } from './store.ts'

/** How often the counter of changes is read; a publication reaches every process within a second. */
const LOOK_MS = 250
/** How long the page of a closed vacancy says so; then it is gone. */
const CLOSED_SHOWN_MS = 30 * 86_400_000

/** A place that no vacancy can have. */
const NOWHERE = '-'

/** The vacancies that visitors may see, in memory. */
export interface Published {
  /** Returns open vacancies, newest first. */
  open(): readonly PublicVacancy[]
  /** Returns the vacancy; `gone` once it has been closed for thirty days; undefined if none was ever published. */
  find(reference: string): PublicVacancy | 'gone' | undefined
  /** Returns the filters with the place as the list of places spells it; `NOWHERE` if no open vacancy has it. */
  spelt(filters: JobFilters): JobFilters
  /** Returns a page of the vacancies that match the filters. */
  list(filters: JobFilters): JobsPage
  /** Reads changes at once. */
  refresh(): Promise<void>
  close(): void
}

interface Known extends PublicVacancy {
  createdAt: number
  closedAt: number | null
  /** The text that the search reads. */
  words: string
}

/**
 * Keeps the published vacancies in memory and reads changed ones, by the counter in the database. So a process that
 * starts later reads all, and a crash between a publication and its page loses nothing. While the database does not
 * answer, the last read vacancies are shown.
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
    // A smaller counter belongs to another database, such as one restored from a backup.
    const isOther = now < seen
    if (isOther) {
      known.clear()
      seen = 0
    }
    const changed = await vacanciesSince(app, seen)
    for (const vacancy of changed) known.set(vacancy.reference, publicOf(vacancy, clock.now()))
    // Some changes are not visible, such as those of a draft or a deleted vacancy.
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
        // Read four times a second, but logged once until the database answers again.
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
  // Pages of vacancies closed long ago show nothing else.
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

/** Texts that visitors read, without characters that could reverse or hide a part. */
const shownTexts = [
  ...(['title', 'title_hi', 'title_gu', 'description', 'description_hi', 'description_gu'] as const),
  ...(['employer', 'city', 'state', 'education'] as const),
] as const

/** Returns states and cities in alphabetical order, each once, in the newest vacancy's spelling. */
function placesOf(open: readonly Known[]): string[] {
  const places = new Map<string, string>()
  for (const { remote, city, state } of open)
    for (const one of remote ? [] : [state, city])
      if (one !== '' && !places.has(placeId(one))) places.set(placeId(one), one)
  return [...places.values()].toSorted((one, other) => one.localeCompare(other))
}

/** Returns one id for every spelling of a place. */
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
