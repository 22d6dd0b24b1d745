import type {
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Log } from '#server/platform/observability/log.ts'

/** The server as features see it: bodies and answers are typed by their schemas. */
export type ApiServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  Log,
  ZodTypeProvider
>

/** Adds routes in a scope of its own, which keeps its hooks, plugins and parsers to itself. */
export async function inScope(app: ApiServer, add: (scope: ApiServer) => unknown): Promise<void> {
  // Fastify's types forget the log and the schemas of the server that a scope is of.
  await app.register(async (scope: unknown) => void (await add(scope as ApiServer)))
}

/**
 * Lets the routes of this scope take what a plain HTML form sends; nothing else of the site does, since another site's
 * form can send it too. A name that comes twice keeps its last value.
 */
export function takeForms(scope: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
}
