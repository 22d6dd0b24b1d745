import pino, { type DestinationStream, type LogFn, type Logger } from 'pino'
import { requestContext } from './request-context.ts'

export type Log = Logger

/** Returns what may be logged of an error: name, code, SQLite's result and stack frames. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error }
  const { code, errcode, errstr } = error as NodeJS.ErrnoException & { errcode?: unknown; errstr?: unknown }
  return {
    kind: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    // SQLite's number and text for the result. The message is left out because it may contain a value.
    ...(code === 'ERR_SQLITE_ERROR' ? { errcode, errstr } : {}),
    stack: stackFrames(error),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

// A message may contain a personal value, and a stack begins with the message.
function stackFrames(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
}

/** Replaces a message that pino or a library took from an error. */
function withoutErrorWords(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first, words, ...rest] = args as [unknown, unknown, ...unknown[]]
  const fields = first instanceof Error ? { err: first } : first
  const error = (fields as { err?: unknown } | undefined)?.err
  const borrowed = error instanceof Error && (words === undefined || words === error.message)
  if (typeof first === 'string' || !borrowed) method.apply(this, args)
  else method.apply(this, [fields, 'an error', ...rest] as Parameters<LogFn>)
}

/** Returns the request, job and session of a log line. */
function belonging(): { reqId?: string; job?: string; session?: string } {
  const { requestId, job, session } = requestContext()
  return {
    ...(requestId === undefined ? {} : { reqId: requestId }),
    ...(job === undefined ? {} : { job }),
    ...(session === undefined ? {} : { session }),
  }
}

/** Writes JSON lines without whole requests, replies or errors, so nothing personal (docs/security.md, T30). */
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
