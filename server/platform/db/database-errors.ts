/**
 * PostgreSQL's classes for a connection that failed and a server that is stopping or starting (its appendix A), and its
 * code for a statement that took longer than it may.
 */
const codes = /^(08|57P|57014|53300)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
/** What its driver says of the same without a code. */
const words =
  /^Connection terminated|timeout exceeded when trying to connect|connection timeout|not queryable/i
/**
 * SQLite's primary results for a database that another holds (BUSY, LOCKED), and for a disk that may not be written,
 * fails, is full or does not open (READONLY, IOERR, FULL, CANTOPEN).
 */
const results = [5, 6, 8, 10, 13, 14]

/** Whether a failed query means that the database is away for now, so that trying again later helps. */
export function isDatabaseAway(error: Error & { code?: string; errcode?: number }): boolean {
  // The low byte of an extended result is the primary one.
  if (error.errcode !== undefined) return results.includes(error.errcode & 0xff)
  return codes.test(error.code ?? '') || words.test(error.message)
}
