import * as z from 'zod/mini'
import { staffRoles } from './staff-permissions.ts'

export const staffRole = z.enum(staffRoles)

/** Who is signed in. */
export const staffMe = z.object({
  id: z.string(),
  name: z.string(),
  role: staffRole,
  /** When what needs a step-up ends being allowed; null where a passkey must be used first. */
  steppedUpUntil: z.nullable(z.string()),
})
export type StaffMe = z.infer<typeof staffMe>
