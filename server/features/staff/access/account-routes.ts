import {
  addPasskeyAnswer,
  ceremonyOptions,
  done,
  noBody,
  passkeyList,
  renamePasskey as renameRequest,
  sessionList,
  signInAnswer,
  staffMe,
} from '#contract/schemas/staff-access.ts'
import { iso, refused } from '#server/features/staff/desk-rules.ts'
import { byId, deskRoutes, ok } from '#server/features/staff/desk-routes.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { beginPasskey, finishPasskey, removePasskey } from './enrolment-service.ts'
import { listPasskeys, renamePasskey } from './passkey-store.ts'
import { endStaffSessions } from './people-service.ts'
import { staffNames } from './people-store.ts'
import { forgetSession } from './session-service.ts'
import { listSessions } from './session-store.ts'
import { askForPasskey, type CeremonyDeps, usePasskey } from './sign-in-service.ts'

/** Who one is, one's own sessions and passkeys. */
export function accountRoutes(app: ApiServer, deps: CeremonyDeps): void {
  meRoutes(app, deps)
  sessionRoutes(app, deps)
  passkeyRoutes(app, deps)
}

function meRoutes(app: ApiServer, deps: CeremonyDeps): void {
  const route = deskRoutes(app, 'Account')
  route('GET /me', 'me.read', {
    summary: 'Who is signed in',
    answer: staffMe,
    errors: ['unverified'],
    run: async ({ staff }) => {
      const { id, name, role, steppedUpUntil: until } = staff
      return { id, name, role, steppedUpUntil: until > deps.clock.now() ? iso(until) : null }
    },
  })
  route('POST /step-up/options', 'me.read', {
    summary: 'Begin to confirm with a passkey',
    body: noBody,
    answer: ceremonyOptions,
    errors: ['unverified'],
    run: ({ reply, staff }) => askForPasskey(deps, reply, staff),
  })
  route('POST /step-up', 'me.read', {
    summary: 'Confirm with a passkey',
    body: signInAnswer,
    answer: done,
    errors: ['unverified'],
    run: async ({ reply, body, staff }) => {
      return (await usePasskey(deps, reply, { ...body, member: staff })) ?? ok
    },
  })
  route('POST /sign-out', 'me.read', {
    summary: 'Sign out',
    body: noBody,
    answer: done,
    errors: ['unverified'],
    run: async ({ reply, staff: { id: staffId, sessionId }, actor }) => {
      await endStaffSessions(deps, { staffId, sessionId }, actor)
      forgetSession(reply, deps.config)
      return ok
    },
  })
}

function sessionRoutes(app: ApiServer, deps: CeremonyDeps): void {
  const route = deskRoutes(app, 'Account')
  route('GET /me/sessions', 'me.sessions', {
    summary: 'One’s own sessions',
    answer: sessionList,
    run: async ({ staff }) => {
      const sessions = await listSessions(deps, staff.id, deps.clock.now())
      const names = await staffNames(deps)
      return {
        sessions: sessions.map(({ id, browser, createdAt, usedAt, linkBy }) => {
          const isCurrent = id === staff.sessionId
          const linkFrom = linkBy === null ? null : (names.get(linkBy) ?? '')
          return { id, browser, isCurrent, linkFrom, createdAt: iso(createdAt), usedAt: iso(usedAt) }
        }),
      }
    },
  })
  route('POST /me/sessions/:id/end', 'me.sessions', {
    summary: 'End one of one’s own sessions',
    params: byId,
    body: noBody,
    answer: done,
    run: async ({ params, staff, actor }) => {
      const ended = await endStaffSessions(deps, { staffId: staff.id, sessionId: params.id }, actor)
      return ended > 0 ? ok : refused('not_found')
    },
  })
  route('GET /me/passkeys', 'me.sessions', {
    summary: 'One’s own passkeys',
    answer: passkeyList,
    run: async ({ staff }) => ({
      passkeys: (await listPasskeys(deps, staff.id)).map(({ id, name, created_at, used_at, backed_up }) => {
        const usedAt = used_at === null ? null : iso(used_at)
        return { id, name, createdAt: iso(created_at), usedAt, backedUp: backed_up === 1 }
      }),
    }),
  })
}

function passkeyRoutes(app: ApiServer, deps: CeremonyDeps): void {
  const route = deskRoutes(app, 'Account')
  route('POST /me/passkeys/options', 'me.passkeys', {
    summary: 'Begin to add a passkey',
    body: noBody,
    answer: ceremonyOptions,
    errors: ['unverified'],
    run: ({ reply, staff }) => beginPasskey(deps, reply, staff),
  })
  route('POST /me/passkeys', 'me.passkeys', {
    summary: 'Add a passkey',
    body: addPasskeyAnswer,
    answer: done,
    errors: ['unverified'],
    run: async ({ reply, body, staff }) => {
      return (await finishPasskey(deps, reply, { ...body, member: staff })) ?? ok
    },
  })
  route('POST /me/passkeys/:id', 'me.passkeys', {
    summary: 'Name a passkey',
    params: byId,
    body: renameRequest,
    answer: done,
    errors: ['unverified'],
    run: async ({ params, body, staff }) => {
      const isNamed = await renamePasskey(deps, { ...body, ...params, staffId: staff.id })
      return isNamed ? ok : refused('not_found')
    },
  })
  route('POST /me/passkeys/:id/remove', 'me.passkeys', {
    summary: 'Remove a passkey',
    params: byId,
    body: noBody,
    answer: done,
    errors: ['unverified'],
    run: async ({ params, staff }) => (await removePasskey(deps, staff, params.id)) ?? ok,
  })
}
