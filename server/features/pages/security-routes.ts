import { securityText } from '#contract/paths.ts'
import type { Language } from '#contract/messages/languages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'

export interface SecurityTextDeps {
  clock: Clock
  config: { publicUrl: string; securityContact: string | undefined; languages: readonly Language[] }
}

const DAY_MS = 86_400_000
/** How long what was read holds; RFC 9116 advises less than a year. */
const HOLDS_DAYS = 90

/** Whom to tell of a weakness (RFC 9116); there is nothing at its address while no contact is set. */
export function securityTextRoute(
  app: ApiServer,
  { clock, config }: SecurityTextDeps,
  headers: Record<string, string>,
): void {
  const { publicUrl, securityContact, languages } = config
  if (securityContact === undefined) return
  app.get(securityText, { schema: { hide: true } }, (_, reply) => {
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(clock.now() + HOLDS_DAYS * DAY_MS).toISOString()}`,
      `Preferred-Languages: ${languages.join(', ')}`,
      `Canonical: ${publicUrl}${securityText}`,
    ]
    return reply
      .headers(headers)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
