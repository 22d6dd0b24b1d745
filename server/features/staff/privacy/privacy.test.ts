import { beforeAll, describe, expect, it } from 'vitest'
import { staffApi } from '#contract/paths.ts'
import { lastAudit } from '#tests/support/desk-records.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { sharedServer } from '#tests/support/server.ts'
import { signedIn } from '#tests/support/staff.ts'

const DAY_MS = 86_400_000
const folder = `${staffApi}/privacy`

describe.each(engines)('people’s requests at the desk, on %s', (engine) => {
  let owner: { cookie: string }
  const server = sharedServer({ engine })
  beforeAll(async () => {
    owner = await signedIn(server, 'owner', { steppedUp: true })
  })

  const get = (path: string) => server.app.inject({ url: folder + path, headers: owner })
  const post = (path: string, payload: object) =>
    server.app.inject({ method: 'POST', url: folder + path, headers: owner, payload })
  const send = (email: string, phone: string) => postEnquiry(server.url, { ...goodEnquiry, email, phone })

  it('are answered with everything that is held, as one file, and the audit log says so', async () => {
    await send('held@example.in', '9000000001')
    const answer = await post('/subject', { by: 'email', value: ' Held@example.in ' })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="subject.json"')
    expect(answer.json()).toMatchObject({
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
    const shown = (await post('/erasure/preview', named)).json()
    expect(shown).toMatchObject({ counts: { enquiries: 1 }, liveMandates: [], agreements: 0, related: {} })
    const erased = await post('/erasure', { ...named, shown: shown.counts })
    expect([erased.statusCode, erased.json().filesLeft]).toEqual([200, 0])
    const fromDesk = await lastAudit(server)
    await runOps(['erase', '--phone', '9000000003', '--yes'], server.place.settings)
    const fromTool = await lastAudit(server)
    expect([fromDesk.action, fromDesk.detail]).toEqual([fromTool.action, fromTool.detail])
    expect([fromDesk.actor.split(':')[0], fromTool.actor.split(':')[0]]).toEqual(['staff', 'operator'])
    expect((await post('/subject', named)).json()).toMatchObject({ enquiries: [] })
  })

  it('to be erased are refused once more would go than was shown', async () => {
    const named = { by: 'email', value: 'more@example.in' }
    await send('more@example.in', '9000000004')
    const shown = (await post('/erasure/preview', named)).json().counts
    await send('more@example.in', '9000000004')
    const refused = await post('/erasure', { ...named, shown })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'changed_meanwhile'])
    expect((await post('/subject', named)).json().enquiries).toHaveLength(2)
  })

  it('warn of a mandate that the bank holds, which an erasure does not cancel', async () => {
    const { reference } = await addExecutive(server.deps)
    const { liveMandates } = (await post('/erasure/preview', { by: 'reference', value: reference })).json()
    expect(liveMandates).toEqual([expect.stringMatching(/^\d{13}$/)])
  })

  it.each([
    [{ by: 'email', value: 'nobody' }, 422],
    [{ by: 'phone', value: '123' }, 422],
    [{ by: 'reference', value: 'EX-000000' }, 404],
    [{ by: 'email', value: '' }, 422],
    [{ by: 'name', value: 'Asha' }, 422],
  ])('that name nobody are refused: %j', async (named, status) => {
    for (const path of ['/subject', '/erasure/preview'])
      expect((await post(path, named)).statusCode).toBe(status)
  })

  it('show what is past its period', async () => {
    await send('old@example.in', '9000000005')
    const before = Date.now() - 400 * DAY_MS
    await server.deps.db.updateTable('enquiries').set({ created_at: before }).execute()
    const { periods } = (await get('/retention')).json()
    expect(periods).toContainEqual({ name: 'enquiries', count: expect.any(Number) })
    expect(periods.find((one: { name: string }) => one.name === 'enquiries').count).toBeGreaterThan(0)
  })

  it('show the audit log by name of who acted, with its verification', async () => {
    await post('/subject', { by: 'email', value: 'nobody@example.in' })
    const { entries } = (await get('/audit')).json()
    expect(entries[0]).toMatchObject({ action: 'subject_export', actor: 'Asha Mehta', detail: { rows: 0 } })
    const seqs = entries.map(({ seq }: { seq: number }) => seq)
    const older = (await get(`/audit?before=${seqs[0]}`)).json().entries
    expect(older[0].seq).toBe(seqs[1])
    const { hash } = await lastAudit(server)
    expect((await get('/audit/verification')).json()).toMatchObject({
      whole: true,
      lastHash: hash,
      fault: null,
    })
  })
})
