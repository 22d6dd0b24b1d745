import { describe, expect, test } from 'vitest'
import type { Terms } from './attempts.ts'
import { kept, order, playPage, settle, setUp, terms } from './machine.fixture.ts'
import { press, pressOnceKnown } from './machine-open.ts'
import { setLeft } from './machine-wait.ts'
import { stopWatching } from './machine.ts'

playPage()

describe('a press before the maximum is known', () => {
  async function pressedEarly() {
    const { machine } = await setUp()
    const { promise, resolve } = Promise.withResolvers<Terms | undefined>()
    void pressOnceKnown(machine, promise, press)
    return { machine, come: resolve }
  }

  test('is shown to be heard at once, and leads to the bank as soon as it is', async () => {
    const { machine, come } = await pressedEarly()
    expect(machine.phase).toEqual({ is: 'preparing' })
    come(terms)
    await settle()
    expect(machine.phase).toMatchObject({ is: 'waiting' })
    expect(kept()).toContain(order.transactionId)
    stopWatching(machine)
  })

  test('leads back to the fields if the maximum does not come', async () => {
    const { machine, come } = await pressedEarly()
    come(undefined)
    await settle()
    expect(machine.phase).toEqual({ is: 'form' })
    expect(kept()).toBe('')
  })

  test('leads nowhere once the step was left', async () => {
    const { machine, come } = await pressedEarly()
    setLeft(machine, true)
    come(terms)
    await settle()
    expect(kept()).toBe('')
  })
})

test('a press whose token comes once the step was left opens no window', async () => {
  const { machine } = await setUp()
  press(machine, { ...terms, maxAmount: '6000' })
  expect(machine.phase).toEqual({ is: 'preparing' })
  setLeft(machine, true)
  await settle()
  expect(machine.phase).toEqual({ is: 'preparing' })
  expect(kept()).toBe('')
})
