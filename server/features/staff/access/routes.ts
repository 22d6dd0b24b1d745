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
import { refused } from '#server/features/staff/desk-rules.ts'
import { deskRoutes, ok } from '#server/features/staff/desk-routes.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { limitByAddress } from '#server/platform/http/http-errors.ts'
import type { Limit, LimitRule } from '#server/platform/limits/memory-limits.ts'
import { accountRoutes } from './account-routes.ts'
import { beginEnrolment, finishEnrolment } from './enrolment-service.ts'
import { type FirstOwnerConfig, inviteFirstOwner, offersFirstOwner } from './first-owner-service.ts'
import { peopleRoutes } from './people-routes.ts'
import { askForPasskey, type CeremonyDeps, usePasskey } from './sign-in-service.ts'

export type AccessDeps = CeremonyDeps & {
  config: FirstOwnerConfig
  limit(rule: LimitRule): Limit
  wakeWorker(): void
}

/**
 * Calls of a sign-in or an enrolment from one address, two of which make one. There is no limit for all together: a passkey
 * leaves nothing to guess, and whoever spent that limit would lock all staff out (docs/security.md, T50).
 */
const signInLimit: LimitRule = { name: 'staff-sign-in', points: 60, seconds: 300 }

/** Everything about who may come in: signing in, one's own account, and the people of the desk. */
export function accessRoutes(app: ApiServer, deps: AccessDeps): void {
  const limited = { errors, preHandler: limitByAddress(deps.limit(signInLimit)) }
  signInRoutes(app, deps, limited)
  firstOwnerRoutes(app, deps, limited)
  accountRoutes(app, deps)
  peopleRoutes(app, deps)
}

const errors = ['unverified', 'not_found', 'rate_limited'] as const

interface Limited {
  errors: typeof errors
  preHandler: ReturnType<typeof limitByAddress>
}

function signInRoutes(app: ApiServer, deps: AccessDeps, limited: Limited): void {
  const route = deskRoutes(app, 'Access')
  route('POST /sign-in/options', 'signed-out', {
    summary: 'Begin a sign-in',
    body: noBody,
    answer: ceremonyOptions,
    ...limited,
    run: ({ reply }) => askForPasskey(deps, reply),
  })
  route('POST /sign-in', 'signed-out', {
    summary: 'Sign in',
    body: signInAnswer,
    answer: done,
    ...limited,
    run: async ({ reply, body }) => (await usePasskey(deps, reply, body)) ?? ok,
  })
  route('POST /enrol/options', 'signed-out', {
    summary: 'Open an enrolment link',
    body: enrolRequest,
    answer: enrolOptions,
    ...limited,
    run: ({ reply, body }) => beginEnrolment(deps, reply, body.token),
  })
  route('POST /enrol', 'signed-out', {
    summary: 'Enrol with a new passkey',
    body: enrolAnswer,
    answer: done,
    ...limited,
    run: async ({ reply, body }) => (await finishEnrolment(deps, reply, body)) ?? ok,
  })
}

/** There for whoever tries the product on their own machine; elsewhere they say that there is nothing. */
function firstOwnerRoutes(app: ApiServer, deps: AccessDeps, limited: Limited): void {
  const route = deskRoutes(app, 'Access')
  route('GET /first-owner', 'signed-out', {
    summary: 'Whether the desk offers to be tried as its first owner',
    answer: firstOwnerOffer,
    run: async ({ request }) => ({ offered: await offersFirstOwner(deps, request) }),
  })
  route('POST /first-owner', 'signed-out', {
    summary: 'Get an enrolment token as the first owner, in the sandbox',
    body: noBody,
    answer: firstOwnerAnswer,
    ...limited,
    errors: [...limited.errors, 'already_there'],
    run: async ({ request }) =>
      (await offersFirstOwner(deps, request)) ? inviteFirstOwner(deps) : refused('not_found'),
  })
}
