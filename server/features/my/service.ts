import type { FastifyRequest } from 'fastify'
import { todayInIndia } from '#contract/dates.ts'
import type { DocumentField } from '#contract/fields/application.ts'
import type { VacancyContent } from '#contract/fields/vacancy.ts'
import type { Language } from '#contract/messages/languages.ts'
import { type FileKind, fileKinds } from '#contract/schemas/documents.ts'
import { inLanguage } from '#contract/schemas/jobs.ts'
import { workingDays } from '#contract/messages/with-values.ts'
import { vacancyAddress } from '#contract/paths.ts'
import { namesIn } from '#contract/schemas/agency.ts'
import { placeIn } from '#contract/places.ts'
import { maskAccount, registrationStatus } from '#contract/schemas/mandates.ts'
import {
  type OpenVacancy,
  type OwnApplication,
  type OwnKind,
  ownFields,
  type OwnRecord,
  type OwnRegistration,
  type OwnStage,
} from '#contract/schemas/my.ts'
import { hasAgreement, type RecordStatus } from '#contract/schemas/staff-records.ts'
import { type CandidateStage, furthestOf } from '#contract/schemas/vacancies.ts'
import type { App } from '#server/context.ts'
import { documentsOf } from '#server/features/careers/store.ts'
import { agreementsOf } from '#server/features/onboarding/agreement/store.ts'
import { linkedRecord } from '#server/features/onboarding/identity/link-service.ts'
import { eventsOf, findMandate } from '#server/features/onboarding/mandate/store.ts'
import { findExecutive } from '#server/features/onboarding/person/store.ts'
import { mailPerson } from '#server/features/staff/records/mail-service.ts'
import { findVacancy, listVacancies, type Vacancy } from '#server/features/vacancies/store.ts'
import { isOpen } from '#server/features/vacancies/service.ts'
import { candidatesOf, stagesOf } from '#server/features/vacancies/candidate-store.ts'
import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import { jobsOfRecord } from '#server/platform/jobs/store.ts'
import { recordEventsOf, type StoredRecordEvent } from '#server/features/records/timeline-store.ts'
import {
  contactOf,
  findRecord,
  type OpenRecord,
  recordNamed,
  type Texts,
} from '#server/features/records/store.ts'
import { say } from '#server/platform/requested-language.ts'
import { earlierContact, emailAsked } from './contact-rules.ts'
import { openRequests } from '#server/features/records/document-request-store.ts'

/** Vacancies of a person that are shown, and open ones that are offered. */
const SHOWN = 50
const OFFERED = 20

/** The record whose page a link opens. */
export type Own = OpenRecord<OwnKind> & { kind: OwnKind }

const unknown = refused('not_found', 'linkAnswers.unknown')

/** Returns the record of a link; only its kind until this visitor has confirmed the link with a code. */
export async function findOwn(
  app: App,
  request: FastifyRequest,
  token: string,
): Promise<{ kind: OwnKind; own: Own | undefined; phoneChanged?: true }> {
  const link = await linkedRecord(app, request, token)
  const named = link && (await recordNamed(app.db, link.id))
  if (!link || !named || named.kind === 'enquiries') throw unknown
  const { id, kind } = named
  if (!link.isConfirmed) {
    const earlier = await earlierContact(app, id)
    return { kind, own: undefined, ...(earlier ? { phoneChanged: true } : {}) }
  }
  return ownOf(app, { kind, id })
}

async function ownOf(
  { db, cipher }: App,
  { kind, id }: { kind: OwnKind; id: string },
): Promise<{ kind: OwnKind; own: Own }> {
  const own = await findRecord(db, cipher, { kind, id })
  return { kind, own: orRefuse(own, unknown) as Own }
}

/** Returns the record of a link, confirmed or not, for changes that a code to another phone confirms. */
export async function ownOfLink(app: App, request: FastifyRequest, token: string): Promise<Own> {
  const found = await findOwn(app, request, token)
  const { id } = orRefuse(await linkedRecord(app, request, token), unknown)
  return (await ownOf(app, { kind: found.kind, id })).own
}

/** Returns the record of a link for changes; refuses until the link is confirmed. */
export async function openOwn(app: App, request: FastifyRequest, token: string): Promise<Own> {
  const found = await findOwn(app, request, token)
  return orRefuse(found.own, refused('unverified', 'ownAnswers.locked'))
}

/**
 * Returns whether an application is withdrawn completely: its person said so and nobody moved them since, or staff
 * set it for one without vacancies.
 */
