import type { SettingTable, ValuesOf } from '#server/config/setting-kinds.ts'
import type { Balance } from '#server/platform/http-client/provider-call.ts'

/** Who offers a service, and all that naming them in the settings needs; it stands beside their adapter. */
export interface Vendor<Account = unknown, Table extends SettingTable = SettingTable> {
  /** The value that names them, of the setting of their kind of service. */
  name: string
  settings: Table
  /** What must be set, each with what it is. */
  needed: { readonly [Name in keyof Table]?: string }
  /** What production needs besides. */
  neededInProduction?: { readonly [Name in keyof Table]?: string }
  /** Credentials, which the units of `deploy/` load from systemd's encrypted store. */
  secrets: readonly (keyof Table & string)[]
  /** The setting of the address that is called with credentials: https in production. */
  address?: keyof Table & string
  /** How they are reached; called where nothing needed is missing. */
  account(values: ValuesOf<Table>): Account
}

/** A question to a vendor under the agency's own credentials. */
export interface LiveCheck {
  what: string
  question: string
  /** What came back, and what to do about it where there is something; throws where the vendor does not do as asked. */
  work(): Promise<{ answer: string; todo?: string; status?: 'ok' | 'warn' }>
  /** What to do when it throws. */
  todo: string
}

/** Milliseconds that one check may take. */
export const CHECK_TIMEOUT_MS = 10_000

const failures: Record<string, string> = {
  timeout: 'none in time',
  unreachable: 'none: the address cannot be reached',
  refused: 'it refuses us',
  circuit_open: 'none',
}

/** What a failure of an adapter is to whoever reads a check. */
export function failureInWords(failure: string): string {
  return failures[failure] ?? 'an answer that this vendor does not give'
}

/** Asks what is left of an account: a call that costs nothing and proves its credentials. */
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
