import { describe, expect, it } from 'vitest'
import { agreementAnswers, agreementMessages } from '#contract/messages/en/agreements.ts'
import { agreementTexts } from '#contract/messages/staff-timeline.ts'
import { api, recordPages } from '#contract/paths.ts'
import type { AgreementText } from '#contract/schemas/agreements.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import type { RecordDetail, SearchAnswer } from '#contract/schemas/staff-records.ts'
import type { TodayAnswer } from '#contract/schemas/staff-today.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { deskAs } from '#tests/support/desk-records.ts'
import {
  addExecutive,
  agreementEntries,
  agreementOf,
  agreementPath,
  failMandateOf,
  postSigning,
  signAgreement,
  replaceMandateOf,
  type TestExecutive,
} from '#tests/support/executive.ts'
import { withoutTable } from '#tests/support/place.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { movingClock } from '#tests/support/server.ts'
import { beforeTransaction, sharedServer } from '#tests/support/shared.ts'
import { messagesTo, newVisitor } from '#tests/support/visitor.ts'
import { acceptAgreement, signOnce } from './signing-service.ts'
import { agreementsOf } from './store.ts'
import { verifyAgreements } from './verification-service.ts'

const alreadySigned = [409, agreementMessages.alreadySigned]
const annexSigned = [200, agreementAnswers.annexSigned]
const failed = [true, 'Failed', false, 'signed_mandate_failed']
const open = [true, 'Initiated', true, 'annex_open']
const signed = [true, 'Initiated', false, 'signed']
const caller = { address: '127.0.0.1', agent: '', language: 'en' as const }