export async function hasWithdrawn(
  { db, cipher }: Pick<App, 'db' | 'cipher'>,
  { id, status }: Pick<Own, 'id' | 'status'>,
): Promise<boolean> {
  const stages = await stagesOf(db, id)
  if (stages.length === 0) return status === 'withdrawn'
  const moved = Math.max(...stages.map(({ changedAt }) => changedAt))
  const isWish = ({ what, vacancy }: Texts = {}) => what === 'withdrawn' && !vacancy
  const events = await recordEventsOf(db, cipher, id)
  return events.some(({ kind, at, detail }) => kind === 'own' && at >= moved && isWish(detail))
}

/** Returns what the page shows of a record. */
export async function showOwn(
  app: App,
  own: Own,
  { language, job }: { language: Language; job: string | undefined },
): Promise<OwnRecord> {
  const events = await recordEventsOf(app.db, app.cipher, own.id)
  const texts = own as unknown as Texts
  const did = (what: string) => events.some(({ kind, detail }) => kind === 'own' && detail?.['what'] === what)
  const head = {
    is: 'open' as const,
    reference: own.reference,
    name: contactOf({ kind: own.kind, personal: texts }).name,
    receivedOn: todayInIndia(own.createdAt),
    phone: own.phone,
    emailAsked: emailAsked({ events, now: app.clock.now() })?.email ?? '',
    details: Object.fromEntries(Object.keys(ownFields[own.kind]).map((name) => [name, texts[name] ?? ''])),
    asked: { erasure: did('erasure'), withdrawal: own.kind === 'executives' && did('withdrawn') },
  }
  if (own.kind === 'executives') {
    return { ...head, kind: 'executives', ...orRefuse(await registrationOf(app, own.id), unknown) }
  }
  return { ...head, kind: 'applications', ...(await applicationOf(app, own, { events, language, job })) }
}

async function registrationOf(
  { db, cipher, config }: App,
  id: string,
): Promise<StandsRegistration | undefined> {
  const executive = await findExecutive(db, cipher, id)
  const mandate = executive && (await findMandate(db, cipher, { id: executive.mandateId }))
  if (!executive || !mandate) return undefined
  const signed = hasAgreement(executive.status) ? 'signed' : 'unsigned'
  return {
    mandate: registrationStatus(mandate.status),
    agreement: executive.status === 'annex_open' ? 'annex' : signed,
    mandateOn: dayOf(
      (await eventsOf(db, cipher, mandate.id)).find(({ status }) => status === mandate.status)?.at,
    ),
    terms: {
      ...{
        payee: namesIn(config.agency, executive.language).nameStart,
        account: maskAccount(mandate.accountNo),
        maxAmount: mandate.maxAmount,
      },
      ...{ from: mandate.debitStart, until: mandate.debitEnd },
    },
    documents: (await signedOf(db, cipher, id)).map(({ name, acceptedAt }) => {
      return { id: name, signedOn: dayOf(acceptedAt) }
    }),
  }
}

type StandsRegistration = Pick<OwnRegistration, 'mandate' | 'agreement' | 'mandateOn' | 'terms' | 'documents'>

function dayOf(at: number | null | undefined): string {
  return at === null || at === undefined ? '' : todayInIndia(at)
}

/** Returns the signed agreement and its annexes, each with its name on the page. */
async function signedOf(
  db: App['db'],
  cipher: App['cipher'],
  id: string,
): Promise<{ name: string; acceptedAt: number | null; file: string }[]> {
  const all = await agreementsOf(db, cipher, id)
  return all.flatMap(({ signed, acceptedAt }, at) => {
    const name = at === 0 ? 'agreement' : `annex-${at}`
    return signed ? [{ name, acceptedAt, file: signed.file }] : []
  })
}

interface OpenedFile {
  /** The id of the stored file. */
  file: string
  contentType: string
  /** Only our own words, so that no header is forged. */
  fileName: string
}

/** Returns a document of the page: one that the person sent, or the agreement that they signed. */
export async function ownFile({ db, cipher }: App, own: Own, name: string): Promise<OpenedFile> {
  const { kind, id, reference } = own
  const missing = refused('not_found', 'ownAnswers.documentGone')
  if (kind === 'executives') {
    const found = (await signedOf(db, cipher, id)).find((one) => one.name === name)
    if (!found) throw missing
    return { file: found.file, contentType: 'application/pdf', fileName: `${reference}-${name}.pdf` }
  }
  const found = (await documentsOf(db, cipher, id)).find(({ field }) => field === name)
  if (!found) throw missing
  const fileName = `${reference}-${found.field}.${found.kind}`
  return { file: found.id, contentType: fileKinds[found.kind as FileKind].contentType, fileName }
}

