import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { pollMandates } from '#server/features/onboarding/mandate/jobs.ts'
import { endAllSessions } from '#server/platform/sessions/store.ts'
import { eventually } from '#tests/support/eventually.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { personOf } from '#tests/support/person.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { codeFor, newVisitor } from '#tests/support/visitor.ts'
import { erasePerson } from './erasure-store.ts'

const DAY_MS = 86_400_000

describe.runIf(engines.includes('postgres'))('concurrent transactions on PostgreSQL', () => {
  const server = sharedServer({ engine: 'postgres', settings: { LINK_STEP_UP: 'otp' } })

  async function waiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.deps.db)
    return rows[0]?.count ?? 0
  }

  /** Returns both results if the second one begins while the first waits for these rows in its transaction. */
  async function beside<One, Other>(
    rows: RawBuilder<unknown>,
    first: () => Promise<One>,
    second: () => Promise<Other>,
  ) {
    const held = await server.deps.db.startTransaction().execute()
    await sql`select 1 from ${rows} for update`.execute(held)
    const one = first()
    await eventually(async () => expect(await waiting()).toBe(1))
    const other = second()
    await eventually(async () => expect(await waiting()).toBe(2))
    await held.rollback().execute()
    return Promise.allSettled([one, other])
  }

  it('end all sessions after checking a code in one of them', async () => {
    const [visitor, phone] = [newVisitor(server.url), '9123456780']
    await endAllSessions(server.deps.db)
    await visitor.post(api.generateMobileOtp, { phone })
    const otp = await codeFor(visitor, phone)
    const verify = () => visitor.post(api.verifyMobileOtp, { phone, otp })
    const ended = await beside(sql`code_sends`, verify, () => endAllSessions(server.deps.db))
    expect(ended).toMatchObject([{ value: { status: 200 } }, { value: 1 }])
  })

  it('erase a person after checking a code of theirs', async () => {
    const { deps } = server
    const { link, phone, reference } = await addExecutive(deps)
    const visitor = newVisitor(server.url)
    await visitor.post(api.linkOtp, { id: link })
    const otp = await codeFor(visitor, phone)
    const person = await personOf(deps, reference)
    const confirm = () => visitor.post(api.verifyLinkOtp, { id: link, otp })
    const erased = await beside(sql`code_sends`, confirm, () => erasePerson(deps, person, 'system'))
    expect(erased).toMatchObject([{ value: { status: 200 } }, { value: { counts: { executives: 1 } } }])
  })

  it('give a mandate up after erasing its person', async () => {
    const { deps } = server
    const { id, reference } = await addExecutive(deps)
    const person = await personOf(deps, reference)
    const begun = deps.clock.now() - 8 * DAY_MS
    const old = { status: 'initiated', poll_at: begun, created_at: begun } as const
    await deps.db.updateTable('mandates').set(old).where('executive_id', '=', id).execute()
    const erase = () => erasePerson(deps, person, 'system')
    const counts = { executives: 1, mandates: 1 }
    const given = await beside(sql`consents`, erase, () => pollMandates(deps))
    expect(given).toMatchObject([{ value: { counts } }, { status: 'fulfilled' }])
    expect(server.log()).not.toContain('could not be polled')
  })
})
