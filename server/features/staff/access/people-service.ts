import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import { accessMessages, newLinkMail } from '#contract/messages/staff-access.ts'
import type { AuditDetail } from '#contract/messages/staff-audit.ts'
import { staffPages } from '#contract/paths.ts'
import type { ChangePerson, InvitePerson } from '#contract/schemas/staff-access.ts'
import { type DeskStores, iso, type DeskHandlers, ok, staffActor } from '#server/features/staff/desk-rules.ts'
import { appendAudit, type AuditEntry } from '#server/platform/audit/log.ts'
import { tokenHash } from '#server/platform/crypto/digest.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { removeInvitations, replaceInvitation } from './passkey-store.ts'
import {
  activeOwners,
  findByEmail,
  findPerson,
  holdStaff,
  insertPerson,
  listPeople,
  type PersonListed,
  updatePerson,
} from './people-store.ts'
import { INVITATION_LIFE_MS } from './session-rules.ts'
import { endSessions } from './session-store.ts'
import * as z from 'zod/mini'
import type { App } from '#server/context.ts'
import { mailKind, notWanted } from '#server/features/mails/mail.ts'
import { inIndia } from '#server/platform/time-text.ts'

export function peopleHandlers(app: App) {
  const people = () => listPeople(app, app.clock.now())
  const linkOf = (invited: Invited) => {
    const link = enrolmentLink(app.config.publicUrl, invited.token)
    return { link, expiresAt: iso(app.clock.now() + INVITATION_LIFE_MS) }
  }
  return {
    async 'staff.colleagues'() {
      const active = (await people()).filter(({ disabled_at }) => disabled_at === null)
      return { people: active.map(({ id, name }) => ({ id, name })) }
    },
    'staff.list': async () => ({ people: (await people()).map(shownPerson) }),
    'staff.invite': async ({ body, staff }) => linkOf(await invitePerson(app, body, byMember(staff))),
    async 'staff.inviteAgain'({ params, staff }) {
      const renewed = await renewInvitation(app, params.id, byMember(staff))
      app.wakeWorker()
      return linkOf(renewed)
    },
    async 'staff.change'({ params, body, staff }) {
      await changePerson(app, { ...body, ...params }, byMember(staff))
      return ok
    },
    'staff.endSessions': async ({ params, actor }) => ({
      ended: await endStaffSessions(app, { staffId: params.id }, actor),
    }),
  } satisfies Partial<DeskHandlers>
}

function shownPerson(person: PersonListed) {
  const { id, name, email, role, passkeys, sessions, disabled_at, created_at } = person
  const enrolled = passkeys === 0 ? 'invited' : 'active'
  const state = disabled_at === null ? enrolled : 'disabled'
  return { id, name, email, role, passkeys, sessions, state, createdAt: iso(created_at) } as const
}

/** What a change of people needs; the server's own tool has no more. */
interface Changing extends DeskStores {
  clock: Clock
}

/** Who changes people: a person at the desk, or the operator with the server's own tool. */
interface By {
  actor: string
  /** A person at the desk, who must still be an owner when the change is made. */
  staffId?: string
}

/**
 * Changes people, their passkeys or links in one commit with its audit entry; such changes run one after the other.
 * `work` returns the entry if it changed anything, or throws a refusal.
 */
export function commitStaff(
  { db, clock }: Changing,
  work: (trx: Db) => Promise<AuditEntry | undefined>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await holdStaff(trx)
    const entry = await work(trx)
    if (entry) await appendAudit(trx, entry, clock.now())
  })
}

/** The token of an enrolment link, shown once to the person who passes it on, and not stored. */
interface Invited {
  staffId: string
  token: string
}

export function enrolmentLink(publicUrl: string, token: string): string {
  return `${publicUrl}${staffPages.enrol}#${token}`
}

/** Adds a person and returns a link for them; refuses an e-mail that somebody has. */
export async function invitePerson(deps: Changing, person: InvitePerson, by: By): Promise<Invited> {
  const staffId = newId()
  return giveLink(deps, by, async (trx) => {
    const row = { ...person, id: staffId, now: deps.clock.now() }
    const isAdded = await insertPerson({ ...deps, db: trx }, row)
    orRefuse(isAdded, refused('already_there', { text: accessMessages.emailTaken }))
    return { staffId, detail: { role: person.role } }
  })
}

/**
 * Returns another link for somebody, for example after the loss of their phone; the earlier link opens nothing any
 * more.
 */
