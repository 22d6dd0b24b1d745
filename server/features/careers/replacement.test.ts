import { beforeAll, describe, expect, it } from 'vitest'
import { careerMessages } from '#contract/messages/en/career-answers.ts'
import type { RecordDetail, RecordList, SearchAnswer } from '#contract/schemas/staff-records.ts'
import { erasePerson } from '#server/features/privacy/erasure-store.ts'
import { namedBy } from '#server/features/privacy/person.ts'
import { candidatesOf } from '#server/features/vacancies/candidate-store.ts'
import { recordsOfContact } from '#server/features/records/store.ts'
import { noteProven, recordEventsOf } from '#server/features/records/timeline-store.ts'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { auditOf, type Desk, deskAs } from '#tests/support/desk-records.ts'
import { freshPhone } from '#tests/support/codes.ts'
import { personOf } from '#tests/support/person.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock } from '#tests/support/server.ts'
import { publishVacancy, standAt } from '#tests/support/published-vacancy.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { decryptedCells } from '#tests/support/stored-place.ts'
import { mailsTo } from '#tests/support/visitor.ts'
import { findApplication } from './store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Returns the token of the first replacement link in a mail. */
function tokenIn(text = ''): string {
  return /\/career#replace=([\w-]{32})\n/.exec(text)?.[1] ?? ''
}

describe.each(enginesInTurn)('an application that came in somebody else’s name, on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const send = async (application: Record<string, string>) => {
    const { status, body } = await postApplication(server.url, application, [documentPart()])
    return [status, body.message]
  }
  const mails = async (to: string) =>
    // The sender of a stored application gets a receipt too.
    (await mailsTo(server, to)).filter(({ subject = '' }) => !subject.startsWith('Your application AP-'))
  const tokenFor = async (to: string) => tokenIn((await mails(to))[0]?.text)
  const stored = async () => {
    const { db, cipher } = server.deps
    const rows = await db.selectFrom('records').select('id').execute()
    const all = await Promise.all(rows.map(({ id }) => findApplication(db, cipher, id)))
    return all.map((one) => one?.full_name)
  }
  const refused = [409, careerMessages.duplicate]
  const sent = [201, careerMessages.sent]

  it('is replaced by the owner of the address, through the link of one mail', async () => {
    const owner = somebody()
    const impostor = { ...somebody(), email: owner.email }
    expect(await send(impostor)).toEqual(sent)
    expect(await mails(owner.email)).toEqual([])
    expect(await send(owner)).toEqual(refused)
    expect(await send(owner)).toEqual(refused)
    expect((await mails(owner.email)).map(({ subject }) => subject)).toEqual(['An application in your name'])
    const replace = await tokenFor(owner.email)
    expect(await send({ ...owner, replace })).toEqual(sent)
    expect(await stored()).toContain(owner.full_name)
    expect(await stored()).not.toContain(impostor.full_name)
    const toStaff = (await mails('inbox@agency.example')).map(({ text }) => text)
    expect(toStaff.find((text) => text.includes(owner.full_name))).toContain('It replaces an earlier one')
    clock.advance(DAY_MS)
    expect(await send({ ...owner, replace })).toEqual(refused)
    expect(await mails(owner.email)).toHaveLength(1)
  })

  it('stays beside the owner’s if only the phone is the same, since nobody proved the phone', async () => {
    const owner = somebody()
    const impostor = { ...somebody(), phone: owner.phone }
    expect(await send(impostor)).toEqual(sent)
    expect(await send(owner)).toEqual(refused)
    expect(await mails(impostor.email)).toEqual([])
    expect(await send({ ...owner, replace: await tokenFor(owner.email) })).toEqual(sent)
    expect(await stored()).toEqual(expect.arrayContaining([owner.full_name, impostor.full_name]))
    expect(await send({ ...somebody(), phone: owner.phone })).toEqual(refused)
  })

  it('is not replaced with another address, an invented token, after a week, or before the link was mailed', async () => {
    const [owner, other] = [somebody(), somebody()]
    await send({ ...somebody(), email: owner.email })
    await send(owner)
    const replace = await tokenFor(owner.email)
    await send(other)
    expect(await send({ ...other, replace })).toEqual(refused)
    expect(await send({ ...owner, replace: 'x'.repeat(32) })).toEqual(refused)
    // The clock was ahead when it was mailed, and was set back.
    clock.advance(-DAY_MS)
    expect(await send({ ...owner, replace })).toEqual(refused)
    clock.advance(8 * DAY_MS)
    expect(await send({ ...owner, replace })).toEqual(refused)
  })

  it('is replaced once by two copies of the owner’s application sent at once', async () => {
    const owner = somebody()
    await send({ ...somebody(), email: owner.email })
    await send(owner)
    const replace = await tokenFor(owner.email)
    const answers = await Promise.all([1, 2].map(() => send({ ...owner, replace })))
    expect(answers.map(([status]) => status).toSorted()).toEqual([201, 409])
    expect((await stored()).filter((name) => name === owner.full_name)).toHaveLength(1)
  })
})

