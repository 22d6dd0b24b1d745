import { describe, expect, it } from 'vitest'
import { api, sandbox } from '#contract/paths.ts'
import { operatorActor } from '#server/platform/audit/log.ts'
import { newId } from '#server/platform/ids.ts'
import { addEnquiry, referenceOf as deskReferenceOf } from '#tests/support/desk-records.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { engines } from '#tests/support/place.ts'
import { referenceOf, registered, settle } from '#tests/support/registration.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { newVisitor } from '#tests/support/visitor.ts'

const YEAR_AND_A_DAY_MS = 367 * 24 * 60 * 60_000

/** Lines of values separated by tabs. */
function table(text: string): string[][] {
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line) => line.split('\t'))
}

describe.each(engines)('beside a running server on %s', (engine) => {
  const server = sharedServer({ engine })

  const ops = async (...words: string[]) => {
    const { code, stdout, stderr } = await runOps(words, server.place.settings)
    return { code, lines: table(stdout), stdout, stderr }
  }
  const actions = async () => {
    const log = server.deps.db.selectFrom('audit_log').select(['action', 'actor', 'reference', 'detail'])
    return log.orderBy('seq', 'desc').execute()
  }

  const sessions = async () => {
    const rows = await server.deps.db.selectFrom('sessions').select('id').execute()
    return rows.map(({ id }) => id)
  }
  /** The id of a session in which somebody asked for a code. */
  async function begunSession(phone = '9876512345') {
    const before = await sessions()
    await newVisitor(server.url).post(api.generateMobileOtp, { phone })
    return (await sessions()).find((id) => !before.includes(id)) ?? ''
  }

  it('mandates are listed, masked, and one is brought up to date', async () => {
    const { fields, id } = await registered(server)
    const { transactionId = '', accountNo = '', phone = '' } = fields
    const listed = await ops('mandates', '--status', 'initiated')
    const { length } = listed.lines
    expect(listed).toMatchObject({ code: 0, stderr: `${length} mandate${length === 1 ? '' : 's'}\n` })
    expect(listed.lines).toContainEqual([
      ...[transactionId, expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), 'initiated', '0398'],
      ...['', '', `XXXXXXXX${accountNo.slice(-4)}`],
      ...[`******${phone.slice(-4)}`, await referenceOf(server.deps, id), 'en'],
    ])
    // The bank has decided, and its call to the server was lost.
    await settle(server.url, transactionId, 'Success')
    const row = server.deps.db.updateTable('mandates').where('transaction_id', '=', transactionId)
    await row.set({ status: 'initiated', reg_no: '' }).execute()
    const asked = await ops('mandate', transactionId, '--refresh')
    expect(asked).toMatchObject({ code: 0, stderr: 'Status changed from initiated to active\n' })
    expect(asked.lines).toContainEqual(['status', 'active'])
    expect(asked.lines).toContainEqual(['language', 'en'])
    expect(asked.lines).toContainEqual(['registration number', expect.stringMatching(/^9\d{8}$/)])
    expect(asked.lines).toContainEqual(['account number', `XXXXXXXX${accountNo.slice(-4)}`])
    expect(asked.stdout).not.toContain(phone)
    expect((await actions()).slice(0, 2)).toMatchObject([
      { action: 'refresh', actor: expect.stringMatching(/^operator:/), reference: transactionId },
      { action: 'settle', actor: 'system', detail: '{"source":"asked","status":"active"}' },
    ])
    expect(await ops('mandate', '1234567890123')).toMatchObject({
      ...{ code: 1, stdout: '', stderr: 'No mandate has the transaction 1234567890123\n' },
    })
  })

  it('what is shown whole is told to the audit log first, which is whole', async () => {
    const { fields, id } = await registered(server)
    const { email = '', phone, accountNo } = fields
    expect((await ops('export', 'executives', '--reveal')).stdout).toContain(email)
    const reference = await referenceOf(server.deps, id)
    const { transactionId = '' } = fields
    const held = await ops('subject', 'export', '--id', reference)
    expect(held).toMatchObject({ code: 0, stderr: '2 rows\n' })
    expect(JSON.parse(held.stdout)).toMatchObject({
      enquiries: [],
      registrations: [
        {
          ...{ reference, email, phone },
          consents: [{ language: 'en' }, { language: 'en' }],
        },
      ],
      mandates: [{ account_no: accountNo, status: 'initiated', learnt: expect.any(Array) }],
      sessions: 1,
    })
    expect((await actions()).slice(0, 2)).toMatchObject([
      {
        action: 'subject_export',
        detail: JSON.stringify({ by: 'id', records: `${reference} ${transactionId}`, rows: 2 }),
      },
      { action: 'reveal', detail: '{"of":"executives","since":0}' },
    ])
    const { lines } = await ops('audit', 'list')
    expect(lines.map(([, , action]) => action).slice(-2)).toEqual(['reveal', 'subject_export'])
    const [count, last = []] = [String(lines.length), lines.at(-1)]
    expect(await ops('audit', 'verify')).toMatchObject({
      code: 0,
      lines: [['ok', count, '1', count, last.at(-1)]],
    })
  })

  it('a link is replaced: the one before opens nothing, and the new one is mailed to the person alone', async () => {
    const others = await sessions()
    const person = await registered(server)
    const reference = await referenceOf(server.deps, person.id)
    expect(await sessions()).toHaveLength(others.length + 1)
    const stranger = await begunSession()
    const replaced = await ops('link', reference.toLowerCase())
    expect((await sessions()).toSorted()).toEqual([...others, stranger].toSorted())
    expect(replaced).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^The link was replaced/),
    })
    const visitor = newVisitor(server.url)
    expect((await visitor.get(api.fieldExecutive + person.id)).status).toBe(404)
    await server.workOff()
    const { body } = await visitor.get(`${sandbox.messages}?to=${person.fields['email']}`)
    const [mail] = body['messages'] as { text: string }[]
    const token = /sign-aggrement\/([\w-]{32})/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await visitor.get(api.fieldExecutive + token)).status).toBe(200)
    expect(await ops('link', 'EX-000000')).toMatchObject({
      code: 1,
      stderr: 'No registration has the reference EX-000000\n',
    })
    const [entry] = await actions()
    expect(entry).toMatchObject({ action: 'replace_link', reference })
  })

  it('sessions are ended: those of one person, or everybody’s', async () => {
    const [theirs, another] = [await begunSession('9876512346'), await begunSession('9876512347')]
    expect(await ops('end-sessions', '--phone', '9876512346')).toMatchObject({
      ...{ code: 0, stdout: '', stderr: '1 session ended\n' },
    })
    const left = await sessions()
    expect([left.includes(theirs), left.includes(another)]).toEqual([false, true])
    expect(await ops('end-sessions', '--all')).toMatchObject({ code: 0 })
    expect(await sessions()).toEqual([])
    expect((await actions()).slice(0, 2)).toMatchObject([
      { action: 'end_sessions', detail: '{"of":"all"}' },
      { action: 'end_sessions', detail: '{"of":"person"}' },
    ])
  })

  it('a person is erased after a look at what would go, with what is related once it was added', async () => {
    const person = await registered(server)
    const { email = '', phone = '', transactionId = '' } = person.fields
    await settle(server.url, transactionId, 'Success')
    const enquiry = await deskReferenceOf(server.deps, 'enquiries', await addEnquiry(server.deps, { email }))
    const reference = await referenceOf(server.deps, person.id)
    const isLive = `The mandate of transaction ${transactionId} is live: erasing does not cancel it; the gateway or the bank must\n`
    const related = `Related, not included: ${enquiry} (same e-mail, not verified by a code)\n`
    const alone = await ops('erase', '--id', reference)
    const nothing = 'Nothing was erased. This is what would be deleted; --yes deletes it\n'
    expect(alone).toMatchObject({ code: 0, stderr: related + isLive + nothing })
    expect(alone.lines.map(([table]) => table)).not.toContain('enquiries')
    const before = await ops('erase', '--id', reference, '--add', enquiry)
    expect(before).toMatchObject({ code: 0, stderr: isLive + nothing })
    expect(before.lines).toContainEqual(['enquiries', '1'])

    const byPhone = await ops('subject', 'erase', '--phone', phone, '--yes')
    expect(byPhone).toMatchObject({ code: 1, stdout: '' })
    expect(byPhone.stderr).toBe(
      `Related, not included: ${reference} (same phone, its phone verified by a code). ` +
        'To include it, name it by its own reference.\n' +
        'No record is included: name one with --id, or --add\n',
    )
    const added = await ops('erase', '--phone', phone, '--add', reference, '--yes')
    expect(added).toMatchObject({ code: 1, stdout: '' })

    const erased = await ops('subject', 'erase', '--id', reference, '--add', enquiry, '--yes')
    expect(erased).toMatchObject({ code: 0, stderr: `${isLive}Erased\n` })
    expect(erased.lines).toEqual(before.lines)
    expect(await ops('erase', '--id', reference)).toMatchObject({
      ...{ code: 1, stdout: '', stderr: 'No record has that id\n' },
    })
    await server.workOff()
    const some = expect.any(String)
    expect((await ops('mandates')).lines).toContainEqual([
      ...[transactionId, some, 'active', '0300', some, some, '', '', '', 'en'],
    ])
  })

  it('what is past its time is counted, and forgotten', async () => {
    const { db } = server.deps
    await db.deleteFrom('enquiries').execute()
    await postEnquiry(server.url, goodEnquiry)
    const created_at = Date.now() - YEAR_AND_A_DAY_MS
    await db.updateTable('enquiries').set({ created_at }).execute()
    const before = await ops('retention', '--dry-run')
    expect(before).toMatchObject({ code: 0, stderr: 'Nothing was changed\n' })
    expect(before.lines).toContainEqual(['enquiries', '1'])
    expect(await db.selectFrom('enquiries').select('id').execute()).toHaveLength(1)
    const done = await ops('retention')
    expect(done).toMatchObject({ code: 0, stderr: expect.stringMatching(/^enquiries\t1\n[^]*deleted: /) })
    expect(done.lines).toContainEqual(['enquiries', '1'])
    expect(await db.selectFrom('enquiries').select('id').execute()).toEqual([])
  })

  it('a job that was given up is told of, and tried again', async () => {
    const { db } = server.deps
    await server.workOff()
    await postEnquiry(server.url, goodEnquiry)
    const { id } = await db
      .updateTable('jobs')
      .set({ status: 'dead', attempts: 30, last_failure: 'mail: away' })
      .where('status', '=', 'ready')
      .where('kind', '=', 'enquiries.tell-agency')
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await ops('jobs', '--dead')).lines).toEqual([
      [id, 'enquiries.tell-agency', 'dead', expect.any(String), expect.any(String), '30', 'mail: away'],
    ])
    expect(await ops('jobs', '--retry', id)).toMatchObject({ code: 0, stdout: '' })
    await server.workOff()
    expect(await db.selectFrom('jobs').select('status').where('id', '=', id).execute()).toEqual([
      { status: 'done' },
    ])
    expect(await ops('jobs', '--retry', newId())).toMatchObject({ code: 1, stdout: '' })
    const entries = db.selectFrom('audit_log').selectAll().where('action', '=', 'retry_job')
    expect(await entries.execute()).toMatchObject([
      { reference: id, actor: operatorActor(server.deps.cipher), detail: '{"kind":"enquiries.tell-agency"}' },
    ])
  })
})
