import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import type * as z from 'zod/mini'
import {
  daysAfter,
  missingToPublish,
  OPEN_DAYS_MAX,
  type VacancyContent,
  vacancyContent,
  type VacancyFieldName,
  vacancyFieldNames,
} from '#contract/fields/vacancy.ts'
import { placeKey } from '#contract/places.ts'
import { todayInIndia } from '#contract/dates.ts'
import { vacancyMessages } from '#contract/messages/staff-vacancies.ts'
import { vacancyAddress } from '#contract/paths.ts'
import type * as contract from '#contract/schemas/vacancies.ts'
import type { App } from '#server/context.ts'
import { type DeskHandlers, iso, ok } from '#server/features/staff/desk-rules.ts'
import { findByReference } from '#server/features/staff/records/store.ts'
import {
  deleteDraft,
  findVacancy,
  insertVacancy,
  listVacancies,
  updateVacancy,
  type Vacancy,
  type VacancyUpdate,
} from '#server/features/vacancies/store.ts'
import { stageCounts } from '#server/features/vacancies/candidate-store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Position } from '#server/platform/db/pages.ts'
import { recordNamed } from '#server/features/records/store.ts'
import { enqueueWebhooks } from '#server/features/webhooks/jobs.ts'

import { candidateHandlers, closingOf, readBoard, settlePeople } from './candidate-service.ts'

const PAGE = 50
/** Days by which «Extend» moves the closing day. */
const EXTENSION_DAYS = 30

export function vacancyHandlers(app: App) {
  return {
    'vacancies.list': ({ query }) => listPage(app, query),
    'vacancies.create': ({ body, actor }) => createDraft(app, body, actor),
    'vacancies.read': async ({ params }) => orRefuse(await readDetail(app, params.reference)),
    'vacancies.change': ({ params, body, actor, reply }) =>
      save(app, { ...params, ...body, actor, reply, change: 'changed' }, (before) => {
        const { state } = before
        const content = permitted(before.content, body)
        // A closed vacancy is shown for a month, and must stay as its employer agreed too.
        if (state !== 'draft') refuseMissing(app, content, state)
        return { content }
      }),
    'vacancies.publish': ({ params, body, actor, reply }) =>
      save(app, { ...params, ...body, actor, reply, change: 'published' }, ({ content, state }) => {
        if (state === 'published') return {}
        const postedOn = todayInIndia(app.clock.now())
        refuseMissing(app, content)
        return { state: 'published', closedAs: null, closedAt: null, postedOn }
      }),
    async 'vacancies.closing'({ params }) {
      return closingOf(app, orRefuse(await findVacancy(app.db, app.cipher, params.reference)))
    },
    'vacancies.close': ({ params, body, actor, staff, reply }) =>
      save(
        app,
        { ...params, ...body, actor, reply, change: 'closed' },
        ({ state }) => {
          if (state === 'published') return { state: 'closed', closedAs: body.as, closedAt: app.clock.now() }
          const isOfPeople = state === 'closed' && (body.tell || body.reason !== undefined)
          // Its version is raised too, so that two people who do so at once inform nobody twice.
          if (!isOfPeople) throw refused('invalid', { text: vacancyMessages.notPublished })
          return { state }
        },
        (trx, vacancy) => settlePeople(trx, app, { vacancy, ...body, staffId: staff.id }),
      ),
    'vacancies.extend': ({ params, body, actor, reply }) =>
      save(app, { ...params, ...body, actor, reply, change: 'extended' }, ({ state, content }) => {
        if (state !== 'published') throw refused('invalid', { text: vacancyMessages.notPublished })
        const today = todayInIndia(app.clock.now())
        const from = content.open_until > today ? content.open_until : today
        const [later, last] = [daysAfter(from, EXTENSION_DAYS), daysAfter(today, OPEN_DAYS_MAX)]
        const extended = { ...content, open_until: later < last ? later : last }
        refuseMissing(app, extended)
        return { content: extended }
      }),
    async 'vacancies.remove'({ params: { reference }, actor }) {
      const vacancy = orRefuse(await findVacancy(app.db, app.cipher, reference))
      const isDeleted = await app.db.transaction().execute(async (trx) => {
        if (!(await deleteDraft(trx, vacancy))) return false
        const detail = { change: 'deleted' } as const
        await appendAudit(trx, { action: 'vacancy', actor, reference, detail }, app.clock.now())
        return true
      })
      orRefuse(isDeleted, refused('already_there', { text: vacancyMessages.notDraft }))
      return ok
    },
    async 'vacancies.board'({ params }) {
      const vacancy = orRefuse(await findVacancy(app.db, app.cipher, params.reference))
      const row = orRefuse((await rowsOf(app, [vacancy]))[0])
      const total = Object.values(row.applicants).reduce((sum, count) => sum + count, 0)
      return { vacancy: row, candidates: await readBoard(app, vacancy.id), total }
    },
    ...candidateHandlers(app),
  } satisfies Partial<DeskHandlers>
}

