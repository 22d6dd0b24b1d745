import type { App } from '#server/context.ts'
import { iso, Refused, refused } from '#server/features/staff/desk-rules.ts'
import { type DeskHandlers, ok } from '#server/features/staff/desk-routes.ts'
import {
  beginEnrolment,
  beginPasskey,
  finishEnrolment,
  finishPasskey,
  removePasskey,
  inviteFirstOwner,
  offersFirstOwner,
} from './enrolment-service.ts'
import { listPasskeys, renamePasskey } from './passkey-store.ts'
import {
  byMember,
  changePerson,
  endStaffSessions,
  enrolmentLink,
  type Invited,
  invitePerson,
  renewInvitation,
} from './people-service.ts'
import { listPeople, type PersonListed, staffNames } from './people-store.ts'
import { INVITATION_LIFE_MS } from './rules.ts'
import { forgetSession } from './session-service.ts'
import { listSessions } from './session-store.ts'
import { askForPasskey, usePasskey } from './passkey-service.ts'

/** Everything about who may come in: signing in, one's own account, and the people of the desk. */
export function accessHandlers(app: App) {
  return {
    ...signInHandlers(app),
    ...sessionHandlers(app),
    ...passkeyHandlers(app),
    ...peopleHandlers(app),
  } satisfies Partial<DeskHandlers>
}

function signInHandlers(app: App) {
  return {
    'access.signInOptions': ({ reply }) => askForPasskey(app, reply),
    'access.signIn': async ({ reply, body }) => (await usePasskey(app, reply, body)) ?? ok,
    'access.enrolOptions': ({ reply, body }) => beginEnrolment(app, reply, body.token),
    'access.enrol': async ({ reply, body }) => (await finishEnrolment(app, reply, body)) ?? ok,
    'access.firstOwnerOffer': async ({ request }) => ({ offered: await offersFirstOwner(app, request) }),
    'access.firstOwner': async ({ request }) =>
      (await offersFirstOwner(app, request)) ? inviteFirstOwner(app) : refused('not_found'),
    'me.stepUpOptions': ({ reply, staff }) => askForPasskey(app, reply, staff),
    'me.stepUp': async ({ reply, body, staff }) =>
      (await usePasskey(app, reply, { ...body, member: staff })) ?? ok,
  } satisfies Partial<DeskHandlers>
}

function sessionHandlers(app: App) {
  return {
    async 'me.read'({ staff: { id, name, role, steppedUpUntil: until } }) {
      return { id, name, role, steppedUpUntil: until > app.clock.now() ? iso(until) : null }
    },
    async 'me.signOut'({ reply, staff: { id: staffId, sessionId }, actor }) {
      await endStaffSessions(app, { staffId, sessionId }, actor)
      forgetSession(reply, app.config)
      return ok
    },
    async 'me.sessions'({ staff }) {
      const sessions = await listSessions(app, staff.id, app.clock.now())
      const names = await staffNames(app)
      return {
        sessions: sessions.map(({ id, browser, createdAt, usedAt, linkBy }) => {
          const isCurrent = id === staff.sessionId
          const linkFrom = linkBy === null ? null : (names.get(linkBy) ?? '')
          return { id, browser, isCurrent, linkFrom, createdAt: iso(createdAt), usedAt: iso(usedAt) }
        }),
      }
    },
    async 'me.endSession'({ params, staff, actor }) {
      const ended = await endStaffSessions(app, { staffId: staff.id, sessionId: params.id }, actor)
      return ended > 0 ? ok : refused('not_found')
    },
  } satisfies Partial<DeskHandlers>
}

function passkeyHandlers(app: App) {
  return {
    'me.passkeys': async ({ staff }) => ({
      passkeys: (await listPasskeys(app, staff.id)).map(({ id, name, created_at, used_at, backed_up }) => {
        const usedAt = used_at === null ? null : iso(used_at)
        return { id, name, createdAt: iso(created_at), usedAt, backedUp: backed_up === 1 }
      }),
    }),
    'me.addPasskeyOptions': ({ reply, staff }) => beginPasskey(app, reply, staff),
    'me.addPasskey': async ({ reply, body, staff }) =>
      (await finishPasskey(app, reply, { ...body, member: staff })) ?? ok,
    async 'me.renamePasskey'({ params, body, staff }) {
      const isNamed = await renamePasskey(app, { ...body, ...params, staffId: staff.id })
      return isNamed ? ok : refused('not_found')
    },
    'me.removePasskey': async ({ params, staff }) => (await removePasskey(app, staff, params.id)) ?? ok,
  } satisfies Partial<DeskHandlers>
}

/** Who they are, their roles, and letting them in and out. */
function peopleHandlers(app: App) {
  const people = () => listPeople(app, app.clock.now())
  const linkOf = (invited: Invited | Refused) => {
    if (invited instanceof Refused) return invited
    const link = enrolmentLink(app.config.publicUrl, invited.token)
    return { link, expiresAt: iso(app.clock.now() + INVITATION_LIFE_MS) }
  }
  return {
    async 'staff.colleagues'() {
      const active = (await people()).filter(({ disabled_at }) => disabled_at === null)
      return { people: active.map(({ id, name }) => ({ id, name })) }
    },
    'staff.list': async () => ({ people: (await people()).map(shownPerson) }),
    'staff.invite': async ({ body, staff }) => linkOf(await invitePerson(app, body, byMember(staff))),
    async 'staff.inviteAgain'({ params, staff }) {
      const renewed = await renewInvitation(app, params.id, byMember(staff))
      app.wakeWorker()
      return linkOf(renewed)
    },
    'staff.change': async ({ params, body, staff }) =>
      (await changePerson(app, { ...body, ...params }, byMember(staff))) ?? ok,
    'staff.endSessions': async ({ params, actor }) => ({
      ended: await endStaffSessions(app, { staffId: params.id }, actor),
    }),
  } satisfies Partial<DeskHandlers>
}

function shownPerson(person: PersonListed) {
  const { id, name, email, role, passkeys, sessions, disabled_at, created_at } = person
  const enrolled = passkeys === 0 ? 'invited' : 'active'
  const state = disabled_at === null ? enrolled : 'disabled'
  return { id, name, email, role, passkeys, sessions, state, createdAt: iso(created_at) } as const
}
