import * as z from 'zod/mini'
import { staffApi } from '#contract/paths.ts'
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
import type { FastifyReply } from 'fastify'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { type HttpError, sendHttpError } from '#server/platform/http/http-errors.ts'
import type { PeopleDeps } from './commit-service.ts'
import { staffErrors, staffOf } from './guard.ts'
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

type PeopleRouteDeps = PeopleDeps & { config: { publicUrl: string } }

const tags = ['Staff']
const errors = staffErrors('not_found', 'already_there', 'invalid')
const params = z.object({ id: z.string().check(z.maxLength(64)) })

/** The people of the desk: who they are, their roles, and letting them in and out. */
export function peopleRoutes(app: ApiServer, deps: PeopleRouteDeps): void {
  app.route({
    method: 'GET',
    url: `${staffApi}/colleagues`,
    config: { operation: 'records.list' },
    schema: {
      summary: 'Everybody to whom a record can be assigned',
      tags,
      response: { 200: colleagueList, ...errors },
    },
    async handler(_, reply) {
      const people = (await listPeople(deps, deps.clock.now())).filter((one) => one.disabled_at === null)
      return reply.send({ people: people.map(({ id, name }) => ({ id, name })) })
    },
  })
  app.route({
    method: 'GET',
    url: `${staffApi}/people`,
    config: { operation: 'staff.list' },
    schema: { summary: 'The people of the desk', tags, response: { 200: staffPeople, ...errors } },
    handler: async (_, reply) =>
      reply.send({ people: (await listPeople(deps, deps.clock.now())).map(answerOf) }),
  })
  invitationRoutes(app, deps)
  changeRoutes(app, deps)
}

function invitationRoutes(app: ApiServer, deps: PeopleRouteDeps): void {
  const answer = (reply: FastifyReply, invited: Invited | { refused: HttpError }) => {
    if ('refused' in invited) return sendHttpError(reply, invited.refused)
    const link = enrolmentLink(deps.config.publicUrl, invited.token)
    const expiresAt = new Date(deps.clock.now() + INVITATION_LIFE_MS).toISOString()
    return reply.send({ link, expiresAt })
  }
  app.route({
    method: 'POST',
    url: `${staffApi}/people`,
    config: { operation: 'staff.invite' },
    schema: {
      summary: 'Invite somebody: the link is to be handed over, and shown once',
      tags,
      body: inviteRequest,
      response: { 200: invitation, ...errors },
    },
    handler: async (request, reply) =>
      answer(reply, await invitePerson(deps, request.body, byMember(staffOf(request)))),
  })
  app.route({
    method: 'POST',
    url: `${staffApi}/people/:id/link`,
    config: { operation: 'staff.invite' },
    schema: {
      summary: 'Give somebody a new enrolment link',
      tags,
      params,
      body: noBody,
      response: { 200: invitation, ...errors },
    },
    handler: async (request, reply) =>
      answer(reply, await renewInvitation(deps, request.params.id, byMember(staffOf(request)))),
  })
}

function changeRoutes(app: ApiServer, deps: PeopleRouteDeps): void {
  app.route({
    method: 'POST',
    url: `${staffApi}/people/:id`,
    config: { operation: 'staff.change' },
    schema: {
      summary: 'Change a role, disable or enable',
      tags,
      params,
      body: changeRequest,
      response: { 200: done, ...errors },
    },
    async handler(request, reply) {
      const change = { ...request.body, id: request.params.id }
      const refused = await changePerson(deps, change, byMember(staffOf(request)))
      return refused ? sendHttpError(reply, refused) : reply.send({ ok: true as const })
    },
  })
  app.route({
    method: 'POST',
    url: `${staffApi}/people/:id/end-sessions`,
    config: { operation: 'staff.change' },
    schema: {
      summary: 'End all sessions of somebody',
      tags,
      params,
      body: noBody,
      response: { 200: endedSessions, ...errors },
    },
    async handler(request, reply) {
      const { actor } = byMember(staffOf(request))
      return reply.send({ ended: await endStaffSessions(deps, { staffId: request.params.id }, actor) })
    },
  })
}

function answerOf(person: PersonListed) {
  const { id, name, email, role, passkeys, sessions } = person
  const state = passkeys === 0 ? 'invited' : 'active'
  return {
    ...{ id, name, email, role, passkeys, sessions },
    state: person.disabled_at === null ? state : ('disabled' as const),
    createdAt: new Date(person.created_at).toISOString(),
  } as const
}
