import * as z from 'zod/mini'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import {
  bulkAnswer,
  bulkChange,
  noteRequest,
  recordBank,
  recordChange,
  recordConflict,
  recordContact,
  recordDetail,
  recordKind,
  recordList,
  recordListQuery,
} from '#contract/schemas/staff-records.ts'
import { type DeskDeps, refused } from '#server/features/staff/desk-rules.ts'
import { type LimitedDeps, limitShown } from '#server/features/staff/desk-limits.ts'
import { byRecord, deskRoutes } from '#server/features/staff/desk-routes.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { addNote, changeMany, changeRecord, isSettable } from './change-service.ts'
import { listRecords } from './list-service.ts'
import { findByReference } from './read-store.ts'
import { detailOf, readDetail, showBank, showContact } from './record-service.ts'

const byKind = z.object({ kind: recordKind })
const gone = refused('not_found')
const notThis = refused('invalid', recordMessages.notThis)

/** The lists and one record: what it says, what staff change, and what is shown of its person. */
export function recordRoutes(app: ApiServer, deps: LimitedDeps): void {
  readRoutes(app, deps)
  noteRoutes(app, deps)
  changeRoutes(app, deps)
}

function readRoutes(app: ApiServer, deps: DeskDeps): void {
  const route = deskRoutes(app, 'Records')
  route('GET /records/:kind', 'records.list', {
    summary: 'A page of a list, newest first; filters that are given hold all at once',
    params: byKind,
    query: recordListQuery,
    answer: recordList,
    run: async ({ params, query: { after, ...filters }, staff }) => {
      const list = await listRecords(deps, { ...params, filters, staffId: staff.id }, after)
      return list ?? refused('invalid')
    },
  })
  route('GET /records/:kind/:reference', 'records.read', {
    summary: 'A whole record, masked, with its timeline',
    params: byRecord,
    answer: recordDetail,
    run: async ({ params }) => (await readDetail(deps, params)) ?? gone,
  })
}

/** What is noted of a record: who looks at it, and what they write. */
function noteRoutes(app: ApiServer, deps: LimitedDeps): void {
  const route = deskRoutes(app, 'Records')
  route('POST /records/:kind/:reference/contact', 'records.contact', {
    summary: 'Shows the contact in full, which the audit log notes',
    params: byRecord,
    answer: recordContact,
    run: async ({ params, staff }) => {
      const record = await findByReference(deps, params)
      if (!record) return gone
      return (await limitShown(deps, staff, () => showContact(deps, record, staff.id))) ?? gone
    },
  })
  route('POST /records/:kind/:reference/bank', 'records.bank', {
    summary: 'Shows the bank details in full, which the audit log notes',
    params: byRecord,
    answer: recordBank,
    run: async ({ params, staff }) => {
      const record = await findByReference(deps, params)
      if (!record) return gone
      return (await limitShown(deps, staff, () => showBank(deps, record, staff.id))) ?? gone
    },
  })
  route('POST /records/:kind/:reference/notes', 'records.note', {
    summary: 'Adds a note; its id makes a repeated request store it once',
    params: byRecord,
    body: noteRequest,
    answer: recordDetail,
    run: async ({ params, body, staff }) => {
      const record = await findByReference(deps, params)
      const isAdded = record && (await addNote(deps, record, { ...body, staffId: staff.id }))
      return isAdded ? detailOf(deps, record) : gone
    },
  })
}

function changeRoutes(app: ApiServer, deps: DeskDeps): void {
  const route = deskRoutes(app, 'Records')
  route('PATCH /records/:kind/:reference', 'records.change', {
    summary: 'Sets the status and who works on it, over the version that was seen',
    params: byRecord,
    body: recordChange,
    answer: recordDetail,
    others: { 409: recordConflict },
    run: async ({ params, body, staff, reply }) => {
      const record = await findByReference(deps, params)
      if (!record) return gone
      if (!(await isSettable(deps, params.kind, body))) return notThis
      const isChanged = await changeRecord(deps, record, { ...body, staffId: staff.id })
      const now = await readDetail(deps, params)
      if (!now || isChanged) return now ?? gone
      const message = recordMessages.changedMeanwhile
      return reply.code(409).send({ message, code: 'changed_meanwhile', record: now })
    },
  })
  route('POST /records/:kind/changes', 'records.change', {
    summary: 'The same change of many records; those that somebody else changed since are left',
    params: byKind,
    body: bulkChange,
    answer: bulkAnswer,
    run: async ({ params: { kind }, body, staff }) => {
      if (!(await isSettable(deps, kind, body))) return notThis
      return changeMany(deps, kind, { ...body, staffId: staff.id })
    },
  })
}
