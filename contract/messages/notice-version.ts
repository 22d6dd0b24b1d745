import * as z from 'zod/mini'

/**
 * Which notice a page showed before its form: the day that `notices.ts` names it by. It is optional, for callers without a
 * page; what is no version counts as absent, since it must not cost a person what they send.
 */
export const noticeVersion = z.catch(
  z.optional(z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/))),
  undefined,
)
