import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeskDeps } from '#server/features/staff/desk-rules.ts'
import type { StaffChallengeRow } from '#server/platform/db/staff-rows.ts'
import { freshBytes } from '#server/platform/ids.ts'
import { insertChallenge, takeChallenge } from './challenge-store.ts'
import { CHALLENGE_LIFE_MS } from './rules.ts'
import { cookieHash, giveCookie, hostCookie } from './session-service.ts'

type Kind = StaffChallengeRow['kind']
/** Whose ceremony it is, where that is known before it ends. */
interface About {
  staffId?: string | null
  invitation?: string | null
}

/** Challenges of ceremonies: each for the browser that began it, once, for five minutes (staff.md part 1). */
export interface Challenges {
  give(reply: FastifyReply, kind: Kind, about?: About): Promise<string>
  take(request: FastifyRequest, kind: Kind): Promise<StaffChallengeRow | undefined>
}

const CHALLENGE_BYTES = 32

export function createChallenges({
  db,
  clock,
  config,
}: DeskDeps & { config: { publicUrl: string } }): Challenges {
  const name = hostCookie('staff-ceremony', config)
  return {
    async give(reply, kind, { staffId = null, invitation = null }: About = {}) {
      const challenge = freshBytes(CHALLENGE_BYTES).toString('base64url')
      const hash = giveCookie(reply, name, CHALLENGE_LIFE_MS / 1000)
      const about = { staff_id: staffId, invitation }
      await insertChallenge(db, { hash, kind, challenge, ...about, created_at: clock.now() })
      return challenge
    },
    async take(request, kind) {
      const hash = cookieHash(request, name)
      if (hash === undefined) return undefined
      return takeChallenge(db, { hash, kind, after: clock.now() - CHALLENGE_LIFE_MS })
    },
  }
}
