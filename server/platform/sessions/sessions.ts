import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Clock, CLOCK_SLACK_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { setSession } from '#server/platform/http/request-context.ts'
import { giveToken, newToken, tokenHashOf } from './cookie.ts'
import * as store from './store.ts'
import type { Bounds, StoredSession } from './store.ts'
import { emptyVisitor, type Visitor, type VisitorData } from './visitor.ts'

interface SessionDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  /** Whether the site is reached over https. */
  secure: boolean
}

export interface ChangeOptions {
  /** Gives the visitor another token, as after a proof; whoever has the earlier one is out once this one is used, or soon. */
  rotate?: boolean
  /** Base64 of the person's photo, kept in the same commit; an empty one removes it. */
  photo?: string
  /** Writes in the same commit; what it throws undoes it all. Like `update` it may run more than once. */
  also?(trx: Db): Promise<void>
}

/** What the server remembers of visitors, each by a cookie. */
export interface Sessions {
  /**
   * The visitor a request comes from; never sets a cookie. A token that a newer one has replaced is good for a while for
   * what reads alone (GET).
   */
  read(request: FastifyRequest): Promise<Visitor | undefined>
  /**
   * Changes the visitor's session, beginning one where there is none. `update` may run
   * more than once, when another request changes the same session meanwhile, so it does nothing else; what it is given
   * it leaves as it is. Throws `ReplacedToken` for a request with a token that a newer one has replaced.
   */
  change(
    reply: FastifyReply,
    update: (data: VisitorData) => VisitorData,
    options?: ChangeOptions,
  ): Promise<Visitor>
  /** Base64 of the photo that came with a verified number. */
  photo(visitor: Visitor): Promise<string | undefined>
}

const MINUTE_MS = 60_000
/** A session is over so long after its last use, and so long after its beginning. */
export const IDLE_MS = 30 * MINUTE_MS
export const LIFE_MS = 4 * 60 * MINUTE_MS
/** How long an earlier token still reads, while the answer that carries the new one is on its way. */
const GRACE_MS = 15_000
/** A use is noted when the last one noted is this old, so that reading often writes seldom. */
const NOTE_USE_AFTER_MS = 15_000
/** Changes of one session that may come between before something else must be wrong. */
const CHANGE_TRIES = 1000

function boundsAt(now: number): Bounds & { now: number } {
  return { now, usedAfter: now - IDLE_MS, createdAfter: now - LIFE_MS, latest: now + CLOCK_SLACK_MS }
}

/** Deletes the sessions that are over; safe to do twice. */
export async function deleteEndedSessions({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return store.deleteEnded(db, boundsAt(clock.now()))
}

export function createSessions(deps: SessionDeps): Sessions {
  const { clock, secure } = deps
  /** Tokens given in an answer that is still being made: a second change in it belongs to the same session. */
  const given = new WeakMap<FastifyRequest, string>()
  /** Requests that came with a session: one that was ended meanwhile is not begun again. */
  const begun = new WeakSet<FastifyRequest>()

  async function find(request: FastifyRequest): Promise<(StoredSession & { hash: string }) | undefined> {
    const hash = given.get(request) ?? tokenHashOf(request, secure)
    const found = hash === undefined ? hash : await store.findSession(deps, hash, boundsAt(clock.now()))
    if (found) setSession(found.id)
    if (found) begun.add(request)
    return found && hash ? { ...found, hash } : undefined
  }

  async function tryChange(reply: FastifyReply, change: Change): Promise<Visitor | undefined> {
    const found = await find(reply.request)
    if (found ? found.tokenEndsAt !== null : begun.has(reply.request)) throw new ReplacedToken()
    const written = await write(deps, found, change)
    if (written?.token) {
      given.set(reply.request, written.token.hash)
      giveToken(reply, written.token.token, secure)
    }
    return written && { id: written.id, data: written.data }
  }

  return {
    async read(request) {
      const found = await find(request)
      if (!found || (found.tokenEndsAt !== null && request.method !== 'GET')) return undefined
      const now = clock.now()
      if (now - found.usedAt >= NOTE_USE_AFTER_MS) await store.touchSession(deps, found.id, now)
      if (found.tokenEndsAt === null && found.ending > 0) await store.dropEndingTokens(deps, found.id)
      return { id: found.id, data: found.data }
    },
    async change(reply, update, options = {}) {
      for (let tries = 0; tries < CHANGE_TRIES; tries += 1) {
        const visitor = await tryChange(reply, { update, ...options })
        if (visitor) return visitor
      }
      throw new Error('a session changed on every attempt to write it')
    },
    photo: ({ id }) => store.findPhoto(deps, id),
  }
}

/** A request that would change a session came with a token that was replaced or ended meanwhile; it gets no other. */
export class ReplacedToken extends Error {
  override name = 'ReplacedToken'
  /** Answered as one who is not verified. */
  readonly statusCode = 401
}

interface Change extends ChangeOptions {
  update(data: VisitorData): VisitorData
}

interface Written extends Visitor {
  /** The visitor's token from now on, where it is another. */
  token?: ReturnType<typeof newToken>
}

/** Writes one change in one commit; undefined when another came between. */
async function write(
  deps: SessionDeps,
  found: (StoredSession & { hash: string }) | undefined,
  { update, rotate = false, photo, also }: Change,
): Promise<Written | undefined> {
  const now = deps.clock.now()
  const id = found?.id ?? newId()
  const data = update(found?.data ?? emptyVisitor)
  const renewed = !found || rotate
  if (found && data === found.data && !renewed && photo === undefined && !also) return { id, data }
  const token = renewed ? newToken() : undefined
  const writing = deps.db.transaction().execute(async (trx) => {
    const within = { db: trx, cipher: deps.cipher }
    // The session's row before what hangs on it, as who ends the session locks them.
    if (!found) await store.insertSession(within, { id, data, now })
    else if (!(await store.updateSession(within, { id, version: found.version, data, now })))
      throw new ChangedMeanwhile()
    await also?.(trx)
    if (found && token) await store.endTokenAt(within, found.hash, now + GRACE_MS)
    if (found?.tokenEndsAt === null && found.ending > 0) await store.dropEndingTokens(within, id)
    if (token) await store.insertToken(within, id, token.hash)
    if (photo !== undefined) await store.keepPhoto(within, id, photo)
  })
  try {
    await writing
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return undefined
    throw error
  }
  setSession(id)
  return { id, data, ...(token ? { token } : {}) }
}

/** Undoes what was written for a session that another request changed meanwhile. */
class ChangedMeanwhile extends Error {}

/**
 * Once the agreement of a record is accepted where the record was made, nothing of that person is offered any more: the
 * next one may register in the same browser. The record's link stays confirmed, for an answer that was lost.
 */
export async function finishRegistration(
  sessions: Pick<Sessions, 'read' | 'change'>,
  reply: FastifyReply,
  recordId: string,
): Promise<void> {
  const isTheirs = (data: VisitorData | undefined) => data?.registration?.id === recordId
  if (!isTheirs((await sessions.read(reply.request))?.data)) return
  const left = (data: VisitorData): VisitorData =>
    isTheirs(data) ? { opened: data.opened, steppedUp: [...data.steppedUp, recordId] } : data
  await sessions.change(reply, left, { photo: '' })
}
