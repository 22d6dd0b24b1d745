import type { FastifyRequest } from 'fastify'
import type { DeskDeps } from '#server/features/staff/desk-rules.ts'
import { inviteByTool } from './people-service.ts'
import { listPeople } from './people-store.ts'

export interface FirstOwnerConfig {
  publicUrl: string
  production: boolean
  mail: { provider: string }
  aadhaar: { provider: string }
  sms: { provider: string }
  mandate: { gateway: { provider: string } }
}

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** What proxies and tunnels add, each some of these. */
const proxyHeader = /^(forwarded|via|(x-forwarded|x-real|x-client|cf|fly|true-client)-.+)$/

/** Whether it comes from this machine itself, and not through a proxy or a tunnel that stands on it. */
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

/**
 * Whether whoever tries the product may make themselves its first owner: nobody has a passkey yet, every provider is the
 * sandbox's, and the request comes from this machine.
 */
export async function offersFirstOwner(
  deps: DeskDeps & { config: FirstOwnerConfig },
  request: FastifyRequest,
): Promise<boolean> {
  const { mail, aadhaar, sms, mandate, production, publicUrl } = deps.config
  const isTrial = [mail, aadhaar, sms, mandate.gateway].every(({ provider }) => provider === 'sandbox')
  if (production || !isTrial || !isFromHere(request, publicUrl)) return false
  return (await listPeople(deps, deps.clock.now())).every(({ passkeys }) => passkeys === 0)
}

/** The token of an enrolment link for the first owner. */
export function inviteFirstOwner(deps: DeskDeps) {
  const person = { name: 'First owner', email: 'owner@sandbox.example', role: 'owner' } as const
  return inviteByTool(deps, person, { actor: 'visitor' })
}
