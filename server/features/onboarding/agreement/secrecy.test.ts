import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addExecutive, agreementPath, postSigning } from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { startServer } from '#tests/support/server.ts'
import { everythingKept, formsOf } from '#tests/support/stored-place.ts'

describe.each(engines)('what is kept of an agreement on %s', (engine) => {
  it('shows nothing personal, wherever one looks', async () => {
    await using server = await startServer({ engine })
    const canary = () => `canary${randomBytes(9).toString('hex')}`
    const planted = { name: canary(), email: `${canary()}@example.in`, agent: canary(), wrongName: canary() }
    const person = await addExecutive(server.deps, planted)
    await server.workOff()
    const agent = { 'user-agent': planted.agent }
    const shown = (await agreementPath(server.deps, person.id)).replace('?', '/shown?')
    expect((await fetch(server.url + shown, { method: 'POST', headers: agent })).status).toBe(200)
    const wrong = await postSigning(server.url, { id: person.link, signName: planted.wrongName }, agent)
    expect(wrong.status).toBe(422)
    const right = await postSigning(server.url, { id: person.link, signName: planted.name }, agent)
    expect(right.status).toBe(200)
    await server.workOff()
    const { searchParams } = new URL(right.body.url ?? '')
    const everything = await everythingKept(server)
    for (const value of [...Object.values(planted), person.phone, 'I accept the terms', '%PDF-']) {
      for (const form of formsOf(value)) {
        expect([value, everything.includes(form)]).toEqual([value, false])
        expect([value, server.log().includes(form)]).toEqual([value, false])
      }
    }
    // Neither what opens the record nor what opens the document is in the log.
    for (const secret of [person.link, searchParams.get('signature') ?? '']) {
      expect(secret).not.toBe('')
      expect(server.log()).not.toContain(secret)
    }
    expect(everything.length).toBeGreaterThan(100_000)
  })
})
