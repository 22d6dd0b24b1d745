import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { type FakeAnswer, holdTimeout, startFakeProvider } from '#tests/support/fake-provider.ts'
import { getJson, postJson } from './provider-call.ts'

/** Each leaves the connection in a different state. */
it.each<[name: string, answer: FakeAnswer, failure: 'rubbish' | 'timeout' | 'unreachable']>([
  ['nothing at all', { text: '' }, 'rubbish'],
  ['a page in place of an error', { status: 502, text: '<html>502 Bad Gateway</html>' }, 'rubbish'],
  ['half of its JSON', { text: '{"success":tr' }, 'rubbish'],
  ['bytes that are no text', (response) => response.end(Buffer.from([0x22, 0xff, 0xfe, 0x22])), 'rubbish'],
  ['too much', { json: { filler: 'x'.repeat(3 * 1024 * 1024) } }, 'rubbish'],
  ['another address', (response) => response.writeHead(307, { location: '/elsewhere' }).end('{}'), 'rubbish'],
  ['never', () => undefined, 'timeout'],
  ['only its first half', (response) => void response.writeHead(200).write('{"success":'), 'timeout'],
  ['by hanging up', (response) => response.destroy(), 'unreachable'],
  ['by hanging up half-way', (response) => response.write('{"a":', () => response.destroy()), 'unreachable'],
])(
  'a provider that answers %s is asked once, and the call tells how it ended',
  async (_, answer, failure) => {
    await using provider = await startFakeProvider(answer)
    const limit = holdTimeout()
    const called = postJson({ url: provider.url, body: {}, limitMs: 30_000 })
    await eventually(() => expect(provider.heard).toHaveLength(1))
    if (failure === 'timeout') limit.pass()
    expect(await called).toMatchObject({ ok: false, failure })
    limit.pass()
    expect(provider.heard).toHaveLength(1)
  },
)

it('reads a late answer in pieces that split characters like a complete one', async () => {
  const body = { name: 'આશા मेहता' }
  const [asked, due] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using provider = await startFakeProvider(async (response) => {
    asked.resolve()
    await due.promise
    response.writeHead(200)
    for (const byte of Buffer.from(JSON.stringify(body))) {
      response.write(Buffer.of(byte))
      await nextTurn()
    }
    response.end()
  })
  const answer = getJson({ url: provider.url, limitMs: 60_000 })
  await asked.promise
  due.resolve()
  expect(await answer).toMatchObject({ ok: true, status: 200, body })
})
