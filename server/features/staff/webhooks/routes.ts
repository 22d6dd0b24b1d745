import * as z from 'zod/mini'
import { staffApi } from '#contract/paths.ts'
import {
  deliveryList,
  deliveryQuery,
  endpointChange,
  endpointList,
  endpointWithSecret,
  newEndpoint,
  webhookEndpoint,
} from '#contract/schemas/staff-webhooks.ts'
import { actorOf, staffErrors } from '#server/features/staff/access/guard.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { sendHttpError } from '#server/platform/http/http-errors.ts'
import {
  addEndpoint,
  allEndpoints,
  changeEndpoint,
  deliveriesOf,
  rotateEndpoint,
  sendAgain,
  type WebhookDeps,
} from './service.ts'

const folder = `${staffApi}/webhooks`
const params = z.object({ id: z.string().check(z.maxLength(64)) })

const read = { operation: 'webhooks.read' } as const
const change = { operation: 'webhooks.change' } as const
const tags = ['Webhooks']

/** The owners' calls for endpoints that are told of changes (staff.md part 5). */
export function webhookRoutes(app: ApiServer, deps: WebhookDeps): void {
  endpointRoutes(app, deps)
  secretRoutes(app, deps)
  deliveryRoutes(app, deps)
}

function endpointRoutes(app: ApiServer, deps: WebhookDeps): void {
  app.route({
    method: 'GET',
    url: folder,
    config: read,
    schema: {
      summary: 'The endpoints that are told of changes',
      tags,
      response: { 200: endpointList, ...staffErrors() },
    },
    handler: async () => ({ endpoints: await allEndpoints(deps) }),
  })
  app.route({
    method: 'PATCH',
    url: `${folder}/:id`,
    config: change,
    schema: {
      summary: 'Choose an endpoint’s events, disable it or enable it again',
      tags,
      params,
      body: endpointChange,
      response: { 200: webhookEndpoint, ...staffErrors('invalid', 'not_found') },
    },
    async handler(request, reply) {
      const changed = await changeEndpoint(deps, { ...request.body, ...request.params }, actorOf(request))
      return changed.ok ? reply.send(changed.endpoint) : sendHttpError(reply, changed.refused)
    },
  })
}

function secretRoutes(app: ApiServer, deps: WebhookDeps): void {
  app.route({
    method: 'POST',
    url: folder,
    config: change,
    schema: {
      summary: 'Add an endpoint; the answer has its secret, once',
      tags,
      body: newEndpoint,
      response: { 201: endpointWithSecret, ...staffErrors('invalid') },
    },
    async handler(request, reply) {
      const added = await addEndpoint(deps, request.body, actorOf(request))
      return added.ok ? reply.code(201).send(added) : sendHttpError(reply, added.refused)
    },
  })
  app.route({
    method: 'POST',
    url: `${folder}/:id/rotate`,
    config: change,
    schema: {
      summary: 'Give an endpoint another secret; for a day the one before signs as well',
      tags,
      params,
      response: { 200: endpointWithSecret, ...staffErrors('not_found') },
    },
    async handler(request, reply) {
      const rotated = await rotateEndpoint(deps, request.params.id, actorOf(request))
      return rotated.ok ? reply.send(rotated) : sendHttpError(reply, rotated.refused)
    },
  })
}

function deliveryRoutes(app: ApiServer, deps: WebhookDeps): void {
  app.route({
    method: 'GET',
    url: `${folder}/:id/deliveries`,
    config: read,
    schema: {
      summary: 'What was delivered to an endpoint, the newest first',
      tags,
      params,
      querystring: deliveryQuery,
      response: { 200: deliveryList, ...staffErrors('not_found') },
    },
    async handler(request, reply) {
      const found = await deliveriesOf(deps, request.params.id, request.query.after)
      return found.ok ? reply.send(found) : sendHttpError(reply, found.refused)
    },
  })
  app.route({
    method: 'POST',
    url: `${folder}/deliveries/:id/again`,
    config: change,
    schema: {
      summary: 'Send a delivery again, under its own id',
      tags,
      params,
      response: { 202: z.object({}), ...staffErrors('not_found', 'already_there') },
    },
    async handler(request, reply) {
      const again = await sendAgain(deps, request.params.id, actorOf(request))
      return again.ok ? reply.code(202).send({}) : sendHttpError(reply, again.refused)
    },
  })
}
