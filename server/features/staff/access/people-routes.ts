import {
  changePerson as changeRequest,
  colleagueList,
  done,
  endedSessions,
  invitation,
  invitePerson as inviteRequest,
  noBody,
  staffPeople,
} from '#contract/schemas/staff-access.ts'
import { type DeskDeps, iso, Refused } from '#server/features/staff/desk-rules.ts'
import { byId, deskRoutes, ok } from '#server/features/staff/desk-routes.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import {
  byMember,
  changePerson,
  endStaffSessions,
  enrolmentLink,
  type Invited,
  invitePerson,
  renewInvitation,
} from './people-service.ts'
import { listPeople, type PersonListed } from './people-store.ts'
import { INVITATION_LIFE_MS } from './rules.ts'

type PeopleRouteDeps = DeskDeps & { config: { publicUrl: string }; wakeWorker(): void }

/** The people of the desk: who they are, their roles, and letting them in and out. */
export function peopleRoutes(app: ApiServer, deps: PeopleRouteDeps): void {
  const route = deskRoutes(app, 'Staff')
  route('GET /colleagues', 'records.list', {
    summary: 'Everybody to whom a record can be assigned',
    answer: colleagueList,
    run: async () => {
      const people = await listPeople(deps, deps.clock.now())
      const active = people.filter(({ disabled_at }) => disabled_at === null)
      return { people: active.map(({ id, name }) => ({ id, name })) }
    },
  })
  route('GET /people', 'staff.list', {
    summary: 'The people of the desk',
    answer: staffPeople,
    run: async () => ({ people: (await listPeople(deps, deps.clock.now())).map(shownPerson) }),
  })
  invitationRoutes(app, deps)
  changeRoutes(app, deps)
}

function invitationRoutes(app: ApiServer, deps: PeopleRouteDeps): void {
  const route = deskRoutes(app, 'Staff')
  const shown = (invited: Invited | Refused) => {
    if (invited instanceof Refused) return invited
    const link = enrolmentLink(deps.config.publicUrl, invited.token)
    return { link, expiresAt: iso(deps.clock.now() + INVITATION_LIFE_MS) }
  }
  route('POST /people', 'staff.invite', {
    summary: 'Invite somebody: the link is to be handed over, and shown once',
    body: inviteRequest,
    answer: invitation,
    errors: ['already_there'],
    run: async ({ body, staff }) => shown(await invitePerson(deps, body, byMember(staff))),
  })
  route('POST /people/:id/link', 'staff.invite', {
    summary: 'Give somebody a new enrolment link, of which a mail tells them',
    params: byId,
    body: noBody,
    answer: invitation,
    run: async ({ params, staff }) => {
      const renewed = await renewInvitation(deps, params.id, byMember(staff))
      deps.wakeWorker()
      return shown(renewed)
    },
  })
}

function changeRoutes(app: ApiServer, deps: PeopleRouteDeps): void {
  const route = deskRoutes(app, 'Staff')
  route('POST /people/:id', 'staff.change', {
    summary: 'Change a role, disable or enable',
    params: byId,
    body: changeRequest,
    answer: done,
    run: async ({ params, body, staff }) =>
      (await changePerson(deps, { ...body, ...params }, byMember(staff))) ?? ok,
  })
  route('POST /people/:id/end-sessions', 'staff.change', {
    summary: 'End all sessions of somebody',
    params: byId,
    body: noBody,
    answer: endedSessions,
    run: async ({ params, actor }) => ({
      ended: await endStaffSessions(deps, { staffId: params.id }, actor),
    }),
  })
}

function shownPerson(person: PersonListed) {
  const { id, name, email, role, passkeys, sessions, disabled_at, created_at } = person
  const enrolled = passkeys === 0 ? 'invited' : 'active'
  const state = disabled_at === null ? enrolled : 'disabled'
  return { id, name, email, role, passkeys, sessions, state, createdAt: iso(created_at) } as const
}
