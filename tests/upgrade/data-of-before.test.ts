import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { api, sandbox } from '#contract/paths.ts'
import type { Source } from '#server/config/config.ts'
import { postApplication, somebody } from '#tests/support/application.ts'
import { clockOff, type ServerProcess, startProcess } from '#tests/support/child.ts'
import { enter, freshAadhaar, knownOf, othersThan, submit } from '#tests/support/codes.ts'
import { linksMailedTo, placeOfBefore, unpackDataOfBefore } from '#tests/support/data-of-before.ts'
import { postSigning } from '#tests/support/executive.ts'
import { engines, makePlace, type Place } from '#tests/support/place.ts'
import * as people from '#tests/support/registration.ts'
import { runOps, startOps } from '#tests/support/run-ops.ts'
import { codeFor, newVisitor, type TestVisitor } from '#tests/support/visitor.ts'

const documents = join(import.meta.dirname, '..', 'support', 'documents')
const { folder, facts, remove } = unpackDataOfBefore()
const fetchOnce = fetch
/** A server that is busy is asked again. */
vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
  for (;;) {
    const answer = await fetchOnce(...request)
    if (answer.status !== 503) return answer
    await sleep(500)
  }
})
afterAll(() => {
  vi.unstubAllGlobals()
  remove()
})

/** The id of somebody's row. */
function idOf(rows: readonly { id: string; email: string }[], email: string | undefined): string {
  return rows.find((row) => row.email === email)?.id ?? ''
}

