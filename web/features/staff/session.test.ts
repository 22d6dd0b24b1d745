import { expect, test } from 'vitest'
import { endSession, queryClient } from './session.ts'

test('a late answer about who is signed in does not open the desk again after the session ended', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const read = queryClient.fetchQuery({ queryKey: ['me'], queryFn: () => promise }).catch(() => undefined)
  endSession()
  resolve({ name: 'Asha Mehta' })
  await read
  expect(queryClient.getQueryData(['me'])).toBeNull()
})

test('a second refused call keeps what the sign-in has read', () => {
  queryClient.setQueryData(['me'], { name: 'Asha Mehta' })
  endSession()
  queryClient.setQueryData(['access.firstOwnerOffer', {}], { offered: true })
  endSession()
  expect(queryClient.getQueryData(['access.firstOwnerOffer', {}])).toEqual({ offered: true })
})
