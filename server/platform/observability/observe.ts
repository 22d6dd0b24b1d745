import type { Log } from './log.ts'
import { runInContext, type RequestContext } from './request-context.ts'
import type { Metrics } from './metrics.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'

/** One call to a provider. */
interface Call<Answer> {
  provider: string
  operation: string
  work(): Promise<Answer>
  /** `ok`, or what went wrong. */
  outcomeOf(answer: NoInfer<Answer>): string
}

/** Makes a call and records it in the metrics and in the log. What it throws is thrown again. */
export type Observe = <Answer>(call: Call<Answer>) => Promise<Answer>

interface Observers {
  metrics: Metrics
}

export function createObserver({ metrics, log }: Observers & { log: Log }): Observe {
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
    /** What its log lines, jobs and calls belong to; absent where its address could not be read, and for pages. */
    workContext?: RequestContext
  }
  interface FastifyContextConfig {
    /** Answered from memory: no log line, job or call has to know which request it belongs to. */
    servedFromMemory?: boolean
  }
}

/** Gives all work for a request its id, and records its answer in the metrics. */
export function observeRequests(app: ApiServer, { metrics }: Observers): void {
  app.decorateRequest('workContext')

  // Callbacks, not promises: these three run for every page.
  app.addHook('onRequest', (request, _, done) => {
    if (request.routeOptions.config.servedFromMemory) {
      done()
      return
    }
    const context: RequestContext = { requestId: request.id }
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
    done()
  })
}
