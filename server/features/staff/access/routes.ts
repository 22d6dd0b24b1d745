import { staffApi } from '#contract/paths.ts'
import {
  ceremonyOptions,
  done,
  enrolAnswer,
  enrolOptions,
  enrolRequest,
  firstOwnerAnswer,
  firstOwnerOffer,
  noBody,
  signInAnswer,
} from '#contract/schemas/staff-access.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { sendError, sendHttpError } from '#server/platform/http/http-errors.ts'
import { accountRoutes } from './account-routes.ts'
import { beginEnrolment, finishEnrolment } from './enrolment-service.ts'
import { type FirstOwnerConfig, inviteFirstOwner, offersFirstOwner } from './first-owner-service.ts'
import { staffErrors } from './guard.ts'
import { type DoorLimits, limitSignIns } from './limits.ts'
import { peopleRoutes } from './people-routes.ts'
import { askForPasskey, type CeremonyDeps, usePasskey } from './sign-in-service.ts'

export type AccessDeps = CeremonyDeps & DoorLimits & { config: FirstOwnerConfig }

/** Everything about who may come in: signing in, one's own account, and the people of the desk. */
export function accessRoutes(app: ApiServer, deps: AccessDeps): void {
  const preHandler = limitSignIns(deps)
  enrolmentRoutes(app, { ...deps, preHandler })
  signInRoutes(app, { ...deps, preHandler })
  firstOwnerRoutes(app, { ...deps, preHandler })
  accountRoutes(app, deps)
  peopleRoutes(app, deps)
}

type DoorDeps = AccessDeps & { preHandler: ReturnType<typeof limitSignIns> }
const config = { operation: 'signed-out' } as const
const tags = ['Access']
const errors = staffErrors('unverified', 'not_found', 'invalid', 'rate_limited')

function signInRoutes(app: ApiServer, { preHandler, ...deps }: DoorDeps): void {
  app.route({
    method: 'POST',
    url: `${staffApi}/sign-in/options`,
    config,
    preHandler,
    schema: {
      summary: 'Begin a sign-in',
      tags,
      body: noBody,
      response: { 200: ceremonyOptions, ...errors },
    },
    handler: async (_, reply) => reply.send({ options: { ...(await askForPasskey(deps, reply)) } }),
  })
  app.route({
    method: 'POST',
    url: `${staffApi}/sign-in`,
    config,
    preHandler,
    schema: { summary: 'Sign in', tags, body: signInAnswer, response: { 200: done, ...errors } },
    async handler(request, reply) {
      const refused = await usePasskey(deps, reply, request.body)
      return refused ? sendHttpError(reply, refused) : reply.send({ ok: true as const })
    },
  })
}

function enrolmentRoutes(app: ApiServer, { preHandler, ...deps }: DoorDeps): void {
  app.route({
    method: 'POST',
    url: `${staffApi}/enrol/options`,
    config,
    preHandler,
    schema: {
      summary: 'Open an enrolment link',
      tags,
      body: enrolRequest,
      response: { 200: enrolOptions, ...errors },
    },
    async handler(request, reply) {
      const begun = await beginEnrolment(deps, reply, request.body.token)
      if (begun.refused) return sendHttpError(reply, begun.refused)
      return reply.send({ options: { ...begun.options }, name: begun.name })
    },
  })
  app.route({
    method: 'POST',
    url: `${staffApi}/enrol`,
    config,
    preHandler,
    schema: {
      summary: 'Enrol with a new passkey',
      tags,
      body: enrolAnswer,
      response: { 200: done, ...errors },
    },
    async handler(request, reply) {
      const refused = await finishEnrolment(deps, reply, request.body)
      return refused ? sendHttpError(reply, refused) : reply.send({ ok: true as const })
    },
  })
}

/** There for whoever tries the product on their own machine; elsewhere they say that there is nothing. */
function firstOwnerRoutes(app: ApiServer, { preHandler, ...deps }: DoorDeps): void {
  app.route({
    method: 'GET',
    url: `${staffApi}/first-owner`,
    config,
    schema: {
      summary: 'Whether the desk offers to be tried as its first owner',
      tags,
      response: { 200: firstOwnerOffer, ...errors },
    },
    handler: async (request, reply) => reply.send({ offered: await offersFirstOwner(deps, request) }),
  })
  app.route({
    method: 'POST',
    url: `${staffApi}/first-owner`,
    config,
    preHandler,
    schema: {
      summary: 'Get an enrolment token as the first owner, in the sandbox',
      tags,
      body: noBody,
      response: { 200: firstOwnerAnswer, ...errors },
    },
    async handler(request, reply) {
      if (!(await offersFirstOwner(deps, request))) return sendError(reply, 'not_found')
      const invited = await inviteFirstOwner(deps)
      if ('refused' in invited) return sendHttpError(reply, invited.refused)
      return reply.send({ token: invited.token })
    },
  })
}
