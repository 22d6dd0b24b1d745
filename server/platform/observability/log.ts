import pino, { type DestinationStream, type LogFn, type Logger } from 'pino'
import { requestContext } from './request-context.ts'

export type Log = Logger

/** What may be said of an error: its kind, its code, SQLite's result (`database or disk is full`) and where it happened. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error }
  const { code, errcode, errstr } = error as NodeJS.ErrnoException & { errcode?: unknown; errstr?: unknown }
  return {
    kind: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    // These say the number and SQLite's own words for it, unlike the message, which may quote a value.
    ...(code === 'ERR_SQLITE_ERROR' ? { errcode, errstr } : {}),
    stack: stackFrames(error),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

// A database's or a provider's message may quote the value it choked on, and a stack begins with the message.
function stackFrames(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
}

/** Pino puts an error's message where there are no words of ours, and libraries put it there themselves. */
function withoutErrorWords(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first, words, ...rest] = args as [unknown, unknown, ...unknown[]]
  const fields = first instanceof Error ? { err: first } : first
  const error = (fields as { err?: unknown } | undefined)?.err
  const borrowed = error instanceof Error && (words === undefined || words === error.message)
  if (typeof first === 'string' || !borrowed) method.apply(this, args)
  else method.apply(this, [fields, 'an error', ...rest] as Parameters<LogFn>)
}

/** Which request, which job of it and whose session a line belongs to. */
function belonging(): { reqId?: string; job?: string; session?: string } {
  const { requestId, job, session } = requestContext()
  return {
    ...(requestId === undefined ? {} : { reqId: requestId }),
    ...(job === undefined ? {} : { job }),
    ...(session === undefined ? {} : { session }),
  }
}

/** The log, one JSON object a line. A whole request, reply or error is never written: nothing personal (docs/security.md, T30). */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
    hooks: { logMethod: withoutErrorWords },
    mixin: belonging,
  }
  return pino(options, destination ?? pino.destination({ dest: 2, sync: true }))
}
