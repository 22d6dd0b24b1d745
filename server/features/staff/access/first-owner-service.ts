import type { FastifyRequest } from 'fastify'
import type { App } from '#server/context.ts'
import type { DeskHandlers } from '#server/features/staff/desk-rules.ts'
import { orRefuse } from '#server/platform/http/http-errors.ts'
import { inviteByTool } from './people-service.ts'
import { listPeople } from './people-store.ts'

/** Makes the person who tries the product its first owner. */
export function firstOwnerHandlers(app: App) {
  return {
    'access.firstOwnerOffer': async ({ request }) => ({ offered: await offersFirstOwner(app, request) }),
    /** Returns the token of an enrolment link. */
    async 'access.firstOwner'({ request }) {
      orRefuse(await offersFirstOwner(app, request))
      const person = { name: 'First owner', email: 'owner@sandbox.example', role: 'owner' } as const
      return inviteByTool(app, person, { actor: 'visitor' })
    },
  } satisfies Partial<DeskHandlers>
}

/**
 * Returns whether the person who tries the product may become its first owner: nobody has a passkey yet, every
 * provider is the sandbox's, and the request comes from this machine.
 */
export async function offersFirstOwner(app: App, request: FastifyRequest): Promise<boolean> {
  const { mail, aadhaar, sms, mandate, production, publicUrl } = app.config
  const isTrial = [mail, aadhaar, sms, mandate.gateway].every(({ provider }) => provider === 'sandbox')
  if (production || !isTrial || !isFromHere(request, publicUrl)) return false
  return (await listPeople(app, app.clock.now())).every(({ passkeys }) => passkeys === 0)
}

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Headers that proxies and tunnels add. */
const proxyHeader = /^(forwarded|via|(x-forwarded|x-real|x-client|cf|fly|true-client)-.+)$/

/** Returns whether the request comes from this machine, and not through a proxy or tunnel on it. */
function isFromHere({ socket, ip, headers }: FastifyRequest, publicUrl: string): boolean {
  const through = Object.keys(headers).some((name) => proxyHeader.test(name))
  const { host = '' } = headers
  const names = [publicUrl, `http://${host}`].map((url) => (URL.canParse(url) ? new URL(url).hostname : ''))
  const addresses = [socket.remoteAddress ?? '', ip]
  return (
    !through &&
    addresses.every((address) => loopbackAddress.test(address)) &&
    names.every((name) => loopbackName.test(name))
  )
}
