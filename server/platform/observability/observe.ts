import type { Log } from './log.ts'
import { runInContext, type RequestContext } from './request-context.ts'
import type { Metrics } from './metrics.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'

interface Call<Answer> {
  provider: string
  operation: string
  work(): Promise<Answer>
  /** Returns `ok` or the name of the failure. */
  outcomeOf(answer: NoInfer<Answer>): string
}

/** Makes a call and records it in metrics and log. Rethrows errors. */
export type Observe = <Answer>(call: Call<Answer>) => Promise<Answer>

export function createObserver({ metrics, log }: { metrics: Metrics; log: Log }): Observe {
  return async ({ provider, operation, work, outcomeOf }) => {
    const begun = performance.now()
    const end = (outcome: string) => {
      const ms = performance.now() - begun
      metrics.providerCalled({ provider, operation, outcome }, ms / 1000)
      log.info({ provider, operation, outcome, ms: Math.round(ms) }, 'a provider was called')
    }
    try {
      const answer = await work()
      end(outcomeOf(answer))
      return answer
    } catch (error) {
      end('error')
      throw error
    }
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The context for log lines, jobs and calls; absent for pages and for unreadable addresses. */
    workContext?: RequestContext
  }
  interface FastifyContextConfig {
    /** Answered from memory, so no log line, job or call needs the context. */
    servedFromMemory?: boolean
  }
}

/** Sets the context of each request and records its answer in the metrics. */
export function observeRequests(app: ApiServer, { metrics }: { metrics: Metrics }): void {
  app.decorateRequest('workContext')

  // Callbacks instead of promises, because these hooks run for every page.
  app.addHook('onRequest', (request, _, done) => {
    if (request.routeOptions.config.servedFromMemory) {
      done()
      return
    }
    const context: RequestContext = { requestId: request.id }
    request.workContext = context
    runInContext(context, done)
  })

  // Restores the context, because a body arrives in the context of its connection.
  app.addHook('preValidation', (request, _, done) => {
    if (request.method === 'GET') done()
    else runInContext(request.workContext ?? {}, done)
  })

  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime } = reply
    metrics.answered({ method, route, status }, elapsedTime / 1000)
    done()
  })
}
