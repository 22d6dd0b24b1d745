import cookie from '@fastify/cookie'
import Fastify, { type FastifyError, type HTTPMethods, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { publicCalls } from '#contract/calls/public-calls.ts'
import { api } from '#contract/paths.ts'
import type { App } from './context.ts'
import { careerHandlers } from './features/careers/routes.ts'
import { enquiryHandlers } from './features/enquiries/routes.ts'
import { probeRoutes } from './features/health/routes.ts'
import { admitBeforeBody, agreementHandlers } from './features/onboarding/agreement/routes.ts'
import { identityHandlers } from './features/onboarding/identity/routes.ts'
import { answerReturnError, gatewayHandlers } from './features/onboarding/mandate/callback-routes.ts'
import { ownPageHandlers } from './features/my/routes.ts'
import { mandateHandlers } from './features/onboarding/mandate/routes.ts'
import { recordHandlers } from './features/onboarding/registration/record-routes.ts'
import {
  progressHandlers,
  refuseWhileClosed,
  registrationHandlers,
} from './features/onboarding/registration/routes.ts'
import { pageErrorHandlers } from './features/page-errors/routes.ts'
import { pageRoutes, sendNotFound } from './features/pages/routes.ts'
import { createJobPages, type JobPages } from './features/vacancies/pages-service.ts'
import { createPublished } from './features/vacancies/published-service.ts'
import { jobRoutes, vacancyHandlers } from './features/vacancies/routes.ts'
import { createSite as buildSite, drawPosted } from './features/pages/service.ts'
import { reminderHandlers } from './features/reminders/routes.ts'
import { sandboxRoutes } from './features/sandbox/routes.ts'
import { staffRoutes } from './features/staff/routes.ts'
import { jobHandlers } from './job-handlers.ts'
import { type ApiServer, inScope } from './platform/http/api-server.ts'
import { apiPage, apiPagePolicy } from './platform/http/api-page.ts'
import type { DrawPosted } from './platform/http/form-pages.ts'
import { answerError, checkRequest, refused } from './platform/http/http-errors.ts'
import { addPublicCalls, type Handlers } from './platform/http/calls.ts'
import { describeApi } from './platform/http/openapi.ts'
import { isForeign } from './platform/http/origin.ts'
import { apiHeaders, commonHeaders } from './platform/http/security-headers.ts'
import { answerBrokenRequest } from './platform/http/broken-requests.ts'
import { KEEP_ALIVE_MS, serverLimits } from './platform/http/connections.ts'
import { createOverload } from './platform/http/overload.ts'
import { BODY_LIMIT, limitBodies } from './platform/http/request-bodies.ts'
import { requestIds } from './platform/ids.ts'
import { observeRequests } from './platform/observability/observe.ts'
import { visitorCookie } from './platform/sessions/sessions.ts'

/** Parts that a test replaces. */
interface Parts {
  createSite: typeof buildSite
  /** Returns whether to refuse a call; measured from when the server listens. */
  overloaded: () => boolean
}

/**
 * Builds the whole server without listening: features by name, the headers, the one error handler, the handlers of
 * jobs.
 */
export async function buildApp(app: App, parts: Partial<Parts> = {}): Promise<ApiServer> {
  const { createSite = buildSite } = parts
  const headers = { ...commonHeaders(app.config), ...apiHeaders }
  const server = createServer(app, headers)
  const overloaded = parts.overloaded ?? overloadOf(server)
  const published = await createPublished(app)
  server.addHook('onClose', async () => published.close())
  const site = await createSite(app, published.open)
  const jobs = createJobPages(app, site, published)
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    return answerError(error, request, reply.headers(headers))
  })
  server.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return sendNotFound(site, request, reply)
    throw refused('not_found')
  })
  await inScope(server, (scope) => {
    scope.addHook('onRequest', async (_, reply) => void reply.headers(headers))
    probeRoutes(scope, app)
  })
  const draw = drawPosted(site, published.find)
  await inScope(server, async (scope) => {
    guardCalls(scope, app, { headers, overloaded })
    await registerApi(scope, app, { draw, jobs })
  })
  jobRoutes(server, app, {
    ...{ jobs, headers, overloaded },
    nothing: (request, reply, status) => sendNotFound(site, request, reply, status),
  })
  pageRoutes(server, app, { site, headers })
  app.worker.register(jobHandlers(app))
  return server
}

