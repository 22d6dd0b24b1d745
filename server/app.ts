import Fastify, { type FastifyError, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { registerApi } from './composition/api-routes.ts'
import type { Deps } from './composition/deps.ts'
import { pageRoutes, sendNotFound } from './features/pages/routes.ts'
import { lastSeen } from './platform/clock-watch.ts'
import { probeRoutes } from './features/health/routes.ts'
import { type ApiServer, inScope } from './platform/http/api-server.ts'
import {
  answerBrokenRequest,
  BODY_LIMIT,
  createOverload,
  KEEP_ALIVE_MS,
  limitBodies,
  serverLimits,
} from './platform/http/server-limits.ts'
import { requestIds } from './platform/ids.ts'
import { apiHeaders, commonHeaders } from './platform/http/security-headers.ts'
import { answerError, checkRequest, sendError } from './platform/http/http-errors.ts'
import { observeRequests } from './platform/observability/requests.ts'

/**
 * Builds the whole server without listening: features by name, the headers, the one error handler. `given` says
 * of each call whether to refuse it; without it that is measured from when the server listens.
 */
export async function buildApp(deps: Deps, given?: () => boolean): Promise<ApiServer> {
  const { config } = deps
  const headers = { ...commonHeaders(config), ...apiHeaders }
  const app: ApiServer = Fastify({
    loggerInstance: deps.log,
    // Log lines get their request from the current context.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: BODY_LIMIT,
    clientErrorHandler: answerBrokenRequest,
    // An address that cannot be decoded never reaches a route; Fastify would quote it back.
    frameworkErrors: (_, __, reply) => void sendError(reply.headers(headers), 'unreadable'),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // A request whose headers were on their way when the stop began is in flight too, and is answered.
    return503OnClosing: false,
    ...serverLimits,
    keepAliveTimeout: config.trustProxy.length > 0 ? KEEP_ALIVE_MS.behindProxy : KEEP_ALIVE_MS.open,
  })
  app.decorate('languages', config.languages)
  readBySchema(app)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    return answerError(error, request, reply.headers(headers))
  })
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD')
      return sendNotFound(deps.site(), request, reply)
    return sendError(reply.headers(headers), 'not_found')
  })
  observeRequests(app, deps)
  limitBodies(app)
  endLines(app, deps.stopping)
  await inScope(app, (scope) => {
    scope.addHook('onRequest', async (_, reply) => void reply.headers(headers))
    probeRoutes(scope, {
      ping: deps.database.ping,
      isClockHeld: async () => (await lastSeen(deps.db))?.jump !== undefined,
      stopping: deps.stopping,
    })
  })
  const overloaded = given ?? overloadOf(app)
  await inScope(app, (scope) => registerApi(scope, deps, { headers, overloaded }))
  pageRoutes(app, deps, headers)
  return app
}

/** What a start takes says nothing of how far behind the process is with visitors. */
function overloadOf(app: ApiServer): () => boolean {
  let isOverloaded = () => false
  app.addHook('onListen', async () => {
    isOverloaded = createOverload()
  })
  return () => isOverloaded()
}

function readBySchema(app: ApiServer): void {
  // Fastify reads text/plain unasked, and a form of another site can send that.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(checkRequest)
  app.setSerializerCompiler(serializerCompiler)
}

/** While the process stops, every answer closes its connection. */
function endLines(app: ApiServer, stopping: () => boolean): void {
  // Set early for pages, which skip all further hooks; and late for requests that were in flight already.
  app.addHook('onRequest', (_, reply, done) => {
    if (stopping()) reply.raw.setHeader('connection', 'close')
    done()
  })
  app.addHook('onSend', async (_, reply) => void (stopping() && reply.header('connection', 'close')))
}
