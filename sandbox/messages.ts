import { randomBytes } from 'node:crypto'
import { type SandboxMessage, sandboxMessage } from '#contract/schemas/sandbox.ts'
import { type Clock, entriesOf, type SandboxStore } from './store.ts'

const LIFE_MS = 30 * 24 * 60 * 60 * 1000

/** Stores every message instead of sending it. */
export function createMessages(deps: { store: SandboxStore; clock: Clock }) {
  const addressee = (to: string) => to.trim().toLowerCase()
  const entries = entriesOf(deps, 'message', {
    schema: sandboxMessage,
    lifeMs: LIFE_MS,
    about: ({ to }) => addressee(to),
  })
  return {
    async keep(message: Omit<SandboxMessage, 'id' | 'at'>): Promise<void> {
      const id = randomBytes(24).toString('base64url')
      const at = new Date(deps.clock.now()).toISOString()
      await entries.change(id, () => ({ keep: { id, at, ...message }, result: undefined }))
    },
    /** Returns all messages, or those to one recipient, newest first. */
    list: ({ to, limit }: { to?: string | undefined; limit?: number | undefined }) =>
      entries.list({ about: to === undefined ? undefined : addressee(to), limit }),
  }
}
export type Messages = ReturnType<typeof createMessages>

/** Returns the last line of an SMS with a code. Browsers offer the code to pages of this host only. */
export function originBoundLine(host: string, code: string): string {
  return `@${host} #${code}`
}
