import type * as z from 'zod/mini'
import type { SandboxMessage } from '#contract/schemas/sandbox.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { KeyValueStore } from '#server/platform/key-value-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { ReceivedMail } from '#server/providers/mail/port.ts'
import { findValue, insertMessage, insertValue, listValues, updateValue, valueKey } from './store.ts'

export interface SandboxDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
}

/** Attempts at one change while others change the same value; more mean a fault. */
const CHANGE_ATTEMPTS = 1000

/** Where simulators put the messages that /sandbox shows. */
export interface Outbox {
  keepMail(mail: ReceivedMail): Promise<void>
  keepSms(sms: { to: string; text: string }): Promise<void>
}

export function createOutbox(deps: SandboxDeps): Outbox {
  const keep = (message: SandboxMessage) => insertMessage(deps.db, deps.cipher, message)
  const stamp = () => ({ id: newId(), at: new Date(deps.clock.now()).toISOString() })
  return {
    keepMail: ({ replyTo, ...mail }) =>
      keep({ ...mail, ...stamp(), channel: 'email', ...(replyTo ? { replyTo } : {}) }),
    keepSms: (sms) => keep({ ...sms, ...stamp(), channel: 'sms' }),
  }
}

/** A simulator's store, encrypted in the database; a value that no longer fits `schema` counts as none. */
export function createKeyValueStore<Value>(
  deps: SandboxDeps,
  kind: string,
  schema: z.ZodMiniType<Value>,
): KeyValueStore<Value> {
  const { clock, cipher } = deps
  const parse = (json: string): Value | undefined => schema.safeParse(JSON.parse(json)).data
  const find = (key: string) => findValue(deps, valueKey(cipher, kind, key), clock.now())

  return {
    async read(key) {
      const stored = await find(key)
      return stored && parse(stored.json)
    },
    async list() {
      const values = await listValues(deps, kind, clock.now())
      return values.flatMap((json) => parse(json) ?? [])
    },
    async change(key, decide) {
      const at = valueKey(cipher, kind, key)
      for (let attempt = 0; attempt < CHANGE_ATTEMPTS; attempt += 1) {
        const stored = await find(key)
        const { keep, expiresAt, result } = decide(stored && parse(stored.json))
        if (keep === undefined) return result
        const json = JSON.stringify(keep)
        const isKept = stored
          ? await updateValue(deps, at, { json, expiresAt, version: stored.version })
          : await insertValue(deps, at, { json, expiresAt, now: clock.now() })
        if (isKept) return result
      }
      throw new Error('a stored entry changed on every attempt to write it')
    },
  }
}
