import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startFakeProvider } from '#tests/support/fake-provider.ts'
import { getJson } from './provider-call.ts'

it('takes an answer that comes late, and in slices that part its letters, as one that comes whole', async () => {
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
