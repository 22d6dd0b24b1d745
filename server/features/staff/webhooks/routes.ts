import type { App } from '#server/context.ts'
import { Refused } from '#server/features/staff/desk-rules.ts'
import { type DeskHandlers, ok } from '#server/features/staff/desk-routes.ts'
import {
  addEndpoint,
  allEndpoints,
  changeEndpoint,
  deliveriesOf,
  removeEndpoint,
  rotateEndpoint,
  sendAgain,
} from './service.ts'

/** The owners' calls for webhook endpoints. */
export function webhookHandlers(app: App) {
  return {
    'webhooks.list': async () => ({ endpoints: await allEndpoints(app) }),
    'webhooks.add': ({ body, actor }) => addEndpoint(app, body, actor),
    async 'webhooks.change'({ params, body, actor }) {
      const changed = await changeEndpoint(app, { ...body, ...params }, actor)
      return changed instanceof Refused ? changed : changed.endpoint
    },
    'webhooks.remove': async ({ params, actor }) =>
      (await removeEndpoint(app, params.id, actor)) ?? { endpoints: await allEndpoints(app) },
    'webhooks.rotate': ({ params, actor }) => rotateEndpoint(app, params.id, actor),
    'webhooks.deliveries': ({ params, query }) => deliveriesOf(app, params.id, query.after),
    'webhooks.sendAgain': async ({ params, actor }) => (await sendAgain(app, params.id, actor)) ?? ok,
  } satisfies Partial<DeskHandlers>
}
