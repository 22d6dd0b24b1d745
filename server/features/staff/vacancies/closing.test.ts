import { describe, expect, it } from 'vitest'
import { personMails } from '#contract/messages/en/mails.ts'
import { personMails as inGujarati } from '#contract/messages/gu/mails.ts'
import { anybody } from '#contract/messages/staff-mails.ts'
import type { RecordDetail } from '#contract/schemas/staff-records.ts'
import type { Candidate, ClosingPeople, VacancyBoard, VacancyDetail } from '#contract/schemas/vacancies.ts'
import { freshApplication, lastAudit, sharedDesk } from '#tests/support/desk-records.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { publishVacancy } from '#tests/support/published-vacancy.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { vacancyDay } from '#tests/support/vacancy.ts'
import { mailsTo } from '#tests/support/visitor.ts'
import { vacancyHandlers } from './service.ts'

describe.each(enginesInTurn)('closing a vacancy on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock, settings: { LANGUAGES: 'en,hi,gu' } })
  const desk = sharedDesk(server, 'recruiter')

  const read = async (vacancy: string) => (await desk<VacancyDetail>(`vacancies/${vacancy}`)).body
  const close = async (vacancy: string, body: object, version?: number) => {
    const seen = version ?? (await read(vacancy)).version
    return desk<VacancyDetail>(`vacancies/${vacancy}/close`, { version: seen, as: 'withdrawn', ...body })
  }
  const stages = async (vacancy: string) => {
    const { candidates } = (await desk<VacancyBoard>(`vacancies/${vacancy}/board`)).body
    return candidates.map(({ stage, reason, isClosed }) => [stage, reason, isClosed]).toSorted()
  }
  /** Adds three people to a new vacancy: a new one who reads Gujarati, one at the interview, one placed. */
  async function withPeople(content: Parameters<typeof publishVacancy>[1] = {}) {
    const vacancy = await publishVacancy(server.deps, { title: 'Weaver', title_gu: 'વણકર', ...content })
    const join = async (language: 'en' | 'gu', stage?: string) => {
      const person = await freshApplication(server.deps, { language })
      const path = `applications/${person.reference}/vacancies`
      const { candidates } = (await desk<{ candidates: Candidate[] }>(path, { vacancy })).body
      if (stage) await desk(`candidates/${candidates[0]?.id}`, { version: 1, stage }, 'PATCH')
      return person
    }
    const people = [await join('gu'), await join('en', 'interview'), await join('en', 'placed')] as const
    const timelines = () =>
      Promise.all(
        people.map(async ({ path }) => {
          const { timeline } = (await desk<RecordDetail>(path)).body
          return timeline.map(({ text }) => text).filter((text) => text.includes('closed')).length
        }),
      )
    const mails = () =>
      Promise.all(people.map(async ({ email }) => (await mailsTo(server, email)).map(({ text }) => text)))
    return { vacancy, people, timelines, mails }
  }

  it('shows who is still a candidate, and each mail in its language, before anything is sent', async () => {
    const { vacancy } = await withPeople()
    const { body } = await desk<ClosingPeople>(`vacancies/${vacancy}/closing`)
    expect(body.people).toEqual({ new: 1, interview: 1 })
    const shown = Object.fromEntries(body.mails.map((mail) => [mail.language, mail]))
    expect(Object.keys(shown).toSorted()).toEqual(['en', 'gu'])
    expect(shown['gu']).toMatchObject({ count: 1, subject: inGujarati.vacancyClosed.subject })
    expect(shown['gu']?.text).toContain('વણકર')
    expect(shown['en']?.text).toContain(`Dear ${anybody.name}`)
  })

  it('informs every active candidate in their language, and nobody with another decision', async () => {
    const { vacancy, mails, timelines } = await withPeople()
    expect((await close(vacancy, { tell: true })).body).toMatchObject({ state: 'closed' })
    await server.workOff()
    const [gujarati, english, placed] = await mails()
    expect(gujarati?.join()).toContain('વણકર')
    expect(english?.join()).toContain('The vacancy is closed now')
    expect([gujarati, english, placed].join()).not.toContain('decided for somebody else')
    expect(personMails.vacancyClosed.text).not.toContain('decided')
    expect(placed?.join()).not.toContain('The vacancy is closed')
    expect(await timelines()).toEqual([1, 1, 0])
    expect(await stages(vacancy)).toEqual([
      ['interview', null, true],
      ['new', null, true],
      ['placed', null, true],
    ])
    expect(await lastAudit(server)).toMatchObject({
      action: 'vacancy',
      detail: expect.stringContaining('"told":2'),
    })
  })

  it('moves them to «Rejected» with the reason, or leaves them, as chosen', async () => {
    const rejected = await withPeople()
    await close(rejected.vacancy, { reason: 'filled', as: 'filled' })
    expect(await stages(rejected.vacancy)).toEqual([
      ['placed', null, true],
      ['rejected', 'filled', true],
      ['rejected', 'filled', true],
    ])
    const left = await withPeople()
    await close(left.vacancy, {})
    await server.workOff()
    expect((await stages(left.vacancy)).map(([stage]) => stage)).toEqual(['interview', 'new', 'placed'])
    expect((await left.mails()).join() + (await rejected.mails()).join()).not.toContain(
      'The vacancy is closed',
    )
  })

  it('informs the candidates of a vacancy that expired earlier, once', async () => {
    const { vacancy, timelines } = await withPeople({ open_until: vacancyDay(clock.now(), 5) })
    const first = await close(vacancy, {})
    expect((await close(vacancy, {})).status).toBe(422)
    const { version } = first.body
    const twice = await Promise.all([1, 2].map(() => close(vacancy, { tell: true }, version)))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await timelines()).toEqual([1, 1, 0])
  })

  it('informs nobody twice if two people close it at once', async () => {
    const { vacancy, timelines } = await withPeople()
    const { version } = await read(vacancy)
    const body = { tell: true, reason: 'other' }
    const answers = await Promise.all([1, 2].map(() => close(vacancy, body, version)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await timelines()).toEqual([1, 1, 0])
  })

  it('leaves no active candidate if somebody adds one at the same time', async () => {
    const vacancy = await publishVacancy(server.deps)
    const people = await Promise.all(Array.from({ length: 12 }, () => freshApplication(server.deps)))
    const add = ({ reference }: { reference: string }) =>
      desk(`applications/${reference}/vacancies`, { vacancy })
    const { version } = await read(vacancy)
    const closing = { tell: false, reason: 'filled' }
    const [closed, ...added] = await Promise.all([close(vacancy, closing, version), ...people.map(add)])
    expect(closed.status, closed.text).toBe(200)
    expect(new Set([...added.map(({ status }) => status), 200, 422])).toEqual(new Set([200, 422]))
    expect((await stages(vacancy)).filter(([stage]) => stage === 'new')).toEqual([])
  })

  it('changes nothing if it stops half-way: no vacancy, no candidate, no mail', async () => {
    const { vacancy, timelines } = await withPeople()
    const { cipher } = server.deps
    let left = 3
    const dying = new Proxy(cipher, {
      get(real, name) {
        const value: unknown = Reflect.get(real, name)
        if (name !== 'encrypt' || typeof value !== 'function') return value
        return (...given: unknown[]) => {
          if ((left -= 1) === 0) throw new Error('killed')
          return value.apply(real, given) as unknown
        }
      },
    })
    const handlers = vacancyHandlers({ ...server.deps, cipher: dying })
    const { version } = await read(vacancy)
    const body = { version, as: 'withdrawn', tell: true, reason: 'other' }
    const given = { params: { reference: vacancy }, body, actor: 'staff:x', staff: { id: 'x' }, reply: {} }
    await expect(handlers['vacancies.close'](given as never)).rejects.toThrow('killed')
    expect(await read(vacancy)).toMatchObject({ state: 'published', version })
    expect(await timelines()).toEqual([0, 0, 0])
    expect((await stages(vacancy)).map(([stage]) => stage)).toEqual(['interview', 'new', 'placed'])
  })
})
