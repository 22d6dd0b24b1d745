import { probes } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { Tracing } from './tracing.ts'
import { runInContext, type RequestContext } from '#server/platform/http/request-context.ts'
import type { Metrics } from './metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What its log lines, jobs and calls belong to; absent where its address could not be read, and for pages. */
    workContext?: RequestContext
  }
  interface FastifyContextConfig {
    /** Answered from memory: no log line, job or call has to know which request it belongs to. */
    servedFromMemory?: boolean
  }
}

const untraced: (string | undefined)[] = [probes.health, probes.ready]

/** Gives all work for a request its id and its span, and records its answer in the metrics. */
export function observeRequests(
  app: ApiServer,
  { metrics, tracing }: { metrics: Metrics; tracing: Tracing | undefined },
): void {
  app.decorateRequest('workContext')

  // Callbacks, not promises: these three run for every page (bench `server --only pages`).
  app.addHook('onRequest', (request, _, done) => {
    const { url: route, config } = request.routeOptions
    if (config.servedFromMemory && !tracing) {
      done()
      return
    }
    const context: RequestContext = { requestId: request.id }
    if (tracing && !untraced.includes(route)) {
      context.span = tracing.begin({ name: `${request.method} ${route ?? 'none'}`, kind: 'server' })
    }
    request.workContext = context
    runInContext(context, done)
  })

  // A body arrives in the context of its connection.
  app.addHook('preValidation', (request, _, done) => {
    if (request.method === 'GET') done()
    else runInContext(request.workContext ?? {}, done)
  })

  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime } = reply
    metrics.answered({ method, route, status }, elapsedTime / 1000)
    request.workContext?.span?.end({
      failed: status >= 500,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'request.id': request.id,
      },
    })
    done()
  })
}
