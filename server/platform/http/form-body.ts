import type { FastifyInstance } from 'fastify'

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
