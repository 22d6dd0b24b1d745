/** PostgreSQL's classes for a connection that failed and a server that is stopping or starting (its appendix A). */
const codes = /^(08|57P|53300)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
/** What its driver says of the same without a code. */
const words = /^Connection terminated|timeout exceeded when trying to connect|connection timeout/i

/** Whether a failed query means that the database is away for now, so that trying again later helps. */
export function isDatabaseAway(error: Error & { code?: string }): boolean {
  return codes.test(error.code ?? '') || words.test(error.message)
}
