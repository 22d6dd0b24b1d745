/** Who works at the desk, from the least to the most that one may. */
export const staffRoles = ['viewer', 'recruiter', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The least role an operation needs, and whether a passkey must have been used within the last ten minutes. */
interface Permission {
  role: StaffRole
  stepUp?: true
}

/** Every operation at the desk. Each route under `staffApi` names one; who may what is written here alone. */
export const staffOperations = {
  'me.read': { role: 'viewer' },
  /** One's own sessions, passkeys and saved filters. */
  'me.sessions': { role: 'viewer' },
  'me.passkeys': { role: 'viewer', stepUp: true },
  'me.views': { role: 'viewer' },
  'today.read': { role: 'viewer' },
  'records.list': { role: 'viewer' },
  'records.search': { role: 'viewer' },
  'records.read': { role: 'viewer' },
  'records.contact': { role: 'recruiter' },
  'records.document': { role: 'recruiter' },
  'records.change': { role: 'recruiter' },
  'records.note': { role: 'recruiter' },
  'records.mail': { role: 'recruiter' },
  'records.link': { role: 'recruiter' },
  'mandates.refresh': { role: 'recruiter' },
  'jobs.retry': { role: 'recruiter' },
  'records.bank': { role: 'owner', stepUp: true },
  'records.export': { role: 'owner', stepUp: true },
  'privacy.subject': { role: 'owner', stepUp: true },
  'privacy.erase': { role: 'owner', stepUp: true },
  'privacy.retention': { role: 'owner' },
  'audit.read': { role: 'owner' },
  'staff.list': { role: 'owner' },
  'staff.invite': { role: 'owner', stepUp: true },
  'staff.change': { role: 'owner', stepUp: true },
  'webhooks.read': { role: 'owner' },
  'webhooks.change': { role: 'owner', stepUp: true },
  'openapi.read': { role: 'owner' },
} as const satisfies Record<string, Permission>
export type StaffOperation = keyof typeof staffOperations

/** Whether a role may do it at all; a step-up is asked for beside it. */
export function mayDo(role: StaffRole, operation: StaffOperation): boolean {
  return staffRoles.indexOf(role) >= staffRoles.indexOf(staffOperations[operation].role)
}

export function needsStepUp(operation: StaffOperation): boolean {
  const permission: Permission = staffOperations[operation]
  return permission.stepUp === true
}
