import type * as z from 'zod/mini'
import type { SandboxMessage } from '#contract/schemas/sandbox.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { KeyValueStore } from '#server/platform/key-value-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { ReceivedMail } from '#server/providers/mail/port.ts'
import { findPage, insertMessages, insertPage, listPages, pageKey, updatePage } from './store.ts'

export interface SandboxDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
}

/** Changes of one page that may come between before something else must be wrong. */
const CHANGE_TRIES = 1000

/** The ways by which what the simulators took comes into the outbox that /sandbox shows. */
export interface Outbox {
  keepMail(mail: ReceivedMail): Promise<void>
  keepSms(sms: { to: string; text: string }): Promise<void>
}

export function createOutbox(deps: SandboxDeps): Outbox {
  const keep = (message: SandboxMessage) => insertMessages(deps.db, deps.cipher, [message])
  const stamp = () => ({ id: newId(), at: new Date(deps.clock.now()).toISOString() })
  return {
    keepMail: ({ replyTo, ...mail }) =>
      keep({ ...mail, ...stamp(), channel: 'email', ...(replyTo ? { replyTo } : {}) }),
    keepSms: (sms) => keep({ ...sms, ...stamp(), channel: 'sms' }),
  }
}

/** A simulator's books, encrypted in the database; a page that no longer fits `schema` counts as none. */
export function createKeyValueStore<Page>(
  deps: SandboxDeps,
  kind: string,
  schema: z.ZodMiniType<Page>,
): KeyValueStore<Page> {
  const { clock, cipher } = deps
  const read = (json: string): Page | undefined => schema.safeParse(JSON.parse(json)).data

  async function find(key: string): Promise<{ page: Page | undefined; version: number } | undefined> {
    const stored = await findPage(deps, pageKey(cipher, kind, key), clock.now())
    return stored && { page: read(stored.page), version: stored.version }
  }

  return {
    read: async (key) => (await find(key))?.page,
    async list() {
      const pages = await listPages(deps, kind, clock.now())
      return pages.flatMap((json) => read(json) ?? [])
    },
    async change(key, turn) {
      const at = pageKey(cipher, kind, key)
      for (let tries = 0; tries < CHANGE_TRIES; tries += 1) {
        const stored = await find(key)
        const { keep, expiresAt, result } = turn(stored?.page)
        if (keep === undefined) return result
        const page = JSON.stringify(keep)
        const kept = stored
          ? await updatePage(deps, at, { page, expiresAt, version: stored.version })
          : await insertPage(deps, at, { page, expiresAt, now: clock.now() })
        if (kept) return result
      }
      throw new Error('a stored entry changed on every attempt to write it')
    },
  }
}
