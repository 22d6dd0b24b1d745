import type { SettingTable, ValuesOf } from '#server/platform/setting-kinds.ts'
import type { Balance } from '#server/platform/http-client/provider-call.ts'

/** A vendor of a service with its settings. */
export interface Vendor<Account = unknown, Table extends SettingTable = SettingTable> {
  /** The value that selects the vendor in the setting of its kind. */
  name: string
  settings: Table
  /** Settings that must be set, each with its description. */
  needed: { readonly [Name in keyof Table]?: string }
  /** Settings that production needs as well. */
  neededInProduction?: { readonly [Name in keyof Table]?: string }
  /** Secrets. The units of `deploy/` load them from systemd's encrypted store. */
  secrets: readonly (keyof Table & string)[]
  /** The setting with the address that receives the credentials: https in production. */
  address?: keyof Table & string
  /** Reads the account from the settings. Called only when nothing needed is missing. */
  account(values: ValuesOf<Table>): Account
}

/** A call to a vendor with the agency's credentials. */
export interface LiveCheck {
  what: string
  question: string
  /** Returns the answer, and what to do if anything. Throws when the vendor refuses or fails. */
  work(): Promise<{ answer: string; todo?: string; status?: 'ok' | 'warn' }>
  /** What to do when `work` throws. */
  todo: string
}

export const CHECK_TIMEOUT_MS = 10_000

const failures: Record<string, string> = {
  timeout: 'none in time',
  unreachable: 'none: the address cannot be reached',
  refused: 'it refuses us',
  circuit_open: 'none',
}

/** Describes a failure of an adapter for the reader of a check. */
export function failureInWords(failure: string): string {
  return failures[failure] ?? 'an answer that this vendor does not give'
}

/** Asks for the remaining balance of an account: a free call that proves the credentials. */
export function balanceCheck(
  balance: () => Promise<Balance>,
  { address, unit, next, ...check }: Record<'what' | 'address' | 'unit' | 'todo' | 'next', string>,
): LiveCheck {
  return {
    ...check,
    question: `${hostIn(address)} for the balance`,
    async work() {
      const reply = await balance()
      if (!reply.ok) throw new Error(failureInWords(reply.failure))
      const answer = `${reply.left} ${unit} left`
      return reply.left > 0 ? { answer, todo: next } : { answer, todo: 'top up the account', status: 'warn' }
    },
  }
}

export function hostIn(address: string): string {
  return new URL(address).hostname || 'this machine'
}