function createServer(app: App, headers: Record<string, string>): ApiServer {
  const { trustProxy, languages } = app.config
  const isBehindProxy = trustProxy.length > 0
  const server: ApiServer = Fastify({
    loggerInstance: app.log,
    // Log lines get their request from the current context.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    trustProxy: isBehindProxy ? trustProxy : false,
    bodyLimit: BODY_LIMIT,
    clientErrorHandler: answerBrokenRequest,
    // An address that cannot be decoded never reaches a route, and Fastify would quote it.
    frameworkErrors: (_, request, reply) =>
      void answerError(refused('unreadable'), request, reply.headers(headers)),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // A request whose headers were arriving when the stop began is in flight too, and is answered.
    return503OnClosing: false,
    ...serverLimits,
    keepAliveTimeout: isBehindProxy ? KEEP_ALIVE_MS.behindProxy : KEEP_ALIVE_MS.open,
  })
  server.decorate('languages', languages)
  // Fastify reads text/plain by default, and a form of another site can send that.
  server.removeContentTypeParser('text/plain')
  server.setValidatorCompiler(checkRequest)
  server.setSerializerCompiler(serializerCompiler)
  observeRequests(server, app)
  limitBodies(server)
  // While the process stops, every answer closes its connection. The header is set early for pages, which skip all further
  // hooks, and late for requests that were in flight already.
  server.addHook('onRequest', (_, reply, done) => {
    if (app.stopping()) reply.raw.setHeader('connection', 'close')
    done()
  })
  server.addHook('onSend', async (_, reply) => void (app.stopping() && reply.header('connection', 'close')))
  return server
}

/** Measured after the start, whose work says nothing about how far the process is behind with visitors. */
function overloadOf(server: ApiServer): () => boolean {
  let isOverloaded = () => false
  server.addHook('onListen', async () => {
    isOverloaded = createOverload()
  })
  return () => isOverloaded()
}

/** Refuses a call that the process has no time for or that another site sent, and logs each answer. */
function guardCalls(
  server: ApiServer,
  { config, metrics }: App,
  { headers, overloaded }: { headers: Record<string, string>; overloaded: () => boolean },
): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (overloaded()) {
      metrics.shed()
      throw refused('unavailable')
    }
    if (isForeign(request, config.publicUrl)) throw refused('cross_site')
    if (request.headers['content-encoding']) throw refused('wrong_type')
  })
  server.addHook('onResponse', async (request, reply) => {
    const { method, id: reqId, workContext } = request
    const session = workContext?.session
    const ms = Math.round(reply.elapsedTime)
    const { url: route } = request.routeOptions
    request.log.info({ reqId, session, method, route, status: reply.statusCode, ms }, 'answered')
  })
}

interface Drawing {
  draw: DrawPosted
  jobs: JobPages
}

/** Everything that speaks JSON: the calls, the sandbox's listeners, and the document that describes them. */
async function registerApi(server: ApiServer, app: App, drawing: Drawing): Promise<void> {
  await server.register(cookie)
  const { agency, publicUrl } = app.config
  await describeApi(server, { agency, publicUrl, cookie: visitorCookie({ publicUrl }) })
  const methods = rememberMethods(server)
  await featureRoutes(server, app, drawing)
  server.get(api.openapi, { schema: { hide: true } }, () => server.swagger())
  server.get(api.docs, { schema: { hide: true } }, (_, reply) =>
    reply
      .header('content-security-policy', apiPagePolicy)
      .type('text/html; charset=utf-8')
      .send(apiPage(server.swagger())),
  )
  refuseOtherMethods(server, methods)
  // The pattern does not match the folder's own address.
  for (const url of ['/api', '/api/*']) {
    server.all(url, { schema: { hide: true } }, () => {
      throw refused('not_found')
    })
  }
}

function publicHandlers(app: App, jobs: JobPages): Handlers<typeof publicCalls> {
  return {
    ...enquiryHandlers(app),
    ...pageErrorHandlers,
    ...identityHandlers(app),
    ...progressHandlers(app),
    ...careerHandlers(app),
    ...registrationHandlers(app),
    ...ownPageHandlers(app),
    ...mandateHandlers(app),
    ...recordHandlers(app),
    ...agreementHandlers(app),
    ...vacancyHandlers(jobs),
    ...gatewayHandlers(app),
    ...reminderHandlers(app),
  }
}

async function featureRoutes(server: ApiServer, app: App, { draw, jobs }: Drawing): Promise<void> {
  refuseWhileClosed(server, app)
  await addPublicCalls(server, publicCalls, {
    ...{ limit: app.limit, draw, handlers: publicHandlers(app, jobs) },
    special: {
      'agreement.sign': admitBeforeBody(app),
      'gateway.callbackByGet': { exposeHeadRoute: false },
      'gateway.return': { errorHandler: answerReturnError(app) },
    },
  })
  await staffRoutes(server, app)
  if (app.sandbox) sandboxRoutes(server, app.sandbox)
}

function rememberMethods(server: ApiServer): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>()
  server.addHook('onRoute', ({ url, method, config }) => {
    // The address of a page answers GET.
    if (config?.formPage) return
    const methods = known.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    known.set(url, methods)
  })
  return known
}

const everyMethod: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

function refuseOtherMethods(server: ApiServer, known: Map<string, Set<string>>): void {
  for (const [url, methods] of [...known]) {
    const allow = [...methods].join(', ')
    server.route({
      method: everyMethod.filter((method) => !methods.has(method)),
      url,
      exposeHeadRoute: false,
      schema: { hide: true },
      handler(_, reply) {
        reply.header('allow', allow)
        throw refused('method_not_allowed')
      },
    })
  }
}
