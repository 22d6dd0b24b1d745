import { describe, expect, test, vi } from 'vitest'
import { answerOf, kept, order, playPage, serverSays, setUp, terms } from './machine-stage.ts'
import { press } from './opening.ts'
import { giveUp, setOver } from './waiting.ts'

playPage()

test('a step that was left ends in silence, and keeps the note of its try', async () => {
  const { machine, finished, phases, answers } = await setUp()
  press(machine, terms)
  const count = phases.length
  setOver(machine, true)
  answers(answerOf('0398'))
  serverSays('failed')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(finished).toEqual([])
  expect(phases).toHaveLength(count)
  expect(kept()).toContain(order.transactionId)
})

describe('a try that was given up', () => {
  test.each(['closed', 'cancelled'] as const)('closes the bank’s window: %s', async (how) => {
    const { machine, bank } = await setUp()
    press(machine, terms)
    void giveUp(machine, how)
    await vi.advanceTimersByTimeAsync(0)
    expect(bank.close).toHaveBeenCalledOnce()
    expect(machine.phase.is).toBe('form')
  })

  test('and is taken up by the bank all the same is finished, once, in the place of another', async () => {
    const { machine, finished, answers } = await setUp()
    press(machine, terms)
    void giveUp(machine, 'closed')
    await vi.advanceTimersByTimeAsync(0)
    await machine.ready.get(terms)
    answers(answerOf('0399'))
    expect(machine.phase.is).toBe('form')
    answers(answerOf('0398'))
    answers(answerOf('0398'))
    expect(finished).toMatchObject([{ taken: { responseCode: '0398' } }])
    expect(machine.ready.has(terms)).toBe(false)
  })

  test('is finished once, when the bank and our server say it at the same time', async () => {
    const { machine, finished, answers } = await setUp()
    press(machine, terms)
    serverSays('initiated')
    void giveUp(machine, 'cancelled')
    answers(answerOf('0398'))
    await vi.advanceTimersByTimeAsync(0)
    expect(finished).toHaveLength(1)
  })
})
