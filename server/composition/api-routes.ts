import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import swaggerUi from '@fastify/swagger-ui'
import type { HTTPMethods } from 'fastify'
import { api } from '#contract/paths.ts'
import type { Deps } from './deps.ts'
import { agreementRoutes } from '#server/features/onboarding/agreement/routes.ts'
import { careerRoutes } from '#server/features/careers/routes.ts'
import { enquiryRoutes } from '#server/features/enquiries/routes.ts'
import { identityRoutes } from '#server/features/onboarding/identity/routes.ts'
import { linkRoutes } from '#server/features/onboarding/links/routes.ts'
import { createOpenLink } from '#server/features/onboarding/links/service.ts'
import { gatewayCallbackRoutes, leadOn } from '#server/features/onboarding/mandate/callback-routes.ts'
import { mandateRoutes } from '#server/features/onboarding/mandate/routes.ts'
import { pageErrorRoutes } from '#server/features/page-errors/routes.ts'
import { recordRoutes, registrationRoutes } from '#server/features/onboarding/registration/routes.ts'
import { sandboxBankRoutes, sandboxRoutes } from '#server/features/sandbox/routes.ts'
import { staffRoutes } from '#server/features/staff/routes.ts'
import { type ApiServer, inScope } from '#server/platform/http/api-server.ts'
import { docsPolicy } from '#server/platform/http/security-headers.ts'
import { answerFormsWithPages } from '#server/platform/http/form-pages.ts'
import { isForeign } from '#server/platform/http/origin.ts'
import { uploadLimits } from '#server/platform/uploads/read-upload.ts'
import { describeApi } from '#server/platform/http/openapi.ts'
import { sendError } from '#server/platform/http/http-errors.ts'
import { finishRegistration, visitorCookie } from '#server/platform/sessions/sessions.ts'

/** Everything that speaks JSON: the calls, the sandbox's listeners, and the document that describes them. */
export async function registerApi(
  app: ApiServer,
  deps: Deps,
  { headers, overloaded }: { headers: Record<string, string>; overloaded: () => boolean },
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    // The gateway's page sends a browser back from its own site; what it brings is verified and carries no cookie.
    const isReturn = request.routeOptions.url === api.gatewayReturn
    if (overloaded()) {
      deps.metrics.shed()
      // A scheduled task asks the gateway later for what is refused now.
      return (
        (isReturn ? leadOn(request, reply, deps.config.publicUrl) : undefined) ??
        sendError(reply, 'unavailable')
      )
    }
    if (!isReturn && isForeign(request, deps.config.publicUrl)) return sendError(reply, 'cross_site')
    if (request.headers['content-encoding']) return sendError(reply, 'wrong_type')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, id: reqId, workContext } = request
    const session = workContext?.session
    const ms = Math.round(reply.elapsedTime)
    const { url: route } = request.routeOptions
    request.log.info({ reqId, session, method, route, status: reply.statusCode, ms }, 'answered')
  })
  await app.register(cookie)
  const { agency, publicUrl } = deps.config
  await describeApi(app, { agency, publicUrl, cookie: visitorCookie({ publicUrl }) })
  const methods = rememberMethods(app)
  await featureRoutes(app, deps)
  app.get(api.openapi, { schema: { hide: true } }, () => app.swagger())
  refuseOtherMethods(app, methods)
  refuseUnknown(app)
  await app.register(swaggerUi, {
    routePrefix: api.docs,
    uiConfig: { layout: 'BaseLayout' },
    staticCSP: true,
    transformStaticCSP: () => docsPolicy,
  })
}

async function featureRoutes(app: ApiServer, deps: Deps): Promise<void> {
  const withLinks = { ...deps, openLink: createOpenLink(deps) }
  await inScope(app, (scope) => {
    answerFormsWithPages(scope, deps.site)
    enquiryRoutes(scope, deps)
  })
  pageErrorRoutes(app, deps)
  identityRoutes(app, deps)
  await inScope(app, async (scope) => {
    await scope.register(multipart, { limits: uploadLimits, throwFileSizeLimit: false })
    await inScope(scope, (forms) => {
      answerFormsWithPages(forms, deps.site)
      careerRoutes(forms, deps)
    })
    registrationRoutes(scope, withLinks)
  })
  mandateRoutes(app, deps)
  recordRoutes(app, withLinks)
  agreementRoutes(app, {
    ...withLinks,
    ...deps.agreements,
    finish: (reply, id) => finishRegistration(deps.sessions, reply, id),
  })
  if (deps.config.linkStepUp) linkRoutes(app, deps)
  await inScope(app, (scope) => gatewayCallbackRoutes(scope, deps))
  await staffRoutes(app, deps)
  if (deps.sandbox) sandboxRoutes(app, deps)
  if (deps.sandboxBank) sandboxBankRoutes(app, deps.sandboxBank)
}

function rememberMethods(app: ApiServer): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = known.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    known.set(url, methods)
  })
  return known
}

const everyMethod: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

function refuseOtherMethods(app: ApiServer, known: Map<string, Set<string>>): void {
  for (const [url, methods] of [...known]) {
    const allow = [...methods].join(', ')
    app.route({
      method: everyMethod.filter((method) => !methods.has(method)),
      url,
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: (_, reply) => sendError(reply.header('allow', allow), 'method_not_allowed'),
    })
  }
}

function refuseUnknown(app: ApiServer): void {
  // The folder's own address is no part of what its pattern matches.
  for (const url of ['/api', '/api/*']) {
    app.all(url, { schema: { hide: true } }, (_, reply) => sendError(reply, 'not_found'))
  }
}
