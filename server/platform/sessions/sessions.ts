import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { setSession } from '#server/platform/observability/request-context.ts'
import { cookieHash, giveCookie, hostCookie, newToken } from './cookie.ts'
import * as store from './store.ts'
import { emptyVisitor, type Visitor, type VisitorData } from './store.ts'

interface ChangeOptions {
  /** Gives the visitor another token, as after a proof; whoever has the earlier one is out once this one is used, or soon. */
  rotate?: boolean
  /** Base64 of the person's photo, kept in the same commit; an empty one removes it. */
  photo?: string
  /** Writes in the same commit; what it throws undoes it all. */
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
   * Changes the visitor's session, beginning one where there is none. `update` may run twice, so it does nothing but return
   * other data, or the same. Throws `ReplacedToken` for a request with a token that a newer one has replaced.
   */
  change(
    reply: FastifyReply,
    update: (data: VisitorData) => VisitorData,
    options?: ChangeOptions,
  ): Promise<Visitor>
  /** Base64 of the photo that came with a verified number. */
  photo(visitor: Visitor): Promise<string | undefined>
}

/** A request that would change a session came with a token that was replaced or ended meanwhile; it gets no other. */
export class ReplacedToken extends Error {
  override name = 'ReplacedToken'
  /** Answered as one who is not verified. */
  readonly statusCode = 401
}

/** How long an earlier token still reads, while the answer that carries the new one is on its way. */
const GRACE_MS = 15_000
/** A use is noted when the last one noted is this old, so that reading often writes seldom. */
const NOTE_USE_AFTER_MS = 15_000

/** The name of a visitor's cookie. */
export function visitorCookie(config: { publicUrl: string }): string {
  return hostCookie('v', config)
}

export function createSessions({
  db,
  cipher,
  clock,
  config,
}: {
  db: Db
  cipher: FieldCipher
  clock: Clock
  config: { publicUrl: string }
}): Sessions {
  const cookie = visitorCookie(config)
  /** By which token's hash a request found its session, or was given one: one that ends meanwhile is not begun again. */
  const hashes = new WeakMap<FastifyRequest, string>()

  async function find(
    from: Db,
    request: FastifyRequest,
    { hold }: { hold: boolean },
  ): Promise<store.StoredSession | undefined> {
    const hash = hashes.get(request) ?? cookieHash(request, cookie)
    if (hash === undefined) return undefined
    const found = await store.findSession(from, cipher, { hash, now: clock.now(), hold })
    if (found) {
      hashes.set(request, hash)
      setSession(found.id)
    }
    return found
  }

  /** The session that a request may change, undefined where it has none and one is to be begun. */
  async function findToChange(from: Db, request: FastifyRequest, { hold }: { hold: boolean }) {
    const found = await find(from, request, { hold })
    if (found ? found.isEarlier : hashes.has(request)) throw new ReplacedToken()
    return found
  }

  return {
    async read(request) {
      const found = await find(db, request, { hold: false })
      if (!found || (found.isEarlier && request.method !== 'GET')) return undefined
      const now = clock.now()
      const endsEarlier = found.hasEarlier && !found.isEarlier
      if (endsEarlier || now - found.usedAt >= NOTE_USE_AFTER_MS) await store.noteUse(db, found, now)
      return { id: found.id, data: found.data }
    },
    async change(reply, update, { rotate = false, photo, also } = {}) {
      const { request } = reply
      const known = await findToChange(db, request, { hold: false })
      const isMore = rotate || photo !== undefined || also !== undefined
      if (known && !isMore && update(known.data) === known.data) return { id: known.id, data: known.data }
      const { token, ...visitor } = await db.transaction().execute(async (trx) => {
        const now = clock.now()
        // The session's row before what hangs on it, as who ends the session locks them.
        const found = await findToChange(trx, request, { hold: true })
        const next = !found || rotate ? newToken() : undefined
        const id = found?.id ?? newId()
        const data = update(found?.data ?? emptyVisitor)
        if (!found && next) await store.insertSession(trx, cipher, { id, now, hash: next.hash, data })
        await also?.(trx)
        if (found)
          await store.updateSession(trx, cipher, found, {
            data,
            next: next && { hash: next.hash, earlierEndsAt: now + GRACE_MS },
          })
        if (photo !== undefined) await store.keepPhoto(trx, cipher, { sessionId: id, photo })
        return { id, data, token: next }
      })
      if (token) {
        hashes.set(request, token.hash)
        giveCookie(reply, cookie, { token: token.token, sameSite: 'lax' })
      }
      setSession(visitor.id)
      return visitor
    },
    photo: ({ id }) => store.findPhoto(db, cipher, id),
  }
}

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
