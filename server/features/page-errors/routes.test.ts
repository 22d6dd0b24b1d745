import { describe, expect, it } from 'vitest'
import { pageErrorMessages } from '#contract/messages/en/common.ts'
import { api } from '#contract/paths.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { newVisitor } from '#tests/support/visitor.ts'

const fault = { release: '0.1.0', component: 'registration', message: 'x is not a function' }

async function tell({ url }: TestServer, body: unknown) {
  const answer = await newVisitor(url).post(api.pageError, body)
  return { status: answer.status, body: answer.body }
}

describe('an error that a page reports', () => {
  const server = sharedServer()

  it('is one line in the log with the release, the part and the message', async () => {
    const before = server.log().length
    expect(await tell(server, fault)).toEqual({ status: 202, body: { message: pageErrorMessages.noted } })
    const lines = server.log().slice(before).split('\n')
    const said = lines.filter((line) => line.includes('a component of a page failed'))
    const { message, ...named } = fault
    expect(said.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', ...named, fault: message }])
  })

  it.each([
    ['digits', 'of 9876543210 or 1234 5678 9012', '9876', 'of ########## or #### #### ####'],
    ['an address', 'No asha.mehta@example.in here', 'asha', 'No …@… here'],
    ['what stands in quotes', 'Unexpected token in JSON "Asha Mehta"', 'Asha', 'JSON \\"…\\"'],
    ['letters beyond English', 'of आशा', 'आशा', 'of ?'],
  ])('contains nothing about a person: %s', async (_, message, personal, logged) => {
    expect((await tell(server, { ...fault, message })).status).toBe(202)
    expect(server.log()).not.toContain(personal)
    expect(server.log()).toContain(logged)
  })

  it.each([
    ['a part that no page has', { ...fault, component: 'header' }, 422],
    ['no message', { ...fault, message: '' }, 422],
    ['a message too long', { ...fault, message: 'x'.repeat(1001) }, 422],
    ['a release that is none', { ...fault, release: 'a line\nbreak' }, 422],
    ['a body without end', { ...fault, message: 'x'.repeat(5000) }, 413],
  ])('is refused with %s, and nothing of it is logged', async (_, body, status) => {
    const before = server.log().split('a component of a page failed').length
    expect((await tell(server, body)).status).toBe(status)
    expect(server.log().split('a component of a page failed')).toHaveLength(before)
  })
})

it('is accepted from one address up to the limit', async () => {
  await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '0.1' } })
  const statuses = [await tell(server, fault), await tell(server, fault), await tell(server, fault)]
  expect(statuses.map(({ status }) => status)).toEqual([202, 202, 429])
})
