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
  /** Replaces the token, as after a proof. The earlier token ends when the new one is used, or soon after. */
  rotate?: boolean
  /** Base64 of the person's photo, stored in the same commit; '' removes it. */
  photo?: string
  /** Further writes in the same transaction. An error rolls everything back. */
  also?(trx: Db): Promise<void>
}

/** Sessions of visitors, identified by a cookie. */
export interface Sessions {
  /** Returns the visitor; sets no cookie. A replaced token is accepted for a while, for GET only. */
  read(request: FastifyRequest): Promise<Visitor | undefined>
  /**
   * Changes the visitor's session, or begins one. `update` may run twice, so it must only return the new data, or the
   * same object. Throws `ReplacedToken` for a request with a replaced token.
   */
  change(
    reply: FastifyReply,
    update: (data: VisitorData) => VisitorData,
    options?: ChangeOptions,
  ): Promise<Visitor>
  /** Returns the base64 of the photo that came with the Aadhaar number. */
  photo(visitor: Visitor): Promise<string | undefined>
}

/** The token of a request was replaced or ended, so the request cannot change the session. */
export class ReplacedToken extends Error {
  override name = 'ReplacedToken'
  /** The same answer as for a visitor who is not verified. */
  readonly statusCode = 401
}

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
  /** The token's hash by which a request found or got its session. A session that ends meanwhile is not begun again. */
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

  /** Returns the session that a request may change; undefined if a new one has to begin. */
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
      if (endsEarlier || now - found.usedAt >= store.NOTE_USE_AFTER_MS) await store.noteUse(db, found, now)
      return { id: found.id, data: found.data }
    },
    async change(reply, update, { rotate = false, photo, also } = {}) {
      const { request } = reply
      const known = await findToChange(db, request, { hold: false })
      const isMore = rotate || photo !== undefined || also !== undefined
      if (known && !isMore && update(known.data) === known.data) return { id: known.id, data: known.data }
      const { token, ...visitor } = await db.transaction().execute(async (trx) => {
        const now = clock.now()
        // Locks the session before its dependent rows, in the same order as the end of a session.
        const found = await findToChange(trx, request, { hold: true })
        const next = !found || rotate ? newToken() : undefined
        const id = found?.id ?? newId()
        const data = update(found?.data ?? emptyVisitor)
        if (!found && next) await store.insertSession(trx, cipher, { id, now, hash: next.hash, data })
        await also?.(trx)
        if (found)
          await store.updateSession(trx, cipher, found, {
            data,
            next: next && { hash: next.hash, earlierEndsAt: now + store.GRACE_MS },
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
 * Removes a person's data from the session once the agreement is accepted there, so that another person can register in
 * the same browser. The record's link stays confirmed in case the answer is lost.
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
