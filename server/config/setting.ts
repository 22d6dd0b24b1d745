import type * as z from 'zod'

/** One setting: a row of docs/settings.md and of `.env.example`. */
export interface Setting {
  default: string
  meaning: string
  schema: z.ZodType
}

export type SettingTable = Record<string, Setting>
export type ValuesOf<Table extends SettingTable> = { [Name in keyof Table]: z.output<Table[Name]['schema']> }

/** What a provider's settings need of one another. */
export interface ProviderRequirements {
  /** The setting that names the provider, which production asks for. */
  choice: string
  /** Its value for the real provider; any other is the sandbox's simulator. */
  live: string
  /** What must be set beside that value, each with what it is. */
  needed: Record<string, string>
  /** The setting of the address that is called with credentials: https in production. */
  address?: string
}
