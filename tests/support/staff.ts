import type { StaffRole } from '#contract/schemas/staff-access.ts'
import { insertPasskey, listPasskeys } from '#server/features/staff/access/passkey-store.ts'
import { insertPerson } from '#server/features/staff/access/people-store.ts'
import { insertSession } from '#server/features/staff/access/session-store.ts'
import { tokenHash } from '#server/platform/crypto/digest.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestServer } from './server.ts'

type Deps = Pick<TestServer['deps'], 'db' | 'cipher' | 'clock'>

/** Adds a person of the desk with a passkey that opens nothing; returns their id. */
export async function addStaff(deps: Deps, role: StaffRole, name = 'Asha Mehta'): Promise<string> {
  const id = newId()
  const email = `${id.slice(0, 8)}@staff.example`
  await insertPerson(deps, { id, name, email, role, now: deps.clock.now() })
  await insertPasskey(deps, {
    ...{ id: newId(), staff_id: id, created_at: deps.clock.now(), used_at: null, name: 'Phone' },
    ...{ credential_id: newId(), public_key: newId(), counter: 0 },
    ...{ device_type: 'multiDevice', backed_up: 1, transports: '[]', link_by: null },
  })
  return id
}

/** Returns the headers of a session of a new person of that role, or of `staffId`, without a ceremony. */
export async function signedIn(
  { deps }: Pick<TestServer, 'deps'>,
  role: StaffRole,
  options: { steppedUp?: boolean; staffId?: string } = {},
): Promise<{ cookie: string }> {
  const { steppedUp = false, staffId = await addStaff(deps, role) } = options
  const token = newId()
  const [passkey] = await listPasskeys(deps, staffId)
  const session = { id: newId(), staffId, passkeyId: passkey?.id ?? '', hash: tokenHash(token) }
  await insertSession(deps, { ...session, browser: 'Chrome, Linux', now: deps.clock.now(), steppedUp })
  return { cookie: `staff=${token}` }
}