type Shown = Pick<
  OwnApplication,
  'stage' | 'answeredWithin' | 'vacancies' | 'openVacancies' | 'documents' | 'documentsAsked'
>

async function applicationOf(
  app: App,
  own: Own,
  {
    events,
    language,
    job,
  }: { events: readonly StoredRecordEvent[]; language: Language; job: string | undefined },
): Promise<Shown> {
  const { db, cipher } = app
  const candidates = await candidatesOf(db, { applicationId: own.id }, SHOWN)
  const found = await Promise.all(
    candidates.map(
      async ({ candidate: { stage, createdAt: appliedAt, changedAt }, vacancy: { reference } }) => {
        const vacancy = await findVacancy(db, cipher, reference)
        return vacancy ? [{ ...vacancy, stage, appliedAt, changedAt }] : []
      },
    ),
  )
  const standing = found.flat()
  const told = await rejectionsTold(app, own, { events, standing })
  const documents = await documentsOf(db, cipher, own.id)
  const vacancies = standing.map((vacancy) => ({
    reference: vacancy.reference,
    ...titleIn(vacancy.content, language),
    appliedOn: todayInIndia(vacancy.appliedAt),
    address: vacancy.state === 'published' ? vacancyAddress(vacancy.content.title, vacancy.reference) : '',
    stage: closedOr(
      vacancy,
      stageAt(vacancy.stage, vacancy.content.tell_stages, told.has(vacancy.reference)),
      app.clock.now(),
    ),
  }))
  // Vacancies that the desk closed do not count for how far the person is.
  const going = standing.filter((_, at) => vacancies[at]?.stage !== 'closed')
  const followed = standing.length > 0 ? furthestSaid(going, told) : stageOf(own.status, told.has(''))
  const stage = (await hasWithdrawn(app, own)) ? 'withdrawn' : followed
  return {
    // Nobody reads an application for a closed vacancy, so no time of an answer is promised.
    stage: stage === 'received' && isAllClosed(vacancies) ? 'closed' : stage,
    answeredWithin: say(workingDays(app.config.replyDays), language),
    vacancies,
    openVacancies: await openTo(app, { standing: standing.map(({ id }) => id), language, job }),
    documents: documents.map(({ field, name }) => ({ field: field as DocumentField, name })),
    documentsAsked: (await openRequests(db, cipher, own.id)).map(({ id, document }) => ({ id, document })),
  }
}

/** The stages as a person sees them, which are fewer than staff use. */
const said: Record<CandidateStage, OwnStage> = {
  new: 'received',
  shortlisted: 'considered',
  interview: 'interview',
  // An offer counts as interviewed here, since somebody makes it personally.
  offered: 'interviewed',
  placed: 'placed',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
}

/** A rejection is shown after its mail was sent; until then the application is being considered. */
function stageOf(status: RecordStatus, isTold: boolean): OwnStage {
  if (status === 'rejected') return isTold ? 'rejected' : 'considered'
  return said[status as CandidateStage]
}

/**
 * Returns the furthest stage that may be shown. «Placed» always is; for other stages that may not be shown, the
 * person is being considered. Vacancies that they left are ignored, since others may follow.
 */
function furthestSaid(standing: readonly Standing[], told: ReadonlySet<string>): OwnStage {
  const stages = standing.flatMap(({ reference, stage, content, changedAt }) => {
    if (stage === 'withdrawn') return []
    const isTold = told.has(reference) || told.has('')
    const isSaid =
      stage === 'rejected' ? isTold : content.tell_stages || stage === 'new' || stage === 'placed'
    return [{ stage: isSaid ? stage : ('shortlisted' as const), changedAt }]
  })
  return said[furthestOf(stages) ?? 'new']
}

/** Returns the stage to show at a vacancy. Recruiters choose which are shown; the person's own actions always are. */
function stageAt(stage: CandidateStage, isSaid: boolean, isTold: boolean): OwnStage {
  if (stage === 'withdrawn') return 'withdrawn'
  return isSaid ? stageOf(stage, isTold) : 'received'
}

