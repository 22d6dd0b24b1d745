import { describe, expect, test, vi } from 'vitest'
import type { Terms } from './attempts.ts'
import {
  answerOf,
  details,
  drawPanel,
  kept,
  order,
  panels,
  playPage,
  pressed,
  refused,
  serverSays,
  setUp,
  settle,
  terms,
} from './machine.fixture.ts'
import { finishAgain, giveUp, leave, press, resume } from './machine.ts'

playPage()

test('the press opens the window at once, and what is kept of the attempt has no account number', async () => {
  const { machine } = await pressed()
  expect(machine.phase).toMatchObject({ is: 'waiting', bank: { window: 'open', hasPanel: false } })
  expect(kept()).toContain(order.transactionId)
  expect(kept()).not.toContain(details.accountNo)
})

test('what the bank accepted goes on, once, however often it is said', async () => {
  const { finished, answers } = await pressed()
  for (const code of ['0398', '0398', '0399']) answers(answerOf(code))
  await vi.advanceTimersByTimeAsync(60_000)
  const accepted = { responseCode: '0398', responseStatus: 'Initiated', mandateRegNo: '900000001' }
  expect(finished).toMatchObject([{ acceptance: accepted }])
  finished[0]?.end({ ok: true })
  await settle()
  expect(kept()).toBe('')
})

test('a mandate that the bank has not numbered is named after its transaction', async () => {
  const { finished, answers } = await pressed()
  const paymentTransaction = { statusCode: '0396', statusMessage: null, instruction: null }
  answers({ merchantTransactionIdentifier: order.transactionId, paymentMethod: { paymentTransaction } })
  expect(finished).toMatchObject([
    { acceptance: { mandateRegNo: order.transactionId, responseMessage: 'Initiated', responseCode: '0396' } },
  ])
})

test.each([
  ['a refusal', answerOf('0399'), 'Bank mandate registration failed'],
  ['nothing', undefined, 'Invalid response from bank'],
])('%s is reported once our server has confirmed it', async (_, response, sentence) => {
  const { machine, finished, answers } = await pressed()
  answers(response)
  await settle()
  expect(machine.phase).toMatchObject({ is: 'form', problem: [sentence, expect.any(String)] })
  expect(finished).toEqual([])
  expect(kept()).toBe('')
})

test('a refusal that the gateway does not confirm is no refusal', async () => {
  const { machine, finished, answers } = await setUp()
  serverSays('initiated')
  void press(machine, terms)
  answers(answerOf('0392'))
  await settle()
  expect(finished).toMatchObject([{ acceptance: { mandateRegNo: '900000002', responseStatus: 'Initiated' } }])
})

test('without an answer our server is asked, until it has one', async () => {
  const { machine, finished } = await pressed()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(machine.phase.is).toBe('waiting')
  serverSays(undefined)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(machine.phase).toMatchObject({ is: 'waiting', isUnreached: true })
  serverSays('active')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(machine.phase.is).toBe('finishing')
  expect(finished).toHaveLength(1)
})

test('a window that seems closed is reported, and our server asked at once', async () => {
  const { machine, bank } = await pressed()
  bank.closed = true
  await vi.advanceTimersByTimeAsync(600)
  expect(machine.phase).toMatchObject({ is: 'waiting', bank: { window: 'closed' } })
  serverSays('aborted')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(machine.phase).toMatchObject(refused)
})

test('without an answer of our server the wait goes on, with a message', async () => {
  const { machine } = await pressed()
  serverSays(undefined)
  await giveUp(machine, 'closed')
  expect(machine.phase).toMatchObject({ is: 'waiting', bank: { window: 'closed' }, isUnreached: true })
})

test('a registration that does not succeed is tried again for the same transaction, not at the bank', async () => {
  const { machine, finished, answers } = await pressed()
  serverSays('initiated')
  answers(answerOf('0398'))
  const sentences = ['An error occurred during registration.']
  finished[0]?.end({ ok: false, sentences })
  await settle()
  expect(machine.phase).toEqual({ is: 'unfinished', sentences })
  expect(kept()).toContain(order.transactionId)
  void finishAgain(machine)
  await settle()
  expect(finished).toHaveLength(2)
})

