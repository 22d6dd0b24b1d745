import * as z from 'zod/mini'
import { staffApi } from '#contract/paths.ts'
import {
  addPasskeyAnswer,
  ceremonyOptions,
  done,
  noBody,
  passkeyList,
  renamePasskey as renameRequest,
} from '#contract/schemas/staff-access.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { sendError, sendHttpError } from '#server/platform/http/http-errors.ts'
import { beginPasskey, finishPasskey, removePasskey } from './enrolment-service.ts'
import { staffErrors, staffOf } from './guard.ts'
import { listPasskeys, renamePasskey } from './passkey-store.ts'
import type { CeremonyDeps } from './sign-in-service.ts'

const tags = ['Account']
const errors = staffErrors('unverified', 'not_found', 'invalid')
const params = z.object({ id: z.string().check(z.maxLength(64)) })
const ok = { ok: true } as const

/** One's own passkeys: which there are, another one, their names, and removing one. */
export function passkeyRoutes(app: ApiServer, deps: CeremonyDeps): void {
  listRoute(app, deps)
  changeRoutes(app, deps)
  additionRoutes(app, deps)
}

function listRoute(app: ApiServer, deps: CeremonyDeps): void {
  app.route({
    method: 'GET',
    url: `${staffApi}/me/passkeys`,
    config: { operation: 'me.sessions' },
    schema: { summary: 'One’s own passkeys', tags, response: { 200: passkeyList, ...errors } },
    async handler(request, reply) {
      const passkeys = await listPasskeys(deps, staffOf(request).id)
      return reply.send({
        passkeys: passkeys.map(({ id, name, created_at, used_at, backed_up }) => ({
          ...{ id, name, createdAt: new Date(created_at).toISOString() },
          usedAt: used_at === null ? null : new Date(used_at).toISOString(),
          backedUp: backed_up === 1,
        })),
      })
    },
  })
}

function changeRoutes(app: ApiServer, deps: CeremonyDeps): void {
  app.route({
    method: 'POST',
    url: `${staffApi}/me/passkeys/:id`,
    config: { operation: 'me.passkeys' },
    schema: {
      summary: 'Name a passkey',
      tags,
      params,
      body: renameRequest,
      response: { 200: done, ...errors },
    },
    async handler(request, reply) {
      const named = { staffId: staffOf(request).id, id: request.params.id, name: request.body.name }
      return (await renamePasskey(deps, named)) ? reply.send(ok) : sendError(reply, 'not_found')
    },
  })
  app.route({
    method: 'POST',
    url: `${staffApi}/me/passkeys/:id/remove`,
    config: { operation: 'me.passkeys' },
    schema: {
      summary: 'Remove a passkey',
      tags,
      params,
      body: noBody,
      response: { 200: done, ...errors },
    },
    async handler(request, reply) {
      const refused = await removePasskey(deps, staffOf(request), request.params.id)
      return refused ? sendHttpError(reply, refused) : reply.send(ok)
    },
  })
}

function additionRoutes(app: ApiServer, deps: CeremonyDeps): void {
  app.route({
    method: 'POST',
    url: `${staffApi}/me/passkeys/options`,
    config: { operation: 'me.passkeys' },
    schema: {
      summary: 'Begin to add a passkey',
      tags,
      body: noBody,
      response: { 200: ceremonyOptions, ...errors },
    },
    async handler(request, reply) {
      const begun = await beginPasskey(deps, reply, staffOf(request))
      return begun.refused
        ? sendHttpError(reply, begun.refused)
        : reply.send({ options: { ...begun.options } })
    },
  })
  app.route({
    method: 'POST',
    url: `${staffApi}/me/passkeys`,
    config: { operation: 'me.passkeys' },
    schema: {
      summary: 'Add a passkey',
      tags,
      body: addPasskeyAnswer,
      response: { 200: done, ...errors },
    },
    async handler(request, reply) {
      const added = { ...request.body, member: staffOf(request) }
      const refused = await finishPasskey(deps, reply, added)
      return refused ? sendHttpError(reply, refused) : reply.send(ok)
    },
  })
}
