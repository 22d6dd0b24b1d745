import type { Log } from './log.ts'
import { type Tracing, runInContext, requestContext, type RequestContext } from './request-context.ts'
import type { Metrics } from './metrics.ts'
import { probes } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'

/** One call to a provider. */
interface Call<Answer> {
  provider: string
  operation: string
  work(): Promise<Answer>
  /** `ok`, or what went wrong. */
  outcomeOf(answer: NoInfer<Answer>): string
}

/** Makes a call and records it in the metrics, in the log and in the trace. What it throws is thrown again. */
export type Observe = <Answer>(call: Call<Answer>) => Promise<Answer>

interface Observers {
  metrics: Metrics
  /** Where spans go; undefined without the setting. */
  tracing: Tracing | undefined
}

export function createObserver({ metrics, tracing, log }: Observers & { log: Log }): Observe {
  return async ({ provider, operation, work, outcomeOf }) => {
    const context = requestContext()
    const parent = context.span?.traceparent
    const span = tracing?.begin({ name: `${provider} ${operation}`, kind: 'client', parent })
    const begun = performance.now()
    const end = (outcome: string, failed: boolean) => {
      const ms = performance.now() - begun
      metrics.providerCalled({ provider, operation, outcome }, ms / 1000)
      span?.end({ failed, attributes: { 'provider.outcome': outcome } })
      log.info({ provider, operation, outcome, ms: Math.round(ms) }, 'a provider was called')
    }
    try {
      const answer = await (span ? runInContext({ ...context, span }, work) : work())
      const outcome = outcomeOf(answer)
      end(outcome, outcome !== 'ok')
      return answer
    } catch (error) {
      end('error', true)
      throw error
    }
  }
}

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
export function observeRequests(app: ApiServer, { metrics, tracing }: Observers): void {
  app.decorateRequest('workContext')

  // Callbacks, not promises: these three run for every page.
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
