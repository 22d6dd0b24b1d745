import * as z from 'zod/mini'
import {
  deliveryList,
  deliveryQuery,
  endpointChange,
  endpointList,
  endpointWithSecret,
  newEndpoint,
  webhookEndpoint,
} from '#contract/schemas/staff-webhooks.ts'
import { Refused } from '#server/features/staff/desk-rules.ts'
import { byId, deskRoutes } from '#server/features/staff/desk-routes.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import {
  addEndpoint,
  allEndpoints,
  changeEndpoint,
  deliveriesOf,
  removeEndpoint,
  rotateEndpoint,
  sendAgain,
  type WebhookDeps,
} from './service.ts'

/** The owners' calls for webhook endpoints. */
export function webhookRoutes(app: ApiServer, deps: WebhookDeps): void {
  endpointRoutes(app, deps)
  deliveryRoutes(app, deps)
}

function endpointRoutes(app: ApiServer, deps: WebhookDeps): void {
  const route = deskRoutes(app, 'Webhooks')
  route('GET /webhooks', 'webhooks.read', {
    summary: 'The endpoints that are told of changes',
    answer: endpointList,
    run: async () => ({ endpoints: await allEndpoints(deps) }),
  })
  route('POST /webhooks', 'webhooks.change', {
    summary: 'Add an endpoint; the answer has its secret, once',
    body: newEndpoint,
    answer: endpointWithSecret,
    status: 201,
    run: ({ body, actor }) => addEndpoint(deps, body, actor),
  })
  route('PATCH /webhooks/:id', 'webhooks.change', {
    summary: 'Choose an endpoint’s events, disable it or enable it again',
    params: byId,
    body: endpointChange,
    answer: webhookEndpoint,
    run: async ({ params, body, actor }) => {
      const changed = await changeEndpoint(deps, { ...body, ...params }, actor)
      return changed instanceof Refused ? changed : changed.endpoint
    },
  })
  route('DELETE /webhooks/:id', 'webhooks.change', {
    summary: 'Delete an endpoint and the log of its deliveries',
    params: byId,
    answer: endpointList,
    run: async ({ params, actor }) =>
      (await removeEndpoint(deps, params.id, actor)) ?? { endpoints: await allEndpoints(deps) },
  })
  route('POST /webhooks/:id/rotate', 'webhooks.change', {
    summary: 'Give an endpoint another secret; for a day the one before signs as well',
    params: byId,
    answer: endpointWithSecret,
    run: ({ params, actor }) => rotateEndpoint(deps, params.id, actor),
  })
}

function deliveryRoutes(app: ApiServer, deps: WebhookDeps): void {
  const route = deskRoutes(app, 'Webhooks')
  route('GET /webhooks/:id/deliveries', 'webhooks.read', {
    summary: 'What was delivered to an endpoint, the newest first',
    params: byId,
    query: deliveryQuery,
    answer: deliveryList,
    run: ({ params, query }) => deliveriesOf(deps, params.id, query.after),
  })
  route('POST /webhooks/deliveries/:id/again', 'webhooks.change', {
    summary: 'Send a delivery again, under its own id',
    params: byId,
    answer: z.object({}),
    status: 202,
    errors: ['already_there'],
    run: async ({ params, actor }) => (await sendAgain(deps, params.id, actor)) ?? {},
  })
}
