import { probes } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { Tracing } from './tracing.ts'
import { during, type RequestContext } from '#server/platform/http/request-context.ts'
import type { Metrics } from './metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Itself, as what it leads to knows it; absent where its address could not be read, or where it leads to nothing. */
    whole?: RequestContext
  }
  interface FastifyContextConfig {
    /** Is answered from memory at once: no line, job or call needs to know which request it belongs to. */
    leadsToNothing?: boolean
  }
}

const untraced: (string | undefined)[] = [probes.health, probes.ready]

/** Makes everything that a request leads to know its id and its span, and tells of its answer. */
export function observeRequests(
  app: ApiServer,
  { metrics, tracing }: { metrics: Metrics; tracing: Tracing | undefined },
): void {
  app.decorateRequest('whole')

  // Callbacks, not promises: these three run for every page (bench `server --only pages`).
  app.addHook('onRequest', (request, _, done) => {
    const { url: route, config } = request.routeOptions
    if (config.leadsToNothing && !tracing) {
      done()
      return
    }
    const whole: RequestContext = { requestId: request.id }
    if (tracing && !untraced.includes(route)) {
      whole.span = tracing.begin({ name: `${request.method} ${route ?? 'none'}`, kind: 'server' })
    }
    request.whole = whole
    during(whole, done)
  })

  // A body arrives as part of its connection; what is done with it is part of the request again.
  app.addHook('preValidation', (request, _, done) => {
    if (request.method === 'GET') done()
    else during(request.whole ?? {}, done)
  })

  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime } = reply
    metrics.answered({ method, route, status }, elapsedTime / 1000)
    request.whole?.span?.end({
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
