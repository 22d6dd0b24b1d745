import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandbox } from '#contract/paths.ts'
import { sandboxMessagesResponse } from '#contract/schemas/sandbox.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { engines, makePlace, type Place } from '#tests/support/place.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'

describe.each(engines)('the sandbox’s outbox on %s', (engine) => {
  const clock = movingClock()
  let place: Place
  let server: TestServer
  beforeAll(async () => {
    place = await makePlace(engine)
    server = await startServer({ place, clock })
    for (const name of ['First', 'Second', 'Third']) {
      await postEnquiry(server.url, { ...goodEnquiry, name })
      await server.workOff()
      clock.advance(1000)
    }
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
  })

  async function messages(query = '', from = server) {
    const response = await fetch(from.url + sandbox.messages + query)
    expect(response.status).toBe(200)
    return sandboxMessagesResponse.parse(await response.json()).messages
  }

  it('shows every e-mail, newest first, with all that a mailbox would show', async () => {
    const [newest, ...older] = await messages()
    expect(newest).toEqual({
      id: expect.stringMatching(/^[\w-]{32}$/),
      channel: 'email',
      to: 'inbox@agency.example',
      replyTo: goodEnquiry.email,
      subject: 'New enquiry from Third',
      text: expect.stringContaining('    We need two accountants in Surat.'),
      at: new Date(clock.now() - 1000).toISOString(),
      attachments: [],
    })
    expect(older.map(({ subject }) => subject)).toEqual(['New enquiry from Second', 'New enquiry from First'])
  })

  it('shows those to one recipient, whatever the case of its letters', async () => {
    expect(await messages('?to=INBOX@agency.example')).toHaveLength(3)
    expect(await messages('?to=nobody@agency.example')).toEqual([])
    expect(await messages('?to=')).toEqual([])
    expect(await messages('?limit=2')).toHaveLength(2)
  })

  it.each(['?limit=0', '?limit=1001', '?limit=-1', '?limit=x', '?to=a&to=b'])('refuses %s', async (query) => {
    const response = await fetch(server.url + sandbox.messages + query)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: 'invalid' })
  })

  it('is not read by another site’s page, and is never kept in a cache', async () => {
    const response = await fetch(server.url + sandbox.messages)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('survives a restart', async () => {
    const before = await messages()
    await server.stop()
    server = await startServer({ place, clock })
    expect(await messages()).toEqual(before)
  })
})
