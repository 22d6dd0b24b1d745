import { errorEnvelope } from '#contract/errors.ts'
import { sandbox } from '#contract/paths.ts'
import { sandboxMessagesQuery, sandboxMessagesResponse } from '#contract/schemas/sandbox.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { SandboxDeps } from './service.ts'
import { listMessages } from './store.ts'

/** The sandbox's outbox as JSON (contract section 5); registered only while a provider is the sandbox's. */
export function sandboxRoutes(app: ApiServer, deps: SandboxDeps): void {
  app.get(
    sandbox.messages,
    {
      schema: {
        summary: 'Messages the sandbox «sent», newest first',
        tags: ['Sandbox'],
        querystring: sandboxMessagesQuery,
        response: { 200: sandboxMessagesResponse, '4xx': errorEnvelope, '5xx': errorEnvelope },
      },
    },
    async (request) => {
      const messages = await listMessages(deps.db, deps.cipher, request.query)
      return { message: `${messages.length} messages`, messages }
    },
  )
}
