import * as z from 'zod/mini'
import { recordMessages } from '#contract/messages/staff-records.ts'
import { staffApi } from '#contract/paths.ts'
import type { StaffOperation } from '#contract/schemas/staff-permissions.ts'
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
  reference,
} from '#contract/schemas/staff-records.ts'
import { staffErrors, staffOf } from '#server/features/staff/access/guard.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { sendError, sendErrorMessage } from '#server/platform/http/http-errors.ts'
import { addNote, type ChangeDeps, changeMany, changeRecord, isSettable } from './change-service.ts'
import { findByReference } from './read-store.ts'
import { detailOf, readDetail, showBank, showContact } from './record-service.ts'

const records = `${staffApi}/records/:kind`
const params = z.object({ kind: recordKind, reference })
const tags = ['Records']

/** One record: what it says, what staff change, and what is shown of its person. */
export function recordRoutes(app: ApiServer, deps: ChangeDeps): void {
  app.route({
    method: 'GET',
    url: `${records}/:reference`,
    config: { operation: 'records.read' },
    schema: {
      ...{ summary: 'A whole record, masked, with its timeline', tags, params },
      response: { 200: recordDetail, ...staffErrors('not_found', 'invalid') },
    },
    async handler(request, reply) {
      const { kind, reference: name } = request.params
      const detail = await readDetail(deps, kind, name)
      return detail ? reply.send(detail) : sendError(reply, 'not_found')
    },
  })
  showRoute(app, deps, {
    path: 'contact',
    operation: 'records.contact',
    answer: recordContact,
    show: showContact,
  })
  showRoute(app, deps, { path: 'bank', operation: 'records.bank', answer: recordBank, show: showBank })
  changeRoute(app, deps)
  changesRoute(app, deps)
  noteRoute(app, deps)
}

interface Shown<Answer extends z.ZodMiniType> {
  path: string
  operation: StaffOperation
  answer: Answer
  show(deps: ChangeDeps, record: Parameters<typeof showContact>[1], staffId: string): Promise<unknown>
}

function showRoute<Answer extends z.ZodMiniType>(
  app: ApiServer,
  deps: ChangeDeps,
  { path, operation, answer, show }: Shown<Answer>,
): void {
  app.route({
    method: 'POST',
    url: `${records}/:reference/${path}`,
    config: { operation },
    schema: {
      ...{ summary: `Shows the ${path} in full, which the audit log notes`, tags, params },
      response: { 200: answer as z.ZodMiniType, ...staffErrors('not_found', 'invalid') },
    },
    async handler(request, reply) {
      const { kind, reference: name } = request.params
      const record = await findByReference(deps, kind, name)
      const shown = record && (await show(deps, record, staffOf(request).id))
      return shown ? reply.send(shown) : sendError(reply, 'not_found')
    },
  })
}

function changeRoute(app: ApiServer, deps: ChangeDeps): void {
  app.route({
    method: 'PATCH',
    url: `${records}/:reference`,
    config: { operation: 'records.change' },
    schema: {
      ...{ summary: 'Sets the status and who works on it, over the version that was seen', tags, params },
      body: recordChange,
      response: { 200: recordDetail, ...staffErrors('not_found', 'invalid'), 409: recordConflict },
    },
    async handler(request, reply) {
      const { kind, reference: name } = request.params
      const record = await findByReference(deps, kind, name)
      if (!record) return sendError(reply, 'not_found')
      if (!(await isSettable(deps, kind, request.body)))
        return sendErrorMessage(reply, 'invalid', { text: recordMessages.notThis })
      const change = { ...request.body, staffId: staffOf(request).id }
      const isChanged = await changeRecord(deps, record, change)
      const now = await readDetail(deps, kind, name)
      if (!now) return sendError(reply, 'not_found')
      if (isChanged) return reply.send(now)
      const message = recordMessages.changedMeanwhile
      return reply.code(409).send({ message, code: 'changed_meanwhile', record: now })
    },
  })
}

function changesRoute(app: ApiServer, deps: ChangeDeps): void {
  app.route({
    method: 'POST',
    url: `${records}/changes`,
    config: { operation: 'records.change' },
    schema: {
      ...{
        summary: 'The same change of many records; those that somebody else changed since are left',
        tags,
        params: z.object({ kind: recordKind }),
      },
      body: bulkChange,
      response: { 200: bulkAnswer, ...staffErrors('invalid') },
    },
    async handler(request, reply) {
      const { kind } = request.params
      if (!(await isSettable(deps, kind, request.body)))
        return sendErrorMessage(reply, 'invalid', { text: recordMessages.notThis })
      return reply.send(await changeMany(deps, kind, { ...request.body, staffId: staffOf(request).id }))
    },
  })
}

function noteRoute(app: ApiServer, deps: ChangeDeps): void {
  app.route({
    method: 'POST',
    url: `${records}/:reference/notes`,
    config: { operation: 'records.note' },
    schema: {
      ...{ summary: 'Adds a note; its id makes a repeated request store it once', tags, params },
      body: noteRequest,
      response: { 200: recordDetail, ...staffErrors('not_found', 'invalid') },
    },
    async handler(request, reply) {
      const { kind, reference: name } = request.params
      const record = await findByReference(deps, kind, name)
      const note = { ...request.body, staffId: staffOf(request).id }
      if (!record || !(await addNote(deps, record, note))) return sendError(reply, 'not_found')
      return reply.send(await detailOf(deps, record))
    },
  })
}
