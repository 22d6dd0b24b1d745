import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeskDeps } from '#server/features/staff/desk-rules.ts'
import type { StaffChallengeRow } from '#server/platform/db/staff-rows.ts'
import { freshBytes } from '#server/platform/ids.ts'
import { cookieHash, giveCookie, hostCookie, newToken } from '#server/platform/sessions/cookie.ts'
import * as store from './challenge-store.ts'
import { CHALLENGE_LIFE_MS } from './rules.ts'

type ChallengeDeps = DeskDeps & { config: { publicUrl: string } }
/** What a ceremony is for, and whose it is where that is known before it ends. */
type About = Pick<StaffChallengeRow, 'kind'> & Partial<Pick<StaffChallengeRow, 'staff_id' | 'invitation'>>

const CHALLENGE_BYTES = 32
const COOKIE = 'staff-ceremony'

/** A challenge for the browser that begins a ceremony: for it alone, once, for five minutes. */
export async function giveChallenge(
  { db, clock, config }: ChallengeDeps,
  reply: FastifyReply,
  about: About,
): Promise<string> {
  const challenge = freshBytes(CHALLENGE_BYTES).toString('base64url')
  const { token, hash } = newToken()
  const maxAge = CHALLENGE_LIFE_MS / 1000
  giveCookie(reply, hostCookie(COOKIE, config), { token, sameSite: 'strict', maxAge })
  const row = { staff_id: null, invitation: null, ...about, hash, challenge }
  await store.insertChallenge(db, { ...row, created_at: clock.now() })
  return challenge
}

/** The challenge that this browser was given, which is used up with it. */
export async function takeChallenge(
  { db, clock, config }: ChallengeDeps,
  request: FastifyRequest,
  kind: StaffChallengeRow['kind'],
): Promise<StaffChallengeRow | undefined> {
  const hash = cookieHash(request, hostCookie(COOKIE, config))
  if (hash === undefined) return undefined
  return store.takeChallenge(db, { hash, kind, now: clock.now() })
}