async function createDraft(app: App, body: z.output<typeof contract.newVacancy>, actor: string) {
  const content = await startOf(app, body)
  const from = body.enquiry
  const enquiry = from && orRefuse(await findByReference(app, { kind: 'enquiries', reference: from }))
  const reference = await app.db.transaction().execute(async (trx) => {
    const now = app.clock.now()
    const made = await insertVacancy(trx, app.cipher, {
      content,
      enquiryId: enquiry ? enquiry.id : null,
      now,
    })
    await appendAudit(trx, { action: 'vacancy', actor, reference: made, detail: { change: 'created' } }, now)
    return made
  })
  return orRefuse(await readDetail(app, reference))
}

/** The fields of a vacancy without the employer's permission. */
const notAgreed = { agreed: false, agreed_by: '', agreed_on: '', agreed_to_show: '' } as const

/** Returns the start of a new draft: nothing, what was sent, or another vacancy without its permission and closing day. */
async function startOf(
  { db, cipher }: App,
  { content, copyOf }: { content?: Vacancy['content']; copyOf?: string },
) {
  if (copyOf === undefined) return content ?? vacancyContent.parse({})
  const other = orRefuse(await findVacancy(db, cipher, copyOf))
  return { ...other.content, ...notAgreed, open_until: '' }
}

/** Refuses an incomplete vacancy with an error at each missing field. */
function refuseMissing(
  { clock }: App,
  content: Vacancy['content'],
  state: Vacancy['state'] = 'published',
): void {
  const missing = missingToPublish(content, todayInIndia(clock.now())).filter(
    ({ field }) => state !== 'closed' || field !== 'open_until',
  )
  if (missing.length === 0) return
  const errors = missing.map(({ field, message }) => ({ field, message: { text: message } }))
  throw refused({ code: 'invalid', message: { text: vacancyMessages.notWhole }, errors })
}

interface Saved {
  reference: string
  /** The version that was shown. */
  version: number
  actor: string
  change: 'changed' | 'published' | 'closed' | 'extended'
  reply: Parameters<DeskHandlers['vacancies.change']>[0]['reply']
}

/** Changes a vacancy if it still has the version that was shown; otherwise answers 409 with the current vacancy. */
async function save(
  app: App,
  { reference, version, actor, change, reply }: Saved,
  decide: (before: Vacancy) => VacancyUpdate,
  /** Further writes in the same transaction; returns counts for the audit log. */
  also?: (trx: Db, before: Vacancy) => Promise<Record<string, number>>,
) {
  const { db, cipher, clock } = app
  const before = orRefuse(await findVacancy(db, cipher, reference))
  const update = before.version === version ? decide(before) : undefined
  const isSame = update !== undefined && Object.keys(update).length === 0
  const isSaved =
    isSame ||
    (update !== undefined &&
      (await db.transaction().execute(async (trx) => {
        if (!(await updateVacancy(trx, cipher, before, { ...update, now: clock.now() }))) return false
        const { state } = update
        const now = clock.now()
        const counts = await also?.(trx, before)
        if (state !== before.state && (state === 'published' || state === 'closed'))
          await enqueueWebhooks(
            trx,
            { type: `vacancy.${state}`, kind: 'vacancies', id: before.id, state },
            now,
          )
        const fields = update.content && changedFields(before.content, update.content)
        const detail = { change, ...(fields ? { fields } : {}) }
        await appendAudit(
          trx,
          { action: 'vacancy', actor, reference, detail, ...(counts ? { counts } : {}) },
          now,
        )
        return true
      })))
  const vacancy = orRefuse(await readDetail(app, reference))
  if (isSaved) {
    app.wakeWorker()
    return vacancy
  }
  const message = vacancyMessages.changedMeanwhile
  return reply.code(409).send({ message, code: 'changed_meanwhile', vacancy })
}

