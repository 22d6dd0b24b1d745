import { describe, expect, it } from 'vitest'
import { recordPages } from '#contract/paths.ts'
import { mandated, recordIdOf, register, registered, verifiedVisitor } from '#tests/support/registration.ts'
import { startServer } from '#tests/support/server.ts'
import { messagesTo } from '#tests/support/visitor.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { notifyStaff } from '#server/features/onboarding/mandate/service.ts'
import { notifyAgency, notifyFailure, notifyPerson } from './jobs.ts'

const settings = { PUBLIC_URL: 'https://agency.example', AGENCY_INBOX: 'staff@agency.example' }

describe('e-mail about a registration', () => {
  it('gives the person their link, at the public address, and staff the fact without what is private', async () => {
    await using server = await startServer({
      settings: { ...settings, PUBLIC_URL: 'http://agency.example' },
    })
    const { id, fields } = await registered(server)
    await server.workOff({ documents: false })
    const [toPerson, ...more] = await messagesTo(server, fields['email'] ?? '')
    expect(more).toEqual([])
    expect(toPerson?.text).toContain(`\nhttp://agency.example${recordPages.signAgreement}${id}\n`)
    const [toStaff, ...others] = await messagesTo(server, settings.AGENCY_INBOX)
    expect(others).toEqual([])
    expect(toStaff?.subject).toBe(`New registration from ${fields['name']}`)
    expect(toStaff?.text).toMatch(/Reference: {3}EX-[0-9A-Z]{6}\n/)
    expect(toStaff?.text).not.toContain(id)
    expect(toStaff?.text).toMatch(/\n {4}http:\/\/agency\.example\/staff\/executives\/EX-[0-9A-Z]{6}$/m)
    for (const secret of ['email', 'phone', 'accountNo', 'aadhaar_no', 'address'])
      expect([secret, toStaff?.text.includes(fields[secret] ?? '')]).toEqual([secret, false])
  })

  it('is not written about what is no longer there, or no longer so', async () => {
    await using server = await startServer()
    const { id, fields } = await registered(server)
    const { db } = server.deps
    const mandateId = 'gone'
    const executiveId = await recordIdOf(server.deps, id)
    const now = Date.now()
    await enqueue(db, notifyPerson, [{ payload: { executiveId: 'nobody' }, now }])
    await enqueue(db, notifyAgency, [{ payload: { executiveId: 'nobody' }, now }])
    await enqueue(db, notifyFailure, [{ payload: { executiveId, mandateId }, now }])
    await enqueue(db, notifyStaff, [{ payload: { mandateId, about: 'expired' }, now }])
    await server.workOff({ documents: false })
    expect((await messagesTo(server, fields['email'] ?? '')).map(({ subject }) => subject)).toEqual([
      'Your registration, and your agreement',
    ])
    const kinds = [notifyPerson, notifyAgency, notifyFailure, notifyStaff].map(({ name }) => name)
    const ended = await db.selectFrom('jobs').select('status').where('kind', 'in', kinds).execute()
    expect(ended.map(({ status }) => status)).toEqual(Array(6).fill('done'))
  })
})

describe('the limit on registrations', () => {
  it('lets one address try thirty in an hour', async () => {
    await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '1' } })
    const applicant = await mandated(await verifiedVisitor(server))
    const statuses: number[] = []
    for (let count = 0; count < 32; count += 1)
      statuses.push((await register(applicant, { name: '' })).status)
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(422))
    expect(statuses.slice(30)).toEqual([429, 429])
  })
})
