import underPressure from '@fastify/under-pressure'
import Fastify, { LogController } from 'fastify'
import type { FastifyError } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { api, probes } from '#contract/paths.ts'
import { registerApi } from './api.ts'
import type { Deps } from './deps.ts'
import { pageRoutes, sendNotFound } from './features/pages/routes.ts'
import { probeRoutes } from './features/probes/routes.ts'
import type { ApiServer } from './lib/api-server.ts'
import { requestIds } from './lib/ids.ts'
import { apiHeaders, commonHeaders } from './lib/headers.ts'
import { answerError, refuse, RETRY_AFTER_SECONDS } from './lib/refusals.ts'
import { observeRequests } from './telemetry/requests.ts'
import {
  answerBrokenRequest,
  BODY_LIMIT,
  KEEP_ALIVE_MS,
  limitBodyTime,
  serverLimits,
} from './lib/server-limits.ts'

/** Milliseconds of event-loop delay, averaged over a second, from which on requests are shed (trust.md 1.2). */
const SHED_AT_DELAY_MS = 250
/** Milliseconds in which a delay is still the start's own work and no sign of load. */
const START_UP_MS = 3000

/**
 * Builds the whole server without listening: features by name, the headers, the one error handler. Tests, which share
 * their machine, hand in a `shedAtDelayMs` of 0: never.
 */
export async function buildApp(deps: Deps, shedAtDelayMs = SHED_AT_DELAY_MS): Promise<ApiServer> {
  const { config } = deps
  const headers = { ...commonHeaders(config.publicUrl.startsWith('https:')), ...apiHeaders }
  const app: ApiServer = Fastify({
    loggerInstance: deps.log,
    // Lines know their request by what is under way, wherever in the code they are written.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: BODY_LIMIT,
    clientErrorHandler: answerBrokenRequest,
    // An address that cannot be decoded never reaches a route; Fastify would quote it back.
    frameworkErrors: (_, __, reply) => void refuse(reply.headers(headers), 'unreadable'),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // A request whose headers were on their way when the stop began is in flight too, and is answered.
    return503OnClosing: false,
    ...serverLimits,
    keepAliveTimeout: config.trustProxy.length > 0 ? KEEP_ALIVE_MS.behindProxy : KEEP_ALIVE_MS.open,
  })
  readBySchema(app)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    return answerError(error, request, reply.headers(headers))
  })
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD')
      return sendNotFound(deps.site(), request, reply)
    return refuse(reply.headers(headers), 'not_found')
  })
  observeRequests(app, deps)
  limitBodyTimes(app)
  endLines(app, deps.stopping)
  await shedLoad(app, { headers, maxEventLoopDelay: shedAtDelayMs, onShed: deps.metrics.shed })
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_, reply) => void reply.headers(headers))
    probeRoutes(scope as unknown as ApiServer, { ping: deps.database.ping, stopping: deps.stopping })
  })
  await app.register((scope) => registerApi(scope as unknown as ApiServer, deps, headers))
  pageRoutes(app, deps.site, headers)
  return app
}

function readBySchema(app: ApiServer): void {
  // Fastify reads text/plain unasked, and a form of another site can send that.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
}

function limitBodyTimes(app: ApiServer): void {
  app.addHook('onRequest', (request, _, done) => {
    limitBodyTime(request.raw)
    done()
  })
}

/** While the process is to end, whoever keeps a line open learns that it ends with this answer, and sends no more on it. */
function endLines(app: ApiServer, stopping: () => boolean): void {
  // Set early for pages, which are written past all further hooks; and late for what was in flight already.
  app.addHook('onRequest', (_, reply, done) => {
    if (stopping()) reply.raw.setHeader('connection', 'close')
    done()
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    if (stopping()) reply.header('connection', 'close')
    done(null, payload)
  })
}

async function shedLoad(
  app: ApiServer,
  {
    headers,
    maxEventLoopDelay,
    onShed,
  }: { headers: Record<string, string>; maxEventLoopDelay: number; onShed(): void },
): Promise<void> {
  // What the gateway tells of its own accord may not come again.
  const exempt: string[] = [probes.health, probes.ready, api.gatewayCallback]
  const begun = performance.now()
  await app.register(underPressure, {
    maxEventLoopDelay,
    retryAfter: RETRY_AFTER_SECONDS,
    pressureHandler: (request, reply) => {
      const starting = performance.now() - begun < START_UP_MS
      if (starting || exempt.includes(request.routeOptions.url ?? '')) return
      onShed()
      refuse(reply.headers(headers), 'unavailable')
    },
  })
}
