import { describe, expect, it } from 'vitest'
import { careerMessages } from '#contract/messages/en/careers.ts'
import { candidatesOf } from '#server/features/vacancies/candidate-store.ts'
import { recordEventsOf } from '#server/platform/records/events.ts'
import { postApplication, somebody } from '#tests/support/application.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { closeVacancy, publishVacancy } from '#tests/support/published-vacancy.ts'
import { movingClock } from '#tests/support/server.ts'
import { messagesTo } from '#tests/support/visitor.ts'
import { sharedServer } from '#tests/support/shared.ts'

const DAY_MS = 86_400_000

describe.each(enginesInTurn)('an application for a vacancy on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const apply = async (vacancy: string, person = somebody()) => {
    const { status, body } = await postApplication(server.url, { ...person, vacancy })
    const { reference = '' } = body
    const row = server.deps.db.selectFrom('records').select('id').where('reference', '=', reference)
    const { id = '' } = (await row.executeTakeFirst()) ?? {}
    return {
      status,
      id,
      message: body.message,
      at: await candidatesOf(server.deps.db, { applicationId: id }, 9),
    }
  }

  it('stands at it at its first stage, and the timeline says so', async () => {
    const reference = await publishVacancy(server.deps)
    const { status, id, at } = await apply(reference.toLowerCase())
    expect(status).toBe(201)
    expect(at).toMatchObject([{ candidate: { stage: 'new', version: 1 }, vacancy: { reference } }])
    const events = await recordEventsOf(server.deps.db, server.deps.cipher, id)
    expect(events).toMatchObject([{ kind: 'vacancy', staffId: null, detail: { vacancy: reference } }])
  })

  it('is stored without it where it closed meanwhile, its day passed, it is a draft’s or nobody’s', async () => {
    const closed = await publishVacancy(server.deps)
    await closeVacancy(server.deps, closed)
    const over = await publishVacancy(server.deps)
    clock.advance(31 * DAY_MS)
    for (const vacancy of [closed, over, 'VA-000000', `%' OR 1=1`, 'VA-7K3M9Q<script>', '']) {
      const { status, message, at } = await apply(vacancy)
      expect([status, message, at]).toEqual([201, careerMessages.sent, []])
    }
  })

  it('says in the timeline which vacancy was meant where that closed meanwhile', async () => {
    const closed = await publishVacancy(server.deps)
    await closeVacancy(server.deps, closed)
    const { id, at } = await apply(closed)
    const detail = { vacancy: closed, from: '', to: 'closed' }
    const events = await recordEventsOf(server.deps.db, server.deps.cipher, id)
    expect([at, events]).toMatchObject([[], [{ kind: 'vacancy', staffId: null, detail }]])
  })

  it('of the same person is refused in the words of every second one, and adds nothing', async () => {
    const reference = await publishVacancy(server.deps, { title: 'Glass blower' })
    const person = somebody()
    await apply('', person)
    await server.workOff()
    const copies = await Promise.all([apply(reference, person), apply(reference, person)])
    expect(copies.map(({ status }) => status)).toEqual([409, 409])
    const { db } = server.deps
    const vacancy = await db
      .selectFrom('vacancies')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    expect(await candidatesOf(db, { vacancyId: vacancy.id }, 9)).toEqual([])
    await server.workOff()
    const mails = (await messagesTo(server, person.email)).map(({ text }) => text)
    const [named, ...more] = mails.filter((text) => text.includes('Glass blower'))
    expect(more).toEqual([])
    expect(named).toMatch(/\/my\/[\w-]{32}\n[^]*\/career#replace=[\w-]{32}\n/)
  })

  it('of somebody else’s phone tells the address that was typed of no page', async () => {
    const reference = await publishVacancy(server.deps)
    const person = somebody()
    await apply('', person)
    const other = { ...somebody(), phone: person.phone }
    expect((await apply(reference, other)).status).toBe(409)
    await server.workOff()
    const mails = (await messagesTo(server, other.email)).map(({ text }) => text)
    expect(mails).toHaveLength(1)
    expect(mails[0]).not.toContain('/my/')
  })

  it('names it by its title in the language of the page, and says whether it is open', async () => {
    const reference = await publishVacancy(server.deps, { title: 'Weaver', title_gu: 'વણકર' })
    const ask = async (name: string, language = 'en') => {
      const headers = { 'accept-language': language }
      const response = await fetch(`${server.url}/api/v1/vacancies/${name}`, { headers })
      return { status: response.status, ...((await response.json()) as object) }
    }
    const data = { reference, sector: 'finance', place: 'Surat', isOpen: true }
    await expect
      .poll(() => ask(reference), { timeout: 30_000 })
      .toMatchObject({ data: { ...data, title: 'Weaver' } })
    expect(await ask('VA-000000')).toMatchObject({ status: 404, code: 'not_found' })
    expect(await ask(encodeURIComponent('VA-000000<script>'))).toMatchObject({ status: 404 })
    await closeVacancy(server.deps, reference)
    await expect.poll(() => ask(reference), { timeout: 30_000 }).toMatchObject({ data: { isOpen: false } })
  })
})
