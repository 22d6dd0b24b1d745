import { expect, it } from 'vitest'
import type { Balance } from '#server/platform/http-client/provider-call.ts'
import { type FakeAnswer, startFakeProvider } from '#tests/support/fake-provider.ts'
import { msg91Balance } from './msg91-balance.ts'

const refused: Balance = { ok: false, failure: 'refused' }

it.each<[string, FakeAnswer, Balance]>([
  ['a number', { text: '1432' }, { ok: true, left: 1432 }],
  ['a number with a part', { json: '12.50' }, { ok: true, left: 12.5 }],
  ['nothing left', { text: '0' }, { ok: true, left: 0 }],
  ['words', { text: 'Invalid authkey' }, refused],
  ['an error', { json: { type: 'error', message: 'Authentication failure' } }, refused],
  ['the code of an address that is not allowed', { text: '418' }, refused],
  ['null', { json: null }, refused],
  ['a number with a fault', { status: 500, text: '12' }, refused],
  ['by hanging up', (response) => response.destroy(), { ok: false, failure: 'unreachable' }],
])('reads a balance of MSG91 that is %s', async (_, answer, balance) => {
  await using provider = await startFakeProvider(answer)
  expect(await msg91Balance({ url: `${provider.url}/api/v5`, authKey: 'a&b' }, 3000)).toEqual(balance)
  expect(provider.heard).toMatchObject([{ method: 'GET', path: '/api/balance.php?authkey=a%26b&type=4' }])
})