test('a registration refused because there is no mandate leads back to the fields', async () => {
  const { machine, finished, answers } = await pressed()
  answers(answerOf('0398'))
  serverSays('failed')
  finished[0]?.end({ ok: false, sentences: ['Bank mandate registration failed'] })
  await settle()
  expect(machine.phase).toEqual({ is: 'form', problem: ['Bank mandate registration failed'] })
})

test.each([
  ['initiated', 'finishing'],
  ['opened', 'waiting'],
  ['failed', 'form'],
] as const)('a page that is opened again and finds it %s is %s', async (status, phase) => {
  const { machine } = await setUp()
  serverSays(status)
  void resume(machine, order)
  await settle()
  expect(machine.phase.is).toBe(phase)
})

test.each([
  ['comes, to the bank', terms, { is: 'waiting' }, order.transactionId],
  ['does not come, back to the fields', undefined, { is: 'form' }, ''],
])(
  'a press before the maximum is known is shown to be heard, and leads, if it %s',
  async (_, coming, phase, id) => {
    vi.stubGlobal('navigator', { userAgent: '', userActivation: { isActive: true } })
    const { machine } = await setUp()
    const { promise, resolve } = Promise.withResolvers<Terms | undefined>()
    void press(machine, promise)
    expect(machine.phase).toEqual({ is: 'preparing' })
    resolve(coming)
    await settle()
    expect(machine.phase).toMatchObject(phase)
    expect(/\d{13}|$/.exec(kept())?.[0]).toBe(id)
  },
)

test.each([
  ['maximum', () => Promise.resolve(terms)],
  ['token', () => ({ ...terms, maxAmount: '6000' })],
])('a press whose %s comes once the step was left opens no window', async (_, coming) => {
  const { machine, phases } = await setUp()
  void press(machine, coming())
  leave(machine)
  await settle()
  expect(phases).toEqual([{ is: 'preparing' }])
  expect(kept()).toBe('')
})

describe('the gateway’s panel', () => {
  async function refusedInPanel() {
    const all = await pressed()
    drawPanel()
    all.bank.closed = true
    serverSays('failed')
    all.answers(answerOf('0399'))
    return all
  }

  test('that offers another attempt after a refusal is left open, and its success is finished once', async () => {
    const { machine, finished, answers } = await refusedInPanel()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(machine.phase).toMatchObject({ is: 'waiting', bank: { hasPanel: true } })
    answers(answerOf('0398'))
    answers(answerOf('0398'))
    expect(finished).toHaveLength(1)
    expect(panels).toEqual([])
  })

  test('that is closed after a refusal ends in a sentence', async () => {
    const { machine } = await refusedInPanel()
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

/** A window whose bank has not come when Next was pressed. */
async function pressedBlank() {
  const all = await setUp()
  all.bank.location.href = 'about:blank'
  void press(all.machine, terms)
  return all
}

describe('a window that was cut off', () => {
  test('is not taken for a refusal, whatever the script calls it, and its success is heard', async () => {
    const { machine, bank, finished, answers } = await pressedBlank()
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
    const { machine, bank } = await pressedBlank()
    bank.closed = true
    serverSays('failed')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(machine.phase.is).toBe('form')
  })
})

test('a script that never comes whole is ended with words, and asked for again by a press alone', async () => {
  const remove = vi.fn()
  const part = { src: 'https://site.example/lib/checkout-core.js', remove }
  Object.assign(document, { scripts: [part] })
  const { machine, bank } = await pressedBlank()
  await vi.advanceTimersByTimeAsync(11_000)
  expect(machine.phase.is).toBe('waiting')
  await vi.advanceTimersByTimeAsync(2_000)
  const problem = ['Payment gateway is not available', expect.any(String)]
  expect(machine.phase).toMatchObject({ is: 'form', problem, isBroken: true })
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