/** Returns «closed» for a vacancy that the desk closed. After its last day, invited people keep their stage. */
function closedOr(vacancy: Vacancy, stage: OwnStage, now: number): OwnStage {
  if (isOpen(vacancy, now)) return stage
  const isEnded = vacancy.closedAs !== null && vacancy.closedAs !== 'expired'
  const goesOn: readonly OwnStage[] = ['placed', 'rejected', 'withdrawn']
  const isLeft = goesOn.includes(stage) || (!isEnded && (stage === 'interview' || stage === 'interviewed'))
  return isLeft ? stage : 'closed'
}

/** Returns whether a person is a candidate somewhere, but at no vacancy that is open to them. */
function isAllClosed(vacancies: readonly { stage: OwnStage }[]): boolean {
  const closed = vacancies.some(({ stage }) => stage === 'closed')
  return closed && vacancies.every(({ stage }) => stage === 'closed' || stage === 'withdrawn')
}

interface Standing {
  reference: string
  stage: CandidateStage
  changedAt: number
  content: VacancyContent
}

/**
 * Returns the rejections whose mail was sent: references of vacancies, and the empty text for the application itself.
 * A mail belongs to the vacancy that it names, by reference or by title as the position. A mail from before a
 * rejection was last undone does not count.
 */
async function rejectionsTold(
  { db }: App,
  { id }: Own,
  { events, standing }: { events: readonly StoredRecordEvent[]; standing: readonly Standing[] },
): Promise<ReadonlySet<string>> {
  const unsent = new Set(
    (await jobsOfRecord(db, id))
      .filter(({ kind, status }) => kind === mailPerson.name && status !== 'done')
      .map(({ payload }) => mailPerson.payload.parse(JSON.parse(payload)).eventId),
  )
  const mails = events.filter(
    ({ id: mail, kind, detail }) =>
      kind === 'mail' && detail?.['template'] === 'rejection' && !unsent.has(mail),
  )
  const told = mails.map(({ at, detail = {} }) => ({ at, about: vacancyNamed(detail, standing) }))
  const takenBackAt = (about: string) =>
    Math.max(
      0,
      ...events
        .filter(({ kind, detail }) => {
          const isOf =
            kind === 'vacancy'
              ? about === '' || detail?.['vacancy'] === about
              : about === '' && kind === 'status'
          return isOf && detail?.['from'] === 'rejected'
        })
        .map(({ at }) => at),
    )
  return new Set(told.filter(({ at, about }) => at >= takenBackAt(about)).map(({ about }) => about))
}

/** Returns the reference of the vacancy of a mail from staff; empty for none. */
function vacancyNamed(detail: Texts, standing: readonly Standing[]): string {
  if (detail['vacancy']) return detail['vacancy']
  const { position = '' } = JSON.parse(detail['blanks'] ?? '{}') as Texts
  const plain = (text: string) => text.normalize('NFKC').toLowerCase()
  const titled = standing.filter(({ content }) => {
    const titles = [content.title, content.title_hi, content.title_gu].filter((title) => title !== '')
    return titles.some((title) => plain(position).includes(plain(title)))
  })
  // With several vacancies of that title the mail may mean any of them, so it counts for none.
  return titled.length > 1 ? 'several' : (titled[0]?.reference ?? '')
}

function titleIn(content: VacancyContent, language: Language): { title: string; language: Language } {
  const { text, language: own } = inLanguage(content, 'title', language)
  return { title: text, language: own }
}

/** Returns the vacancies that a person may apply to: first the requested one, then the newest. */
async function openTo(
  { db, cipher, clock }: App,
  { standing, language, job }: { standing: readonly string[]; language: Language; job: string | undefined },
): Promise<OpenVacancy[]> {
  const count = OFFERED + standing.length
  const published = await listVacancies(db, cipher, { state: 'published', after: undefined, count })
  const asked = job === undefined ? undefined : await findVacancy(db, cipher, job)
  const others = published.filter(({ id }) => id !== asked?.id)
  return [...(asked ? [asked] : []), ...others]
    .filter((vacancy) => isOpen(vacancy, clock.now()) && !standing.includes(vacancy.id))
    .slice(0, OFFERED)
    .map(({ reference, content, openUntil }) => ({
      ...{ reference, openUntil, ...titleIn(content, language) },
      place: content.remote
        ? ''
        : [content.city, content.state]
            .filter(Boolean)
            .map((place) => placeIn(place, language))
            .join(', '),
      address: vacancyAddress(content.title, reference),
    }))
}