/** Returns the names of changed fields for the audit log, without their values. */
function changedFields(before: VacancyContent, now: VacancyContent): string {
  const other = (name: VacancyFieldName) => JSON.stringify(before[name]) !== JSON.stringify(now[name])
  return vacancyFieldNames.filter(other).join(' ')
}

/**
 * Returns the changed content with a permission that is still valid. A permission is lost with another employer, and
 * if it was given for a confidential vacancy that now names the employer, unless the change says that it was given
 * anew.
 */
function permitted(
  before: VacancyContent,
  { content, agreedAnew }: { content: VacancyContent; agreedAnew: boolean },
): VacancyContent {
  const isNamed = before.confidential && !content.confidential
  const isSame = before.employer === content.employer && !isNamed
  const had = before.agreed || before.agreed_by !== ''
  return isSame || agreedAnew || !had ? content : { ...content, ...notAgreed }
}

async function listPage(
  app: App,
  {
    state,
    waits,
    after,
    q = '',
    employer = '',
    place = '',
    enquiry,
  }: z.output<typeof contract.vacancyListQuery>,
) {
  const position = after === undefined ? undefined : readCursor(after)
  const waiting = waits && { waits, now: app.clock.now() }
  const fits = fitting({ q, employer, place })
  const from = enquiry && (await findByReference(app, { kind: 'enquiries', reference: enquiry }))
  if (enquiry !== undefined && !from) return { rows: [], next: null }
  const asked = {
    state,
    waiting,
    after: position,
    count: PAGE + 1,
    fits,
    ...(from ? { enquiryId: from.id } : {}),
  }
  const found = await listVacancies(app.db, app.cipher, asked)
  const shown = found.slice(0, PAGE)
  const last = shown.at(-1)
  const next = found.length > PAGE && last ? `${last.createdAt}.${last.id}` : null
  return { rows: await rowsOf(app, shown), next }
}

/**
 * Returns a test for the vacancies of a search and filters: each word is a prefix or a part of the vacancy's words;
 * undefined for all.
 */
function fitting({ q, employer, place }: { q: string; employer: string; place: string }) {
  if (q === '' && employer === '' && place === '') return undefined
  const plain = (text: string) => text.normalize('NFKC').toLowerCase()
  const has = (texts: readonly string[], wanted: string) => {
    const words = plain(wanted).split(/\s+/).filter(Boolean)
    const where = plain(texts.join('\n'))
    return words.every((word) => where.includes(word))
  }
  const where = placeKey(place)
  return ({ reference, content }: Vacancy) => {
    const places = [content.city, content.state]
    const about = [reference, content.title, content.title_hi, content.title_gu, content.employer, ...places]
    return (
      has(about, q) &&
      has([content.employer], employer) &&
      (has(places, place) || (where !== undefined && places.some((one) => placeKey(one) === where)))
    )
  }
}

/** Parses a cursor; an invalid one starts at the first page. */
function readCursor(after: string): Position | undefined {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(after) ?? []
  return at !== undefined && id !== undefined ? { created_at: Number(at), id } : undefined
}

async function rowsOf({ db }: App, vacancies: readonly Vacancy[]): Promise<contract.VacancyRow[]> {
  const counts = await stageCounts(
    db,
    vacancies.map(({ id }) => id),
  )
  return vacancies.map((vacancy) => {
    const { reference, state, closedAs, postedOn, openUntil, placed, version } = vacancy
    const { title, sector, employer, remote, city, state: region, openings } = vacancy.content
    const place = remote ? 'Remote' : [city, region].filter((part) => part !== '').join(', ')
    return {
      ...{
        reference,
        title,
        state,
        closedAs,
        sector,
        employer,
        place,
        postedOn,
        openUntil,
        openings,
        placed,
        version,
      },
      applicants: counts.get(vacancy.id) ?? {},
    }
  })
}

async function readDetail(app: App, reference: string): Promise<contract.VacancyDetail | undefined> {
  const vacancy = await findVacancy(app.db, app.cipher, reference)
  if (!vacancy) return undefined
  const [row] = await rowsOf(app, [vacancy])
  const { content, createdAt, enquiryId } = vacancy
  const enquiry = enquiryId === null ? undefined : await recordNamed(app.db, enquiryId)
  return (
    row && {
      ...row,
      content,
      createdAt: iso(createdAt),
      enquiry: enquiry?.reference ?? null,
      missing: missingToPublish(content, todayInIndia(app.clock.now())),
      address: vacancyAddress(content.title, reference),
    }
  )
}