export function renewInvitation(deps: Changing, staffId: string, by: By): Promise<Invited> {
  return giveLink(deps, by, async (trx) => {
    const person = orRefuse(await findPerson({ ...deps, db: trx }, staffId))
    if (person.disabled_at !== null) throw refused('invalid', { text: accessMessages.isDisabled })
    return { staffId, detail: { again: true } }
  })
}

/**
 * For the server's own tool, which needs no owner: gives the person with that e-mail the role, enables them and
 * returns a link; adds a new person if needed.
 */
export async function inviteByTool(deps: Changing, person: InvitePerson, by: By): Promise<Invited> {
  const known = await findByEmail(deps, person.email)
  if (!known) return invitePerson(deps, person, by)
  const { role } = person
  return giveLink(deps, by, async (trx) => {
    await updatePerson(trx, known.id, { role, disabled_at: null })
    return { staffId: known.id, detail: { again: true, role } }
  })
}

async function giveLink(
  deps: Changing,
  by: By,
  choose: (trx: Db) => Promise<{ staffId: string; detail: AuditDetail }>,
): Promise<Invited> {
  const token = newId()
  let invited = { staffId: '', token }
  await commitStaff(deps, async (trx) => {
    await checkOwner(trx, by)
    const { staffId, detail } = await choose(trx)
    const now = deps.clock.now()
    const madeBy = by.staffId ?? null
    await replaceInvitation(trx, { staffId, hash: tokenHash(token), madeBy, now })
    if (detail.again && madeBy)
      await enqueue(trx, notifyLink, [{ payload: { staffId, madeBy, at: String(now) }, now }])
    invited = { staffId, token }
    return { action: 'staff_invite', reference: staffId, actor: by.actor, detail }
  })
  return invited
}

/** Changes a person's role, or disables or enables them; at least one owner who can sign in must stay. */
export function changePerson(
  deps: Changing,
  { id, role, disabled }: ChangePerson & { id: string },
  by: By,
): Promise<void> {
  return commitStaff(deps, async (trx) => {
    await checkOwner(trx, by)
    orRefuse(await findPerson({ ...deps, db: trx }, id))
    if (role === undefined && disabled === undefined) return undefined
    const others = (await activeOwners(trx)).filter((owner) => owner !== id)
    const stays = (role ?? 'owner') === 'owner' && disabled !== true
    if (!stays && others.length === 0 && (await isOwner(trx, id))) {
      throw refused('invalid', { text: accessMessages.lastOwner })
    }
    await updatePerson(trx, id, {
      ...(role === undefined ? {} : { role }),
      ...(disabled === undefined ? {} : { disabled_at: disabled ? deps.clock.now() : null }),
    })
    if (disabled) {
      await endSessions(trx, id)
      await removeInvitations(trx, id)
    }
    const detail = {
      ...(role === undefined ? {} : { role }),
      ...(disabled === undefined ? {} : { disabled }),
    }
    return { action: 'staff_change', reference: id, actor: by.actor, detail }
  })
}

async function isOwner(trx: Db, id: string): Promise<boolean> {
  return (await activeOwners(trx)).includes(id)
}

/** Two owners may remove each other at once, so each must still be an owner when their change runs. */
async function checkOwner(trx: Db, { staffId }: By): Promise<void> {
  if (staffId !== undefined && !(await isOwner(trx, staffId))) throw refused('denied')
}

/** Ends one session of a person, or all; returns how many. */
export async function endStaffSessions(
  { db, clock }: Changing,
  { staffId, sessionId }: { staffId: string; sessionId?: string },
  actor: string,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ended = await endSessions(trx, staffId, { id: sessionId })
    const entry = { action: 'staff_sessions', reference: staffId, actor, detail: { ended } } as const
    if (ended > 0) await appendAudit(trx, entry, clock.now())
    return ended
  })
}

function byMember({ id }: { id: string }): By {
  return { actor: staffActor({ id }), staffId: id }
}

/** Tells a person at the desk that a colleague made an enrolment link for them; the mail does not contain the link. */
export const notifyLink = mailKind({
  name: 'staff.notify-link',
  record: null,
  payload: z.object({ staffId: z.string(), madeBy: z.string(), at: z.string() }),
  write: async (app, { staffId, madeBy, at }) => {
    const [person, colleague] = [await findPerson(app, staffId), await findPerson(app, madeBy)]
    if (!person || !colleague) return notWanted
    const { subject, text } = newLinkMail
    return { to: person.email, subject, text: text(colleague.name, inIndia.format(Number(at))) }
  },
})
