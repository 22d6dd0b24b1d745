import { Readable } from 'node:stream'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import { EXPORT_ROWS_HEADER } from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { replaceLink } from '#server/features/onboarding/links/service.ts'
import { gatewayRefusal, refreshMandate } from '#server/features/onboarding/mandate/service.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { limitMails, limitShown } from '#server/features/staff/desk-limits.ts'
import { Refused, refused } from '#server/features/staff/desk-rules.ts'
import { type DeskHandlers, ok } from '#server/features/staff/desk-routes.ts'
import { retryJob } from '#server/platform/jobs/store.ts'
import { addNote, addToTimeline, changeMany, changeRecord, isSettable } from './change-service.ts'
import { openDocument, openText } from './documents-service.ts'
import { countExport, exportCsv, exportQuery, noteExport } from './export-service.ts'
import { listRecords } from './list-service.ts'
import { detailOf, mandateOf, readDetail, showBank, showContact } from './record-service.ts'
import { searchRecords } from './search-service.ts'
import { today } from './today-service.ts'
import { findByReference } from './store.ts'
import { deleteView, insertView, listViews } from './views-store.ts'

const gone = refused('not_found')
const notThis = refused('invalid', recordMessages.notThis)

/** The lists, one record, and what staff do with it. */
export function recordHandlers(app: App) {
  return {
    ...findHandlers(app),
    ...changeHandlers(app),
    ...shownHandlers(app),
    ...executiveHandlers(app),
    async 'jobs.retry'({ params, actor }) {
      if (!(await retryJob(app, params.id, actor))) return gone
      app.wakeWorker()
      return ok
    },
  } satisfies Partial<DeskHandlers>
}

/** What reaches over the lists: today's work, the search, the export, and saved filters. */
function findHandlers(app: App) {
  return {
    'today.read': () => today(app),
    async 'records.list'({ params, query: { after, ...filters }, staff }) {
      const list = await listRecords(app, { ...params, filters, staffId: staff.id }, after)
      return list ?? refused('invalid')
    },
    'records.search': ({ body, staff }) => searchRecords(app, body, staff),
    async 'records.export'({ body, staff, reply }) {
      const query = exportQuery(body, staff.id)
      const rows = await countExport(app, query)
      await noteExport(app, query, rows)
      if (rows !== undefined) reply.header(EXPORT_ROWS_HEADER, rows)
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${query.kind}.csv"`)
      return Readable.from(exportCsv(app, query, staff.sessionId))
    },
    'me.views': async ({ staff }) => ({ views: await listViews(app, staff.id) }),
    'me.saveView': async ({ body, staff }) =>
      (await insertView(app, staff.id, body)) ?? refused('invalid', recordMessages.tooManyViews),
    async 'me.deleteView'({ params, staff }) {
      await deleteView(app, staff.id, params.id)
      return { views: await listViews(app, staff.id) }
    },
  } satisfies Partial<DeskHandlers>
}

function changeHandlers(app: App) {
  return {
    'records.read': async ({ params }) => (await readDetail(app, params)) ?? gone,
    async 'records.change'({ params, body, staff, reply }) {
      const record = await findByReference(app, params)
      if (!record) return gone
      if (!(await isSettable(app, params.kind, body))) return notThis
      const isChanged = await changeRecord(app, record, { ...body, staffId: staff.id })
      const now = await readDetail(app, params)
      if (!now || isChanged) return now ?? gone
      const message = recordMessages.changedMeanwhile
      return reply.code(409).send({ message, code: 'changed_meanwhile', record: now })
    },
    async 'records.changeMany'({ params: { kind }, body, staff }) {
      if (!(await isSettable(app, kind, body))) return notThis
      return changeMany(app, kind, { ...body, staffId: staff.id })
    },
    async 'records.note'({ params, body, staff }) {
      const record = await findByReference(app, params)
      const isAdded = record && (await addNote(app, record, { ...body, staffId: staff.id }))
      return isAdded ? detailOf(app, record) : gone
    },
  } satisfies Partial<DeskHandlers>
}

/** What is shown of a person in full: whoever looks is noted, and a browser runs nothing of a document. */
function shownHandlers(app: App) {
  return {
    async 'records.contact'({ params, staff }) {
      const record = await findByReference(app, params)
      if (!record) return gone
      return (await limitShown(app, staff, () => showContact(app, record, staff.id))) ?? gone
    },
    async 'records.bank'({ params, staff }) {
      const record = await findByReference(app, params)
      if (!record) return gone
      return (await limitShown(app, staff, () => showBank(app, record, staff.id))) ?? gone
    },
    async 'records.document'({ params, staff, reply }) {
      const opening = { ...params, staffId: staff.id }
      const opened = await limitShown(app, staff, () => openDocument(app, opening))
      if (opened instanceof Refused) return opened
      reply
        .header('content-type', opened.contentType)
        .header('content-disposition', `attachment; filename="${opened.fileName}"`)
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('x-content-type-options', 'nosniff')
      return opened.bytes
    },
    'records.documentText': ({ params, staff }) =>
      limitShown(app, staff, () => openText(app, { ...params, staffId: staff.id })),
  } satisfies Partial<DeskHandlers>
}

/** What staff have the server do for an executive: send a link again, ask the gateway. */
function executiveHandlers(app: App) {
  const kind = 'executives' as const
  return {
    async 'records.link'({ params, staff, actor }) {
      const record = await findByReference(app, { kind, ...params })
      if (!record) return gone
      const isReplaced = await limitMails(app, record.id, () => replaceLink(app, record.id, actor))
      if (isReplaced instanceof Refused) return isReplaced
      if (!isReplaced) return gone
      app.wakeWorker()
      await addToTimeline(app, record, { staffId: staff.id, kind: 'link', detail: {} })
      return (await readDetail(app, { kind, ...params })) ?? gone
    },
    async 'mandates.refresh'({ params, staff, actor }) {
      const record = await findByReference(app, { kind, ...params })
      const mandate = record && (await mandateOf(app, record))
      if (!mandate) return gone
      const asked = await refreshMandate(app, mandate, actor)
      const outcome = asked.ok ? (asked.status ?? 'unknown') : asked.failure
      await addToTimeline(app, record, { staffId: staff.id, kind: 'mandate', detail: { outcome } })
      if (!asked.ok) return gatewayRefusal(asked.failure)
      return (await readDetail(app, { kind, ...params })) ?? gone
    },
    async 'mandates.refreshUnclaimed'({ params, actor }) {
      const mandate = await findMandate(app.db, app.cipher, params)
      if (!mandate || mandate.executiveId !== null) return gone
      const asked = await refreshMandate(app, mandate, actor)
      return asked.ok ? { status: asked.mandate.status } : gatewayRefusal(asked.failure)
    },
  } satisfies Partial<DeskHandlers>
}
