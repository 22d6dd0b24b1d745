import { describe, expect, test, vi } from 'vitest'
import {
  answerOf,
  drawPanel,
  kept,
  order,
  panels,
  playPage,
  pressed,
  refused,
  serverSays,
  settle,
  setUp,
  terms,
} from './machine.fixture.ts'
import { giveUp, leave, press } from './machine.ts'

playPage()

describe('the gateway’s panel', () => {
  test('that offers another attempt after a refusal is left open, and its success is finished once', async () => {
    const { machine, bank, finished, answers } = await pressed()
    drawPanel()
    bank.closed = true
    serverSays('failed')
    answers(answerOf('0399'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(machine.phase).toMatchObject({ is: 'waiting', bank: { hasPanel: true } })
    answers(answerOf('0398'))
    answers(answerOf('0398'))
    expect(finished).toHaveLength(1)
    expect(panels).toEqual([])
  })

  test('that is closed after a refusal ends in a sentence', async () => {
    const { machine, bank, answers } = await pressed()
    drawPanel()
    bank.closed = true
    serverSays('failed')
    answers(answerOf('0399'))
    await vi.advanceTimersByTimeAsync(1_000)
    panels.length = 0
    await vi.advanceTimersByTimeAsync(5_000)
    expect(machine.phase).toMatchObject(refused)
  })

  test('in which a click fails is said, and keeps the way out', async () => {
    let told: () => void = () => undefined
    vi.stubGlobal('addEventListener', (kind: string, tell: () => void) => {
      if (kind === 'error') told = tell
    })
    const { machine } = await pressed()
    drawPanel()
    told()
    expect(machine.phase).toMatchObject({ is: 'waiting', isFaulty: true })
  })
})

describe('a window that was cut off', () => {
  test('is not taken for a refusal, whatever the script calls it, and its success is heard', async () => {
    const { machine, bank, finished, answers } = await setUp()
    bank.location.href = 'about:blank'
    void press(machine, terms)
    bank.closed = true
    serverSays('aborted')
    await vi.advanceTimersByTimeAsync(1_000)
    answers(answerOf('0392'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(machine.phase).toMatchObject({ is: 'waiting', bank: { window: 'unsure' } })
    serverSays('initiated')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(finished).toHaveLength(1)
  })

  test('and was refused by the bank is refused', async () => {
    const { machine, bank } = await setUp()
    bank.location.href = 'about:blank'
    void press(machine, terms)
    bank.closed = true
    serverSays('failed')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(machine.phase.is).toBe('form')
  })
})

test('a script that never comes whole is ended with words, and asked for again by a press alone', async () => {
  const { machine, bank } = await setUp()
  bank.location.href = 'about:blank'
  const remove = vi.fn()
  const part = { src: 'https://site.example/lib/checkout-core.js', remove }
  Object.assign(document, { scripts: [part] })
  void press(machine, terms)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(machine.phase.is).toBe('waiting')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(machine.phase).toMatchObject({
    is: 'form',
    problem: ['Payment gateway is not available', expect.any(String)],
    isBroken: true,
  })
  expect(remove).toHaveBeenCalledOnce()
  expect(bank.close).toHaveBeenCalled()
})

test('in this tab the same attempt is used, and no window is opened', async () => {
  const { machine, bank } = await setUp()
  bank.location.href = 'about:blank'
  await press(machine, terms, true)
  expect(machine.phase).toMatchObject({ is: 'waiting', isHere: true, bank: { window: 'none' } })
  expect(machine.order).toEqual(order)
})

test('a step that was left ends in silence, and keeps the note of its attempt', async () => {
  const { machine, finished, phases, answers } = await pressed()
  const count = phases.length
  leave(machine)
  answers(answerOf('0398'))
  serverSays('failed')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(finished).toEqual([])
  expect(phases).toHaveLength(count)
  expect(kept()).toContain(order.transactionId)
})

describe('an attempt that was given up', () => {
  test.each(['closed', 'cancelled'] as const)('closes the bank’s window and its panel: %s', async (how) => {
    const { machine, bank } = await pressed()
    drawPanel()
    void giveUp(machine, how)
    await settle()
    expect(bank.close).toHaveBeenCalledOnce()
    expect(panels).toEqual([])
    expect(machine.phase.is).toBe('form')
  })

  test('and is accepted by the bank all the same is finished, once, in the place of another', async () => {
    const { machine, finished, answers } = await pressed()
    void giveUp(machine, 'closed')
    await settle()
    await machine.ready.get(terms)
    answers(answerOf('0399'))
    expect(machine.phase.is).toBe('form')
    answers(answerOf('0398'))
    answers(answerOf('0398'))
    expect(finished).toMatchObject([{ acceptance: { responseCode: '0398' } }])
    expect(machine.ready.has(terms)).toBe(false)
  })

  test('is finished once, when the bank and our server report it at the same time', async () => {
    const { machine, finished, answers } = await pressed()
    serverSays('initiated')
    void giveUp(machine, 'cancelled')
    answers(answerOf('0398'))
    await settle()
    expect(finished).toHaveLength(1)
  })
})