describe('an annex', () => {
  const clock = movingClock()
  const server = sharedServer({ clock })

  /** Returns whether the agreement is signed, the mandate, whether an annex awaits signing, and the record's status. */
  const stateOf = async ({ id, link }: TestExecutive) => {
    const { body } = await newVisitor(server.url).get(api.fieldExecutive + link)
    const { signedAgreement, openAnnex = false, mandate_id } = body['data'] as PersonRecord
    const row = server.deps.db.selectFrom('records').select('status').where('id', '=', id)
    const { status } = await row.executeTakeFirstOrThrow()
    return [signedAgreement, mandate_id.mandateDetails.registrationStatus, openAnnex, status]
  }
  const sign = async ({ link, name }: TestExecutive) => {
    await server.workOff()
    const { status, body } = await postSigning(server.url, { id: link, signName: name })
    await server.workOff()
    return [status, body.message]
  }
  const all = ({ id }: TestExecutive) => agreementsOf(server.deps.db, server.deps.cipher, id)
  const faults = async ({ id }: TestExecutive) =>
    (await verifyAgreements(server.deps, { executiveId: id })).filter(({ ok }) => !ok)
  const subjects = async ({ email }: TestExecutive) =>
    (await messagesTo(server, email)).map(({ subject }) => subject)

  const replaceMandate = ({ id }: TestExecutive, accountNo = '555566667777') =>
    replaceMandateOf(server.deps, id, accountNo)

  /** Adds a person who signed the agreement and whose mandate failed afterwards. */
  async function failedAfterSigning(): Promise<TestExecutive> {
    const person = await addExecutive(server.deps)
    await signAgreement(server, person)
    clock.advance(60_000)
    await failMandateOf(server.deps, person.id)
    await server.workOff()
    return person
  }

  /** Adds a person who signed, whose mandate failed, and who set up another mandate. */
  async function withAnnex(): Promise<TestExecutive> {
    const person = await failedAfterSigning()
    clock.advance(60_000)
    await replaceMandate(person)
    await server.workOff()
    return person
  }

  it('comes with the mandate that replaces a failed one, by mail, or not at all, and names both accounts masked', async () => {
    const person = await failedAfterSigning()
    expect(await sign(person)).toEqual(alreadySigned)
    await withoutTable(server.deps.db, 'jobs', () => expect(replaceMandate(person)).rejects.toThrow())
    expect([await stateOf(person), (await all(person)).length]).toEqual([failed, 1])
    await replaceMandate(person)
    await server.workOff()
    expect(await stateOf(person)).toEqual(open)
    const [agreement, annex, ...more] = await all(person)
    expect([agreement?.kind, annex?.kind, more]).toEqual(['agreement', 'annex', []])
    const mails = await messagesTo(server, person.email)
    const told = `An annex to your agreement ${agreement?.reference}`
    const mail = mails.find(({ subject }) => subject === told)
    expect(mail?.text).toContain(recordPages.signAgreement + person.link)
    const path = await agreementPath(server.deps, person.id)
    const answer = await fetch(server.url + path.replace('?', '/text?'))
    const { data } = (await answer.json()) as { data: { text: AgreementText; signed: boolean } }
    const text = JSON.stringify(data.text)
    expect([data.signed, data.text.title]).toEqual([false, 'Annex to the recruitment services agreement'])
    for (const word of [agreement?.reference ?? '?', 'XXXXXXXX9012', 'XXXXXXXX7777', '₹5,000'])
      expect(text).toContain(word)
    for (const whole of ['123456789012', '555566667777', '9876543210']) expect(text).not.toContain(whole)
  })

  it('is accepted and signed like the agreement, which stays unchanged; a later replacement adds another annex', async () => {
    const person = await failedAfterSigning()
    const before = await agreementOf(server.deps, person.id)
    // The code that confirmed the link on the page of the failed mandate is part of the evidence.
    const confirmed = { action: 'confirm_link', actor: 'visitor', reference: person.id } as const
    await appendAudit(server.deps.db, confirmed, clock.now())
    clock.advance(60_000)
    await replaceMandate(person)
    await server.workOff()
    const path = await agreementPath(server.deps, person.id)
    await fetch(server.url + path.replace('?', '/shown?'), { method: 'POST' })
    const { status, body } = await postSigning(server.url, { id: person.link, signName: person.name })
    expect([status, body.message]).toEqual(annexSigned)
    await server.workOff()
    const { pathname, search } = new URL(body.url ?? '')
    const pdf = Buffer.from(await (await fetch(server.url + pathname + search)).arrayBuffer())
    expect(await server.deps.signature.verify(pdf)).toMatchObject({ whole: true })
    const [agreement, annex] = await all(person)
    expect(agreement).toEqual(before)
    const entries = annex ? await agreementEntries(server.deps, annex) : []
    expect(entries.map(({ action }) => action)).toEqual(['show_agreement', 'sign', 'seal'])
    expect(annex?.acceptance).toMatchObject({
      ...{ language: 'en', words: 'I accept the terms and conditions', signName: person.name },
      mandate: { status: 'Initiated', transactionId: annex?.form?.data.mandate.transactionId },
      shown: { pdfSha256: annex?.form?.pdfSha256, textSha256: annex?.form?.textSha256 },
    })
    const proofs = ['aadhaarVerified', 'phoneVerified', 'agreementAccepted', 'linkVerified', 'shown']
    expect(annex?.acceptance?.events.map(({ kind }) => kind)).toEqual(proofs)
    expect(await subjects(person)).toContain(`Your signed annex ${annex?.reference}`)
    expect(await stateOf(person)).toEqual(signed)
    expect(await sign(person)).toEqual(alreadySigned)
    // The next annex names the account of the previous one.
    await failMandateOf(server.deps, person.id)
    await replaceMandate(person, '888899990000')
    expect(await sign(person)).toEqual(annexSigned)
    const second = (await all(person))[2]
    expect(second?.form?.data.annex?.before.accountMasked).toBe('XXXXXXXX7777')
    expect([second?.reference === annex?.reference, await stateOf(person)]).toEqual([false, signed])
    expect(await faults(person)).toEqual([])
  })

  it('gives way to the next annex if its own mandate failed too; that one is signed once, even if the process stops in between', async () => {
    const person = await withAnnex()
    const first = (await all(person))[1]
    await failMandateOf(server.deps, person.id)
    expect([await stateOf(person), await sign(person)]).toEqual([failed, alreadySigned])
    const transactionId = await replaceMandate(person, '888899990000')
    await server.workOff()
    const [agreement, second, ...more] = await all(person)
    const same = { id: first?.id, reference: first?.reference, acceptedAt: null }
    expect([second, more]).toMatchObject([same, []])
    expect(second?.form?.data).toMatchObject({
      mandate: { transactionId, accountMasked: 'XXXXXXXX0000' },
      annex: { agreement: agreement?.reference, before: { accountMasked: 'XXXXXXXX9012' } },
    })
    expect(await server.deps.files.get(first?.form?.file ?? '')).toBeUndefined()
    // The job of the acceptance and two further jobs sign the same annex.
    const accepted = await acceptAgreement(server.deps, { ...caller, id: person.id, signName: person.name })
    if (accepted instanceof Error) throw accepted
    const signings = [signOnce(server.deps, accepted.id), signOnce(server.deps, accepted.id)]
    await Promise.all([...signings, server.workOff()])
    await server.workOff()
    expect((await all(person))[1]).toMatchObject({ signed: expect.anything() })
    const told = `Your signed annex ${accepted.reference}`
    expect((await subjects(person)).filter((subject) => subject === told)).toHaveLength(1)
    expect(await faults(person)).toEqual([])
  })

  it('does not exist where nothing was signed: the agreement itself names the new account', async () => {
    const person = await addExecutive(server.deps)
    await server.workOff()
    await failMandateOf(server.deps, person.id)
    expect(await stateOf(person)).toEqual([false, 'Failed', false, 'mandate_failed'])
    await replaceMandate(person)
    await server.workOff()
    const [agreement, ...more] = await all(person)
    expect([agreement?.form?.data.mandate.accountMasked, more]).toEqual(['XXXXXXXX7777', []])
    expect((await subjects(person)).filter((subject) => subject?.includes('annex'))).toEqual([])
    expect(await sign(person)).toEqual([200, agreementAnswers.signed])
    expect(await stateOf(person)).toEqual(signed)
  })

  it('is shown to a person who accepted an agreement while its mandate was being replaced', async () => {
    const person = await addExecutive(server.deps)
    await server.workOff()
    // This happens between the reads of the acceptance and its commit.
    beforeTransaction(server.deps.db, async () => {
      await failMandateOf(server.deps, person.id)
      await replaceMandate(person)
    })
    await acceptAgreement(server.deps, { ...caller, id: person.id, signName: person.name })
    expect(await stateOf(person)).toEqual(open)
    await server.workOff()
    const [agreement, annex] = await all(person)
    const accounts = [agreement, annex].map((one) => one?.form?.data.mandate.accountMasked)
    expect(accounts).toEqual(['XXXXXXXX9012', 'XXXXXXXX7777'])
    expect(await subjects(person)).toContain(`An annex to your agreement ${agreement?.reference}`)
  })

  it('is shown and found at the desk and checked by verify-agreement, like the agreement', async () => {
    const desk = await deskAs(server, 'recruiter')
    const person = await failedAfterSigning()
    const waiting = async () => (await desk<TodayAnswer>('today')).body.waiting
    const before = await waiting()
    await replaceMandate(person)
    await server.workOff()
    const [failing, annexes] = [before.failedAfterSigning - 1, before.openAnnexes + 1]
    const moved = { failedAfterSigning: failing, openAnnexes: annexes }
    expect(await waiting()).toMatchObject(moved)
    await sign(person)
    const [agreement, annex] = await all(person)
    for (const named of [agreement, annex]) {
      const { body } = await desk<SearchAnswer>('search', { q: named?.reference })
      expect(body.hits.map(({ reference }) => reference)).toEqual([person.reference])
    }
    const { stdout, stderr } = await runOps(['verify-agreement', person.reference], server.place.settings)
    expect(stderr).toBe('All 10 checks passed\n')
    expect(stdout).toContain(`ok\tannex ${annex?.reference} signature\t`)
    // An altered annex hides neither itself nor the results for the agreement.
    const altered = server.deps.db.updateTable('agreements').where('id', '=', annex?.id ?? '')
    await altered.set({ facts: 'v1.x.y.z' }).execute()
    const { files, timeline } = (await desk<RecordDetail>(`records/executives/${person.reference}`)).body
    expect(files.map(({ field }) => field)).toEqual(['photo', 'agreement', 'annex1'])
    const { headers } = await desk(`documents/${person.reference}-annex1`)
    expect(headers.get('content-type')).toBe('application/pdf')
    const accepted = [agreementTexts.agreement.accepted, agreementTexts.annex.accepted]
    expect(timeline.map(({ text }) => text)).toEqual(expect.arrayContaining(accepted))
  })
})
