import * as z from 'zod/mini'
import { staffApi } from '#contract/paths.ts'
import { recordDetail, reference } from '#contract/schemas/staff-records.ts'
import { replaceLink } from '#server/features/onboarding/links/replace-service.ts'
import { refreshMandate } from '#server/features/onboarding/mandate/refresh-service.ts'
import { gatewayError, type StatusDeps } from '#server/features/onboarding/mandate/service.ts'
import { actorOf, staffErrors, staffOf } from '#server/features/staff/access/guard.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { sendError, sendHttpError } from '#server/platform/http/http-errors.ts'
import { addRecordEvent } from '#server/platform/db/record-events.ts'
import { retryJob } from '#server/platform/jobs/retry-job.ts'
import { findByReference } from './read-store.ts'
import { mandateOf, readDetail } from './record-service.ts'
import { holdRecord } from './work-store.ts'

const executive = `${staffApi}/executives/:reference`
const params = z.object({ reference })
const tags = ['Actions']

/** What staff have the server do: send a link again, ask the gateway, retry a job that was given up. */
export function actionRoutes(app: ApiServer, deps: StatusDeps): void {
  linkRoute(app, deps)
  mandateRoute(app, deps)
  app.route({
    method: 'POST',
    url: `${staffApi}/jobs/:id/retry`,
    config: { operation: 'jobs.retry' },
    schema: {
      summary: 'Gives a job that was given up all its attempts again',
      tags,
      params: z.object({ id: z.string().check(z.maxLength(64)) }),
      response: { 200: z.object({ retried: z.literal(true) }), ...staffErrors('not_found') },
    },
    async handler(request, reply) {
      const isRetried = await retryJob(deps, request.params.id, actorOf(request))
      if (!isRetried) return sendError(reply, 'not_found')
      deps.wakeWorker()
      return reply.send({ retried: true })
    },
  })
}

function linkRoute(app: ApiServer, deps: StatusDeps): void {
  app.route({
    method: 'POST',
    url: `${executive}/link`,
    config: { operation: 'records.link' },
    schema: {
      ...{ summary: 'Replaces the person’s link and mails the new one', tags, params },
      response: { 200: recordDetail, ...staffErrors('not_found', 'invalid') },
    },
    async handler(request, reply) {
      const { reference: name } = request.params
      const record = await findByReference(deps, 'executives', name)
      if (!record || !(await replaceLink(deps, record.id, actorOf(request))))
        return sendError(reply, 'not_found')
      deps.wakeWorker()
      await noteAction(deps, { id: record.id, staffId: staffOf(request).id, kind: 'link', detail: {} })
      const detail = await readDetail(deps, 'executives', name)
      return detail ? reply.send(detail) : sendError(reply, 'not_found')
    },
  })
}

function mandateRoute(app: ApiServer, deps: StatusDeps): void {
  app.route({
    method: 'POST',
    url: `${executive}/mandate`,
    config: { operation: 'mandates.refresh' },
    schema: {
      ...{ summary: 'Asks the gateway about the person’s mandate', tags, params },
      response: {
        200: recordDetail,
        ...staffErrors('not_found', 'invalid', 'provider_failed', 'provider_timeout'),
      },
    },
    async handler(request, reply) {
      const { reference: name } = request.params
      const record = await findByReference(deps, 'executives', name)
      const mandate = record && (await mandateOf(deps, record))
      if (!mandate) return sendError(reply, 'not_found')
      const asked = await refreshMandate(deps, mandate, actorOf(request))
      const outcome = asked.ok ? (asked.status ?? 'unknown') : asked.failure
      const staffId = staffOf(request).id
      await noteAction(deps, { id: record.id, staffId, kind: 'mandate', detail: { outcome } })
      if (!asked.ok) return sendHttpError(reply, gatewayError(asked.failure))
      const detail = await readDetail(deps, 'executives', name)
      return detail ? reply.send(detail) : sendError(reply, 'not_found')
    },
  })
}

/** Adds what was done to the person's timeline; nothing once they are erased. */
async function noteAction(
  { db, cipher, clock }: StatusDeps,
  {
    id,
    ...action
  }: { id: string; staffId: string; kind: 'link' | 'mandate'; detail: Record<string, string> },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await holdRecord(trx, 'executives', id))) return
    await addRecordEvent(trx, cipher, { record: { kind: 'executives', id }, at: clock.now(), ...action })
  })
}
