import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditList, ErasurePreview } from '#contract/schemas/staff-privacy.ts'
import { type Desk, deskAs, lastAudit } from '#tests/support/desk-records.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { sharedServer } from '#tests/support/shared.ts'

const DAY_MS = 86_400_000

describe.each(engines)('people’s requests at the desk, on %s', (engine) => {
  const server = sharedServer({ engine })
  let owner: Desk
  beforeAll(async () => {
    owner = await deskAs(server, 'owner')
  })
  const send = (email: string, phone: string) => postEnquiry(server.url, { ...goodEnquiry, email, phone })
  const preview = async (named: object) =>
    (await owner<ErasurePreview>('privacy/erasure/preview', named)).body

  it('are answered with everything that is held, as one file, and the audit log says so', async () => {
    await send('held@example.in', '9000000001')
    const answer = await owner('privacy/subject', { by: 'email', value: ' Held@example.in ' })
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="subject.json"')
    expect(answer.body).toMatchObject({
      enquiries: [{ email: 'held@example.in', enquiry: goodEnquiry.enquiry }],
      registrations: [],
    })
    expect(await lastAudit(server)).toMatchObject({
      action: 'subject_export',
      detail: '{"by":"email","rows":1}',
    })
  })

  it('to be erased show first what would go, and leave the same audit entry as the tool’s command', async () => {
    await send('desk@example.in', '9000000002')
    await send('tool@example.in', '9000000003')
    const named = { by: 'phone', value: '+91 90000 00002' }
    const shown = await preview(named)
    expect(shown).toMatchObject({ counts: { enquiries: 1 }, liveMandates: [], agreements: 0, related: {} })
    const erased = await owner('privacy/erasure', { ...named, shown: shown.counts })
    expect(erased).toMatchObject({ status: 200, body: { filesLeft: 0 } })
    const fromDesk = await lastAudit(server)
    await runOps(['erase', '--phone', '9000000003', '--yes'], server.place.settings)
    const fromTool = await lastAudit(server)
    expect([fromDesk.action, fromDesk.detail]).toEqual([fromTool.action, fromTool.detail])
    expect([fromDesk.actor.split(':')[0], fromTool.actor.split(':')[0]]).toEqual(['staff', 'operator'])
    expect((await owner('privacy/subject', named)).body).toMatchObject({ enquiries: [] })
  })

  it('to be erased are refused once more would go than was shown', async () => {
    const named = { by: 'email', value: 'more@example.in' }
    await send('more@example.in', '9000000004')
    const shown = (await preview(named)).counts
    await send('more@example.in', '9000000004')
    const refused = await owner('privacy/erasure', { ...named, shown })
    expect(refused).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect((await owner('privacy/subject', named)).body['enquiries']).toHaveLength(2)
  })

  it('warn of a mandate that the bank holds, which an erasure does not cancel', async () => {
    const { reference } = await addExecutive(server.deps)
    const { liveMandates } = await preview({ by: 'reference', value: reference })
    expect(liveMandates).toEqual([expect.stringMatching(/^\d{13}$/)])
  })

  it.each([
    [{ by: 'email', value: 'nobody' }, 422],
    [{ by: 'phone', value: '123' }, 422],
    [{ by: 'reference', value: 'EX-000000' }, 404],
    [{ by: 'reference', value: 'EX-\u0000' }, 422],
    [{ by: 'email', value: '' }, 422],
    [{ by: 'name', value: 'Asha' }, 422],
  ])('that name nobody are refused: %j', async (named, status) => {
    for (const path of ['subject', 'erasure/preview'])
      expect((await owner(`privacy/${path}`, named)).status).toBe(status)
  })

  it('show what is past its period', async () => {
    await send('old@example.in', '9000000005')
    const before = Date.now() - 400 * DAY_MS
    await server.deps.db.updateTable('enquiries').set({ created_at: before }).execute()
    const left = await server.deps.db.selectFrom('enquiries').select('id').execute()
    const { periods } = (await owner<{ periods: object[] }>('privacy/retention')).body
    expect(periods).toContainEqual({ name: 'enquiries', count: left.length })
  })

  it('show the audit log by name of who acted, with its verification', async () => {
    const audit = async (query = '') => (await owner<AuditList>(`privacy/audit${query}`)).body.entries
    await owner('privacy/subject', { by: 'email', value: 'nobody@example.in' })
    const [newest, before] = await audit()
    expect(newest).toMatchObject({ action: 'subject_export', actor: 'Asha Mehta', detail: { rows: 0 } })
    expect((await audit(`?before=${newest?.seq}`))[0]?.seq).toBe(before?.seq)
    const { hash: lastHash } = await lastAudit(server)
    const whole = { whole: true, lastHash, fault: null }
    expect((await owner('privacy/audit/verification')).body).toMatchObject(whole)
  })
})
