import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Log } from './log.ts'
import type { Span, SpanStart, Tracing } from './request-context.ts'

/** Milliseconds for handing over what is left at the end, and for one delivery. */
const CLOSE_LIMIT_MS = 2000
const DELIVERY_LIMIT_MS = 5000
/** How the server calls itself among others that send traces. */
const SERVICE = 'agency-site'

const kinds: Record<SpanStart['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** Sends spans as OTLP in JSON over HTTP to a collector at `endpoint`; one that does not answer costs spans alone. */
export function createTracing({ endpoint, log }: { endpoint: string; log: Log }): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: DELIVERY_LIMIT_MS,
  })
  const processor = new BatchSpanProcessor({ exporter: reportOutages(exporter, log) })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': SERVICE }),
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer(SERVICE)
  return {
    begin({ name, kind, parent, agoMs = 0 }) {
      const options = { kind: kinds[kind], ...(agoMs > 0 ? { startTime: Date.now() - agoMs } : {}) }
      const span = tracer.startSpan(name, options, contextOf(parent))
      const { traceId, spanId } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-01`,
        end({ failed, attributes }) {
          span.setAttributes(attributes)
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      } satisfies Span
    },
    async close() {
      const limit = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), limit])
    },
  }
}

/** Version, trace, span and flags (W3C Trace Context 3.2). */
const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/

function contextOf(parent: string | undefined): Context {
  const [, traceId, spanId] = traceparent.exec(parent ?? '') ?? []
  if (!traceId || !spanId) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: 1, isRemote: true })
}

/** Says once that traces do not arrive, and once that they do again. */
function reportOutages(exporter: OTLPTraceExporter, log: Log): SpanExporter {
  let arrives = true
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const now = result.code === 0
        if (arrives && !now) log.warn('traces do not arrive at OTEL_EXPORTER_OTLP_ENDPOINT')
        if (!arrives && now) log.info('traces arrive again')
        arrives = now
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  }
}
