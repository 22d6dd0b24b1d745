import type {
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Log } from '#server/platform/observability/log.ts'

/** The server as features use it: bodies and answers have the types of their schemas. */
export type ApiServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  Log,
  ZodTypeProvider
>

/** Adds routes in a scope of their own, with its own hooks, plugins and parsers. */
export async function inScope(app: ApiServer, add: (scope: ApiServer) => unknown): Promise<void> {
  // Fastify's types lose the scope's log and schemas.
  await app.register(async (scope: unknown) => void (await add(scope as ApiServer)))
}

/**
 * Lets the routes of this scope accept plain HTML forms; other routes do not, since other sites' forms can send those
 * too. If a name occurs twice, its last value counts.
 */
export function takeForms(scope: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
}