describe.each(enginesInTurn)('an application that staff have worked on, on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })
  let desk: Desk
  beforeAll(() => pass(0))

  /** Lets time pass, and signs staff in again. */
  async function pass(ms: number) {
    clock.advance(ms)
    desk = await deskAs(server, 'recruiter')
  }
  const send = async (application: Record<string, string>) =>
    (await postApplication(server.url, application, [documentPart()])).status
  const stored = async (email: string) => {
    const rows = await recordsOfContact(server.deps, { email, count: 10 })
    return rows.map(({ record }) => record).toSorted((one, other) => one.createdAt - other.createdAt)
  }
  const replaceTokenFor = async (to: string) =>
    // The newest token; stored applications have receipts too.
    tokenIn((await mailsTo(server, to)).map(({ text }) => text).join('\n'))
  /** Sends an application; returns its person and its path at the desk. */
  const applied = async () => {
    const person = somebody()
    expect(await send(person)).toBe(201)
    await server.workOff()
    const [{ id, reference: first } = { id: '', reference: '' }] = await stored(person.email)
    return { person, first, id, path: `records/applications/${first}` }
  }
  type Deed = (path: string, reference: string) => Promise<{ status: number }>
  const note: Deed = (path) => desk(`${path}/notes`, { id: 'n'.repeat(20), text: 'Was late' })
  const reject: Deed = (path) => desk(path, { version: 1, status: 'rejected' }, 'PATCH')
  /** Sends an application, has staff work on it, and has its person replace it. */
  const superseded = async (deed: Deed) => {
    const { person, first, path } = await applied()
    expect((await deed(path, first)).status).toBe(200)
    const before = (await desk<RecordDetail>(path)).body
    await pass(HOUR_MS)
    const again = { ...person, address: 'Another road, Bhavnagar' }
    expect(await send(again)).toBe(409)
    expect(await send({ ...again, replace: await replaceTokenFor(person.email) })).toBe(201)
    const [, newer] = await stored(person.email)
    return { person, first, path, before, newer: newer?.reference ?? '', newerId: newer?.id ?? '' }
  }

  it.each<[what: string, deed: Deed]>([
    ['a status', reject],
    ['a note', note],
    ['the contact shown', (path) => desk(`${path}/contact`, {})],
    ['a document opened', (_, reference) => desk(`documents/${reference}-resume`)],
  ])('is kept as superseded after %s, linked in both directions', async (_, deed) => {
    const { first, path, before, newer: second } = await superseded(deed)
    const older = (await desk<RecordDetail>(path)).body
    expect(older).toMatchObject({ superseded: true, supersededBy: second, supersedes: [] })
    expect([older.status, older.files]).toEqual([before.status, before.files])
    const texts = ({ timeline }: RecordDetail) => timeline.map(({ text }) => text)
    expect(texts(older)).toEqual(expect.arrayContaining(texts(before)))
    expect(texts(older)).toContain(`Replaced by ${second}, which the person sent`)
    const now = (await desk<RecordDetail>(`records/applications/${second}`)).body
    expect(now).toMatchObject({ superseded: false, supersededBy: null, supersedes: [first], status: 'new' })
    expect(texts(now)).toContain(`This application replaced ${first}`)
    expect((await desk(`documents/${first}-resume`)).status).toBe(200)
    const toStaff = await mailsTo(server, 'inbox@agency.example')
    const told = toStaff.find(({ text }) => text.includes(second))?.text
    expect(told).toContain(`It takes the place of ${first}, which you have worked on`)
    const entry = expect.objectContaining({ action: 'supersede_application', actor: 'visitor' })
    expect(await auditOf(server, first)).toContainEqual(entry)
  })

  it('is hidden from lists once superseded, and found by a filter, the search, its link and its export', async () => {
    const { person, first, newer } = await superseded(reject)
    const listed = async (query = '') => {
      const { body } = await desk<RecordList>(`records/applications${query}`)
      return body.rows.map(({ reference }) => reference).filter((one) => one === first || one === newer)
    }
    for (const query of ['', '?document=resume', '?assigned=nobody', '?place=Bhavnagar'])
      expect(await listed(query), query).toEqual([newer])
    for (const more of ['', '&assigned=nobody', '&place=Surat']) {
      const query = `?status=rejected${more}`
      expect([await listed(query), await listed(`${query}&superseded=shown`)], query).toEqual([[], [first]])
    }
    expect(await listed('?superseded=shown')).toEqual([newer, first])
    const { body } = await desk<SearchAnswer>('search', { q: person.email })
    const hits = body.hits.map((hit) => `${hit.reference} ${hit.superseded}`)
    expect(hits).toEqual([`${newer} false`, `${first} true`])
    const owner = await deskAs(server, 'owner')
    const rows = (await owner('export', { kind: 'applications', superseded: 'shown' })).text.split('\r\n')
    const lastOf = (reference: string) =>
      rows
        .find((row) => row.startsWith(`"${reference}"`))
        ?.split(',')
        .at(-1)
    expect([lastOf(first), lastOf(newer)]).toEqual([`"${newer}"`, '""'])
  })

  it('does not count as a duplicate, unlike the newer related one, and stays superseded after that one is erased', async () => {
    const { person, first, path, newer, newerId } = await superseded(note)
    expect(await send(person)).toBe(409)
    const named = await namedBy(server.deps, { id: newer })
    expect(named?.related).toMatchObject([{ reference: first, same: ['email', 'phone'], canAdd: true }])
    await erasePerson(server.deps, await personOf(server.deps, newer), 'system')
    const cells = await decryptedCells(server.deps.db, server.deps.cipher)
    expect(cells.filter((cell) => cell.startsWith('applications.') && cell.includes(newerId))).toEqual([])
    expect((await desk<RecordDetail>(path)).body).toMatchObject({ superseded: true, supersededBy: null })
    expect(await send(person)).toBe(201)
    await erasePerson(server.deps, await personOf(server.deps, first), 'system')
    expect(await stored(person.email)).toHaveLength(1)
  })

  it.each([
    ['stands where the earlier one stood, at its stage, once the earlier address was proven', true],
    ['stands nowhere for what came under its address by a stranger, whom nobody wrote to', false],
  ])('%s', async (_, isProven) => {
    const vacancy = await publishVacancy(server.deps)
    const { db } = server.deps
    const { person, id, path } = await applied()
    await standAt(server.deps, vacancy, id)
    await db
      .updateTable('vacancy_candidates')
      .set({ stage: 'offered' })
      .where('application_id', '=', id)
      .execute()
    expect((await note(path, '')).status).toBe(200)
    if (isProven) await noteProven(db, id)
    await pass(HOUR_MS)
    const owner = { ...person, phone: freshPhone() }
    expect(await send(owner)).toBe(409)
    expect(await send({ ...owner, replace: await replaceTokenFor(owner.email) })).toBe(201)
    const [older, newer] = await stored(owner.email)
    const stages = async (application = older) =>
      (await candidatesOf(db, { applicationId: application?.id ?? '' }, 9)).map(
        ({ candidate }) => candidate.stage,
      )
    expect([await stages(older), await stages(newer)]).toEqual(
      isProven ? [[], ['offered']] : [['offered'], []],
    )
    const row = db
      .selectFrom('records')
      .select('email_proven')
      .where('id', '=', newer?.id ?? '')
    expect(await row.executeTakeFirst()).toEqual({ email_proven: 1 })
  })

  it('stays visible when the same person applies again: its timeline and one mail say so', async () => {
    const { person, first, path } = await applied()
    const other = { ...somebody(), phone: person.phone }
    await pass(HOUR_MS)
    const vacancy = await publishVacancy(server.deps)
    for (const again of [{ ...person, vacancy }, { ...person, vacancy }, other, other])
      expect(await send(again)).toBe(409)
    const again = async (at: string) =>
      (await desk<RecordDetail>(at)).body.timeline.filter(({ kind }) => kind === 'again')
    const refused = 'refused as a second application and not stored'
    expect((await again(path)).map(({ text }) => text).toSorted()).toEqual([
      `Applied again for the vacancy ${vacancy}, under the same e-mail and phone: ${refused}`,
      `Applied again, under the same phone and another e-mail: ${refused}`,
    ])
    const toStaff = await mailsTo(server, 'inbox@agency.example')
    const told = toStaff.filter(({ text, subject }) => subject?.startsWith('Another') && text.includes(first))
    expect(told).toHaveLength(2)
    expect(told[0]?.text).toContain('Somebody applied again')
    // If the e-mail is one person's and the phone another's, both have the entry.
    const second = await applied()
    await pass(HOUR_MS)
    expect(await send({ ...second.person, phone: person.phone })).toBe(409)
    expect((await again(second.path)).map(({ text }) => text)).toEqual([
      `Applied again, under the same e-mail and another phone: ${refused}`,
    ])
  })

  it('is kept if a note and the replacement come at once, or the note is refused', async () => {
    const { person, path, id } = await applied()
    await pass(HOUR_MS)
    await send(person)
    const replace = await replaceTokenFor(person.email)
    const [noted, sent] = await Promise.all([
      desk(`${path}/notes`, { id: 'g'.repeat(20), text: 'At once' }),
      send({ ...person, replace }),
    ])
    expect(sent).toBe(201)
    const events = await recordEventsOf(server.deps.db, server.deps.cipher, id)
    const isKept = events.some(({ detail }) => detail?.['text'] === 'At once')
    expect(isKept).toBe(noted.status === 200)
    expect(await stored(person.email)).toHaveLength(isKept ? 2 : 1)
  })
})
