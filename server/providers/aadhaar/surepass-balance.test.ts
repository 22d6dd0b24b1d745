import { expect, it } from 'vitest'
import type { Balance } from '#server/platform/http-client/provider-call.ts'
import { type FakeAnswer, startFakeProvider } from '#tests/support/fake-provider.ts'
import { surepassBalance } from './surepass-balance.ts'

function failed(failure: 'refused' | 'rubbish'): Balance {
  return { ok: false, failure }
}

it.each<[string, FakeAnswer, Balance]>([
  ['a number', { json: { success: true, balance: 5000, message: 'x' } }, { ok: true, left: 5000 }],
  ['nothing left', { json: { success: true, balance: 0 } }, { ok: true, left: 0 }],
  ['refused', { status: 401, json: { success: false, error: 'unauthorized' } }, failed('refused')],
  ['refused as a page', { status: 403, text: '<html>' }, failed('refused')],
  ['unknown', { json: { success: false, error: 'x' } }, failed('rubbish')],
  ['not there', { status: 404, text: '<html>Not Found</html>' }, failed('rubbish')],
])('reads a balance of Surepass that is %s', async (_, answer, balance) => {
  await using provider = await startFakeProvider(answer)
  expect(await surepassBalance({ url: `${provider.url}/api/v1/`, token: 'a.b.c' }, 3000)).toEqual(balance)
  const headers = { authorization: 'Bearer a.b.c' }
  expect(provider.heard).toMatchObject([{ method: 'GET', path: '/api/v1/utils/usage/balance', headers }])
})
