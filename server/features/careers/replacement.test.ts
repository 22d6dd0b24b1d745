import { describe, expect, it } from 'vitest'
import { careerMessages } from '#contract/messages/en/careers.ts'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { messagesTo } from '#tests/support/visitor.ts'
import { findApplication } from './store.ts'

const DAY_MS = 86_400_000

describe.each(engines)('an application that came in somebody else’s name, on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const send = async (application: Record<string, string>) => {
    const { status, body } = await postApplication(server.url, application, [documentPart()])
    return [status, body.message]
  }
  const mails = async (to: string) => {
    await server.workOff()
    return messagesTo(server, to)
  }
  const tokenFor = async (to: string) => {
    const [mail] = await mails(to)
    return /\/career#replace=([\w-]{32})\n/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const stored = async () => {
    const { db, cipher } = server.deps
    const rows = await db.selectFrom('applications').select('id').execute()
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
    expect(await send({ ...owner, replace })).toEqual(refused)
  })

  it('is told to its owner again a day later, while the link was not used', async () => {
    const owner = somebody()
    await send({ ...somebody(), email: owner.email })
    await send(owner)
    clock.advance(DAY_MS)
    await send(owner)
    const [again, first, ...more] = await mails(owner.email)
    expect([again?.text, more]).toEqual([first?.text, []])
  })

  it('stays beside the owner’s where only the phone is the same, since nobody proved the phone', async () => {
    const owner = somebody()
    const impostor = { ...somebody(), phone: owner.phone }
    expect(await send(impostor)).toEqual(sent)
    expect(await send(owner)).toEqual(refused)
    expect(await mails(impostor.email)).toEqual([])
    expect(await send({ ...owner, replace: await tokenFor(owner.email) })).toEqual(sent)
    expect(await stored()).toEqual(expect.arrayContaining([owner.full_name, impostor.full_name]))
    expect(await send({ ...somebody(), phone: owner.phone })).toEqual(refused)
  })

  it.each(['another address', 'a token that was made up', 'a week later'])(
    'is not replaced with %s',
    async (how) => {
      const [owner, other] = [somebody(), somebody()]
      await send({ ...somebody(), email: owner.email })
      await send(owner)
      const replace = how === 'a token that was made up' ? 'x'.repeat(32) : await tokenFor(owner.email)
      if (how === 'a week later') clock.advance(7 * DAY_MS)
      await send(other)
      expect(await send({ ...(how === 'another address' ? other : owner), replace })).toEqual(refused)
    },
  )

  it('is replaced once by two copies of the owner’s sent at once', async () => {
    const owner = somebody()
    await send({ ...somebody(), email: owner.email })
    await send(owner)
    const replace = await tokenFor(owner.email)
    const answers = await Promise.all([1, 2].map(() => send({ ...owner, replace })))
    expect(answers.map(([status]) => status).toSorted()).toEqual([201, 409])
    expect((await stored()).filter((name) => name === owner.full_name)).toHaveLength(1)
  })
})