describe.each(engines)('data of the version before on %s', { timeout: 240_000 }, (engine) => {
  let place: Place
  /** What the backup goes into. */
  let empty: Place
  let server: ServerProcess
  let url: string
  let settings: Source
  const said = facts[engine]
  beforeAll(async () => {
    place = await placeOfBefore(engine, folder)
    empty = await makePlace(engine)
    settings = {
      ...said.settings,
      ...place.settings,
      ...clockOff(facts.at - Date.now()),
      RATE_LIMIT_SCALE: '1',
      BACKUP_KEYS_DIR: join(folder, 'sqlite', 'backup-keys'),
    }
    server = startProcess(settings)
    url = await server.url
  })
  afterAll(async () => {
    await server.kill('SIGTERM')
    await Promise.all([place.remove(), empty.remove()])
  })

  async function ops(args: string[], more: Source = {}): Promise<string> {
    const { code, stdout, stderr } = await runOps(args, { ...settings, ...more })
    expect([code, code === 0 ? '' : stdout + stderr], args.join(' ')).toEqual([0, ''])
    return stdout
  }
  const list = async (noun: string, more?: Source) =>
    JSON.parse(await ops(['export', noun, '--format', 'json', '--reveal'], more)) as {
      id: string
      email: string
    }[]

  /** Somebody who opened a link elsewhere and entered the code sent to the phone on record. */
  async function opened(visitor: TestVisitor, id: string, phone: string | undefined): Promise<PersonRecord> {
    const otp = await codeFor(visitor, phone ?? '')
    expect(await visitor.post(api.verifyLinkOtp, { id, otp })).toMatchObject({ status: 200 })
    return (await visitor.get(api.fieldExecutive + id)).body['data'] as PersonRecord
  }

  it('goes on with codes, and with what was counted of them', async () => {
    const { phone, aadhaar, started, cookie } = facts.coded
    const visitor = newVisitor(url, cookie)
    const { aadhaarOtp, phoneOtp } = await knownOf(visitor)
    expect(aadhaarOtp?.client_id).toBe(started.client_id)
    expect(phoneOtp).toMatchObject({ phone, otp: { triesLeft: 3 } })
    const code = await codeFor(visitor, phone)
    await enter(visitor, phone, othersThan(code, 1)[0] ?? '')
    expect((await knownOf(visitor)).phoneOtp?.otp.triesLeft).toBe(2)
    expect((await enter(visitor, phone, code)).status).toBe(200)
    const proven = await submit(visitor, started.client_id, await codeFor(visitor, aadhaar))
    expect(proven.status).toBe(200)
  })

  it('is told by the commands as it was', async () => {
    const subject = async () =>
      JSON.parse(await ops(['subject', 'export', '--email', facts.signed['email'] ?? '']))
    const { enquiries, applications, registrations, mandates } = said.subject
    // What the bank told since then is added.
    const before = mandates.map(({ response_message: _, learnt, ...mandate }) => {
      return expect.objectContaining({ ...mandate, learnt: expect.arrayContaining(learnt) })
    })
    const nouns = ['enquiries', 'applications', 'executives'] as const
    const settled = said.executives.filter(({ email }) => email === facts.signed['email'])
    const [told, ...lists] = await Promise.all([subject(), ...nouns.map((noun) => list(noun))])
    expect(told).toMatchObject({
      enquiries,
      applications,
      registrations,
      mandates: expect.arrayContaining(before),
    })
    // The site was in English alone.
    const inEnglish = (rows: readonly object[]) =>
      rows.map((row) => expect.objectContaining({ ...row, language: 'en' }))
    expect(lists).toEqual([
      inEnglish(said.enquiries),
      inEnglish(said.applications),
      expect.arrayContaining(inEnglish(settled)),
    ])
    const application = idOf(said.applications, facts.applicant['email'])
    const to = join(place.dataDir, 'taken')
    const [lines, doctor] = await Promise.all([
      ops(['files', application, '--to', to]),
      // It exits with 1 where PostgreSQL runs without fsync, as in these tests.
      runOps(['doctor', '--ntp', '127.0.0.1:0'], settings),
      ops(['audit', 'verify']),
    ])
    expect(doctor.stdout).toMatch(/^ok\tmigrations\t/m)
    expect(lines).toContain('आधार.jpg')
    expect(readdirSync(to)).toHaveLength(4)
    const [sent, taken] = [join(documents, 'abiword.docx'), join(to, 'resume.docx')].map((file) =>
      readFileSync(file),
    )
    expect(taken).toEqual(sent)
  })

  it('opens by the links that were mailed', async () => {
    const { id, name, phone } = facts.signed
    const [sign, failure] = [facts.signed['email'], facts.failed.fields['email']].map((email) =>
      linksMailedTo(facts, email, /sign-aggrement|mandate-failure/),
    )
    expect(sign?.join()).toContain(id)
    expect(failure?.join()).toContain(facts.failed.id)
    for (const path of [...(sign ?? []), ...(failure ?? [])])
      expect((await newVisitor(url).get(path)).status).toBe(200)
    const record = await opened(newVisitor(url, facts.linked.cookie), id, phone)
    expect(record).toMatchObject({ name, phone, signedAgreement: true })
    expect(record.profilePhoto).toMatch(/^data:image\/jpeg;base64,\/9j/)
    const { pathname, search } = new URL(record.agreement_url)
    const pdf = await fetch(url + pathname + search)
    const hash = createHash('sha256')
      .update(await pdf.bytes())
      .digest('hex')
    expect(hash).toBe(said.subject.registrations[0].agreement.signed.sha256)
    const text = await newVisitor(url).get(`${pathname}/text${search}`)
    expect(JSON.stringify(text.body)).toContain(name)
    const visitor = newVisitor(url)
    const { body } = await visitor.get(sandbox.messages)
    expect(body['messages']).toEqual(expect.arrayContaining(facts.messages))
    const bank = (await visitor.get(sandbox.mandates)).body['mandates'] as { transactionId: string }[]
    expect(bank.map(({ transactionId }) => transactionId)).toEqual(
      expect.arrayContaining(facts.bank.map(({ transactionId }) => transactionId)),
    )
  })

  it('has its waiting jobs done, and one that was given up when it is asked for', async () => {
    expect(new Set(said.jobs.match(/(?<=\t)[a-z]+\.[a-z-]+(?=\t)/g)).size).toBe(13)
    const dead = /^(\S+).*\tdead\t/m.exec(said.jobs)?.[1] ?? ''
    // In a process of its own, whose clock is the server's.
    expect((await startOps(['jobs', '--retry', dead], settings)).code).toBe(0)
    await expect.poll(() => ops(['jobs']), { interval: 1000, timeout: 120_000 }).toBe('')
    const verified = await Promise.all(said.executives.map(({ id }) => ops(['verify-agreement', id])))
    expect(verified.map((lines) => lines.trim().split('\n').length)).toEqual([6, 6, 4])
    expect(server.stderr()).not.toContain('"level":"error"')
  })

  it('goes on with a registration, and takes nobody twice', async () => {
    const { cookie, fields } = facts.goesOn
    const { mandate: _, ...known } = facts.goesOn.known
    const applicant = { visitor: newVisitor(url, cookie), fields, aadhaar: fields['aadhaar_no'] ?? '' }
    expect(await knownOf(applicant.visitor)).toMatchObject(known)
    const registered = await people.register(applicant)
    expect(registered.status).toBe(201)
    const signing = { id: people.recordOf(registered), signName: fields['name'] }
    expect((await postSigning(url, signing, { cookie: applicant.visitor.cookie() })).status).toBe(200)
    const { aadhaar_no: aadhaar, phone } = facts.signed
    const same = await people.verifiedVisitor(url, { now: facts.at, aadhaar })
    expect((await people.askToken(same)).status).toBe(409)
    const other = await people.verifiedVisitor(url, { now: facts.at, aadhaar: freshAadhaar('0007'), phone })
    expect((await people.askToken(other)).status).toBe(409)
    expect((await postApplication(url, facts.applicant)).status).toBe(409)
    const replace = linksMailedTo(facts, facts.owner['email'], /#replace=/)[0]?.split('=')[1] ?? ''
    expect((await postApplication(url, { ...somebody(), ...facts.owner, replace })).status).toBe(201)
  })

  it('has a mandate that failed set up by its mailed link', async () => {
    const { id, fields } = facts.failed
    const visitor = newVisitor(url)
    expect((await visitor.get(api.fieldExecutive + id)).status).toBe(403)
    expect((await visitor.post(api.linkOtp, { id })).status).toBe(200)
    const { mandate_id: mandate } = await opened(visitor, id, fields['phone'])
    expect(mandate.bankDetails.accountNumber).toBe(fields['accountNo'])
    expect(mandate.mandateDetails.registrationStatus).toBe('Failed')
    const person = { visitor, aadhaar: '', fields: { ...fields, transactionId: people.freshTransaction() } }
    await people.mandated(person, '0300')
    const updated = await visitor.post(api.updateMandate, people.updateBody(person, id))
    expect(updated).toMatchObject({ status: 200 })
  })

  it('is restored from a backup of that version', async () => {
    const DATA_KEY = readFileSync(join(folder, 'sqlite', 'data.key'), 'utf8').trim()
    const there = { ...empty.settings, DATA_KEY }
    expect(await ops(['restore', join(folder, 'backup')], there)).toBe(facts.restored)
    const executives = await list('executives', there)
    expect(executives).toMatchObject([{ email: facts.signed['email'], language: 'en' }])
    const application = idOf(said.applications, facts.owner['email'])
    await ops(['files', application, '--to', join(empty.dataDir, 'taken')], there)
  })

  it('is encrypted anew to its last cell and file', async () => {
    await server.kill('SIGTERM')
    const given = settings['DATA_KEY'] ?? readFileSync(join(place.dataDir, 'data.key'), 'utf8').trim()
    const fresh = { DATA_KEY: randomBytes(32).toString('base64'), DATA_KEY_PREVIOUS: given }
    const keys = engine === 'sqlite' ? fresh : {}
    expect(await ops(['rotate-key'], keys)).toMatch(/^rows\t\d{3}\nfiles\t1\d\n$/)
  })
})
