import type { LogEvent } from 'kysely'
import type { Tracing } from './tracing.ts'
import { requestContext } from '#server/platform/http/request-context.ts'

/** A span for each query that belongs to a request or a job; of the statement it says the verb and the table. */
export function traceQueries(tracing: Tracing, system: 'sqlite' | 'postgresql'): (event: LogEvent) => void {
  return ({ level, query, queryDurationMillis }) => {
    const { span: parent } = requestContext()
    if (!parent) return
    const name = nameOf(query.sql)
    const span = tracing.begin({
      name,
      kind: 'client',
      parent: parent.traceparent,
      agoMs: queryDurationMillis,
    })
    span.end({ failed: level === 'error', attributes: { 'db.system.name': system } })
  }
}

/** `insert jobs`, `select sessions`, `commit`: words of ours alone. */
function nameOf(statement: string): string {
  const [verb = 'query'] = /^\w+/.exec(statement.trimStart()) ?? []
  const [, table] = /\b(?:from|into|update)\s+"(\w+)"/i.exec(statement) ?? []
  return table ? `${verb} ${table}` : verb
}
