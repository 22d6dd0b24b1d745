import { beforeAll } from 'vitest'
import { insertApplication, type NewApplication } from '#server/features/careers/store.ts'
import { insertEnquiries, type StoredEnquiry } from '#tests/support/enquiry.ts'
import { newId } from '#server/platform/ids.ts'
import type { StaffRole } from '#contract/schemas/staff-access.ts'
import type { RecordKind } from '#contract/schemas/staff-records.ts'
import { staffApi } from '#contract/paths.ts'
import { goodApplication } from './application.ts'
import { freshPhone } from './codes.ts'
import { newEnquiry } from './enquiry.ts'
import type { TestServer } from './server.ts'
import { signedIn } from './staff.ts'

type Deps = TestServer['deps']

/** Stores an enquiry as the form does; returns its id. */
export async function addEnquiry(
  { db, cipher, clock }: Deps,
  change: Partial<StoredEnquiry> = {},
): Promise<string> {
  const phone = freshPhone()
  const written = { name: 'Meera Desai', email: `e${phone}@example.in`, phone, enquiry: 'Two accountants.' }
  const enquiry = newEnquiry({ ...written, createdAt: clock.now(), ...change })
  await db.transaction().execute((trx) => insertEnquiries(trx, cipher, [enquiry]))
  return enquiry.id
}

/** Stores an application whose documents have no bytes; returns its id. */
export async function addApplication(
  { db, cipher, clock }: Deps,
  { fields = ['resume'], ...change }: Partial<NewApplication & { fields: readonly string[] }> = {},
): Promise<string> {
  const [id, phone] = [newId(), freshPhone()]
  const wish = { service: '', sector: '', role: '', experience: '', work_place: '', pay_expected: '' }
  const own = { email: `a${phone}@example.in`, phone, address: '12 Ring Road' }
  const documents = fields.map((field) => {
    return {
      id: newId(),
      field,
      name: 'cv.pdf',
      kind: 'pdf',
      size: 1,
      scan: 'off' as const,
      marks: [],
      text: '',
    }
  })
  const rest = { createdAt: clock.now(), notice: null, language: 'en' as const, documents }
  const row = { ...goodApplication, ...wish, ...own, ...rest, ...change, id }
  await db.transaction().execute((trx) => insertApplication(trx, cipher, row))
  return id
}

export async function referenceOf({ db }: Deps, kind: RecordKind, id: string): Promise<string> {
  const row = db.selectFrom('records').select('reference').where('kind', '=', kind).where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).reference ?? ''
}

/** Stores an application; returns its sender, its reference and its path at the desk. */
export async function freshApplication(deps: Deps, change: Parameters<typeof addApplication>[1] = {}) {
  const { phone = freshPhone(), email = `a${freshPhone()}@example.in` } = change
  const id = await addApplication(deps, { ...change, phone, email })
  return { id, phone, email, ...(await placeOf(deps, 'applications', id)) }
}

/** Stores an enquiry; returns the same. */
export async function freshEnquiry(deps: Deps, change: Parameters<typeof addEnquiry>[1] = {}) {
  const { phone = freshPhone(), email = `e${freshPhone()}@example.in` } = change
  const id = await addEnquiry(deps, { ...change, phone, email })
  return { id, phone, email, ...(await placeOf(deps, 'enquiries', id)) }
}

async function placeOf(deps: Deps, kind: RecordKind, id: string) {
  const reference = await referenceOf(deps, kind, id)
  return { reference, path: `records/${kind}/${reference}` }
}

/** Calls the desk as a new person of that role, or as `staffId`, just after a step-up. */
export async function deskAs(server: TestServer, role: StaffRole, who: { staffId?: string } = {}) {
  return deskOf(server, await signedIn(server, role, { steppedUp: true, ...who }))
}

/** The same for all tests of a `describe`. */
export function sharedDesk(server: TestServer, role: StaffRole, who?: () => { staffId: string }): Desk {
  let desk: Desk
  beforeAll(async () => {
    desk = await deskAs(server, role, who?.())
  })
  return <Body>(...call: Parameters<Desk>) => desk<Body>(...call)
}

export function lastAudit({ deps }: Pick<TestServer, 'deps'>) {
  return deps.db.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()
}

/** Sets an application to «interview» as another recruiter. */
export async function setInterview(server: TestServer, reference: string): Promise<void> {
  const desk = await deskAs(server, 'recruiter')
  const path = `records/applications/${reference}`
  const { body } = await desk<{ version: number }>(path)
  const { status, text } = await desk(path, { version: body.version, status: 'interview' }, 'PATCH')
  if (status !== 200) throw new Error(text)
}

/** Returns the audit entries about something, oldest first. */
export function auditOf({ deps }: Pick<TestServer, 'deps'>, reference: string) {
  const log = deps.db.selectFrom('audit_log').select(['action', 'actor', 'detail'])
  return log.where('reference', '=', reference).orderBy('seq').execute()
}

export type Desk = ReturnType<typeof deskOf>

/** Calls the desk with a signed-in person's headers. */
export function deskOf({ url }: TestServer, headers: Record<string, string>) {
  return async <Body = Record<string, unknown>>(path: string, body?: unknown, method?: string) => {
    const json = { ...headers, 'content-type': 'application/json' }
    const sent =
      body === undefined ? { headers } : { headers: json, body: JSON.stringify(body), method: 'POST' }
    const response = await fetch(`${url}${staffApi}/${path}`, { ...sent, ...(method && { method }) })
    const { status, headers: given } = response
    const text = await response.text()
    const isJson = given.get('content-type')?.startsWith('application/json')
    return { status, headers: given, text, body: (isJson ? JSON.parse(text) : {}) as Body }
  }
}
