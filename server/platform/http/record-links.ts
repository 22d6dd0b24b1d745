import type { FastifyRequest } from 'fastify'
import { linkAnswers } from '#contract/messages/links.ts'
import type { HttpError } from './http-errors.ts'

/** A link that has to be confirmed with a code first. */
export const unconfirmed: HttpError = { code: 'unverified', message: linkAnswers.confirmFirst }

/** The links of records: a token opens a record; its id in the database and its reference open nothing (contract section 3). */
export interface RecordLinks {
  /** The record's id in the database; undefined for a token that opens none. */
  find(token: string): Promise<string | undefined>
  /** The token of a record, the same each time, so that a mail sent again carries the same link. */
  tokenOf(id: string): Promise<string>
  /** Issues another token; every one before it opens nothing any more. */
  replace(id: string): Promise<string>
}

/**
 * The record that a link's token opens for this visitor, or why it opens none; `isWhole` for the browser that registered
 * and for one that answered the link's code.
 */
export type OpenLink = (
  request: FastifyRequest,
  token: string,
) => Promise<{ id: string; isWhole: boolean } | { refused: HttpError }>
