import { expect, test } from 'vitest'
import { endSession, queryClient } from './session.ts'

test('an answer to who is signed in that comes after the session ended does not open the desk again', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const read = queryClient.fetchQuery({ queryKey: ['me'], queryFn: () => promise }).catch(() => undefined)
  endSession()
  resolve({ name: 'Asha Mehta' })
  await read
  expect(queryClient.getQueryData(['me'])).toBeNull()
})
