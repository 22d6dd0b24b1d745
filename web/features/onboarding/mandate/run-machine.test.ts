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
  stateOf,
  terms,
} from './run-machine.fixture.ts'

playPage()

test('nothing is requested before the press, which opens the window at once, and the bank is shown in it', async () => {
  const { machine, bank, place, prepare } = setUp()
  expect(prepare).not.toHaveBeenCalled()
  machine.press(terms)
  expect(machine.phase).toEqual({ kind: 'preparing', bank })
  expect(bank.document.body.append).toHaveBeenCalledExactlyOnceWith(expect.stringMatching('bank'))
  await settle()
  expect(prepare).toHaveBeenCalledOnce()
  expect(place['bankWindow']).toBe(bank)
})

test('the stored attempt has no account number', async () => {
  const { machine } = await pressed()
  expect(machine.phase).toMatchObject({ kind: 'waiting', bank: { window: 'open', hasPanel: false } })
  expect(kept()).toContain(order.transactionId)
  expect(kept()).not.toContain(details.accountNo)
})

test('an acceptance of the bank continues once, however often it is reported', async () => {
  const { finished, answers } = await pressed()
  for (const code of ['0398', '0398', '0399']) answers(answerOf(code))
  await vi.advanceTimersByTimeAsync(60_000)
  const accepted = { responseCode: '0398', responseStatus: 'Initiated', mandateRegNo: '900000001' }
  expect(finished).toMatchObject([{ acceptance: accepted }])
  finished[0]?.end({ ok: true })
  await settle()
  expect(kept()).toBe('')
})

test("a mandate without the bank's number gets the number of its transaction", async () => {
  const { finished, answers } = await pressed()
  const paymentTransaction = { statusCode: '0396', statusMessage: null, instruction: null }
  answers({ merchantTransactionIdentifier: order.transactionId, paymentMethod: { paymentTransaction } })
  expect(finished).toMatchObject([
    { acceptance: { mandateRegNo: order.transactionId, responseMessage: 'Initiated', responseCode: '0396' } },
  ])
})

test('without an answer our server is asked until it has one', async () => {
  const { machine, finished } = await pressed()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(machine.phase.kind).toBe('waiting')
  serverSays(undefined)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(machine.phase).toMatchObject({ kind: 'waiting', isUnreached: true })
  serverSays('active')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(machine.phase.kind).toBe('finishing')
  expect(finished).toHaveLength(1)
})

test('a window that looks closed is reported, and our server is asked at once', async () => {
  const { machine, bank } = await pressed()
  bank.closed = true
  await vi.advanceTimersByTimeAsync(600)
  expect(machine.phase).toMatchObject({ kind: 'waiting', bank: { window: 'closed' } })
  serverSays('aborted')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(machine.phase).toMatchObject(refused)
})

test('a registration that fails is retried with the same transaction, not at the bank', async () => {
  const { machine, finished, answers } = await pressed()
  serverSays('initiated')
  answers(answerOf('0398'))
  const sentences = ['An error occurred during registration.']
  finished[0]?.end({ ok: false, sentences })
  await settle()
  expect(machine.phase).toMatchObject({ kind: 'unfinished', sentences })
  expect(kept()).toContain(order.transactionId)
  machine.send('finishAgain')
  await settle()
  expect(finished).toHaveLength(2)
})

test('a registration refused because there is no mandate leads back to the fields', async () => {
  const { machine, finished, answers } = await pressed()
  answers(answerOf('0398'))
  serverSays('failed')
  finished[0]?.end({ ok: false, sentences: ['Bank mandate registration failed'] })
  await settle()
  expect(machine.phase).toEqual({ kind: 'form', problem: ['Bank mandate registration failed'] })
})

test.each([
  ['initiated', 'finishing'],
  ['opened', 'waiting'],
  ['failed', 'form'],
] as const)('a page that is opened again and finds it %s is %s', async (status, phase) => {
  const { machine } = setUp()
  serverSays(status)
  machine.send('resumed', order)
  await settle()
  expect(machine.phase.kind).toBe(phase)
})

test.each([
  ['comes, to the bank', terms, { kind: 'waiting' }, order.transactionId, 0],
  ['does not come, back to the fields', undefined, { kind: 'form' }, '', 1],
])(
  'a press before the maximum is known is acknowledged and then, if it %s, continues',
  async (_, coming, phase, id, closed) => {
    const { machine, bank } = setUp()
    const { promise, resolve } = Promise.withResolvers<Terms | undefined>()
    machine.press(promise)
    expect(machine.phase.kind).toBe('preparing')
    resolve(coming)
    await settle()
    expect(machine.phase).toMatchObject(phase)
    expect(/\d{13}|$/.exec(kept())?.[0]).toBe(id)
    expect(bank.close).toHaveBeenCalledTimes(closed)
  },
)

test('a window that was closed before the token arrived is not used', async () => {
  const { machine, bank, place } = setUp()
  machine.press(terms)
  bank.closed = true
  await settle()
  expect(machine.phase).toEqual({ kind: 'form', problem: [expect.stringMatching(/^Cancelled:/)] })
  expect(place['bankWindow']).toBe('')
})

test('without a token the window is closed, and the reason is shown', async () => {
  const { machine, bank, prepare } = setUp()
  const cause = { reason: 'timeout' } as const
  prepare.mockResolvedValueOnce({ ok: false, message: 'No.', errors: [], cause })
  machine.press(terms)
  await settle()
  expect(machine.phase).toMatchObject({ kind: 'form', problem: ['No.'], hint: expect.any(String) })
  expect(bank.close).toHaveBeenCalledOnce()
})

test('a press whose token arrives after the step was left uses no window', async () => {
  const { machine, bank, phases } = setUp()
  machine.press(terms)
  machine.send('left')
  await settle()
  expect(phases.map(({ kind }) => kind)).toEqual(['preparing'])
  expect(bank.close).toHaveBeenCalledOnce()
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

  test('that offers another attempt after a refusal stays open, and its success counts once', async () => {
    const { machine, finished, answers } = await refusedInPanel()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(machine.phase).toMatchObject({ kind: 'waiting', bank: { hasPanel: true } })
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

  test('in which a click fails is called late at once, and keeps the way out', async () => {
    let told: () => void = () => undefined
    vi.stubGlobal('addEventListener', (kind: string, tell: () => void) => {
      if (kind === 'error') told = tell
    })
    const { machine } = await pressed()
    drawPanel()
    told()
    expect(machine.phase).toMatchObject({ kind: 'waiting', isLate: true })
  })
})

/** Presses Next; the bank's page does not load in its window. */
async function pressedBlank() {
  const all = setUp()
  all.bank.location.href = 'about:blank'
  all.machine.press(terms)
  await settle()
  return all
}

describe('a window that was cut off', () => {
  test('does not count as a refusal, whatever the script calls it, and its success is received', async () => {
    const { machine, bank, finished, answers } = await pressedBlank()
    bank.closed = true
    serverSays('aborted')
    await vi.advanceTimersByTimeAsync(1_000)
    answers(answerOf('0392'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(machine.phase).toMatchObject({ kind: 'waiting', bank: { window: 'unsure' } })
    serverSays('initiated')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(finished).toHaveLength(1)
  })

  test('and was refused by the bank is refused', async () => {
    const { machine, bank } = await pressedBlank()
    bank.closed = true
    serverSays('failed')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(machine.phase.kind).toBe('form')
  })
})

test('a bank that does not appear in twelve seconds is called late, and a reload starts again', async () => {
  const { machine, bank } = await pressedBlank()
  const reloading = vi.fn()
  vi.stubGlobal('location', { pathname: '/register', reload: reloading })
  await vi.advanceTimersByTimeAsync(11_900)
  expect(machine.phase).not.toHaveProperty('isLate')
  await vi.advanceTimersByTimeAsync(200)
  expect(machine.phase).toMatchObject({ kind: 'waiting', isLate: true })
  machine.send('reloaded')
  expect(reloading).toHaveBeenCalledOnce()
  expect(bank.close).toHaveBeenCalled()
  expect(kept()).toBe('')
})

describe("our server is asked for the bank's answer at once", () => {
  const undecided = { kind: 'waiting', isUndecided: true }
  test.each(['focus', 'online'])('after %s, and the answer is unknown until it arrives', async (event) => {
    const told = new Map<string, () => void>()
    vi.stubGlobal('addEventListener', (kind: string, tell: () => void) => told.set(kind, tell))
    const { machine, finished } = await pressed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(machine.phase).toMatchObject(undecided)
    serverSays('initiated')
    told.get(event)?.()
    expect(machine.phase).toMatchObject({ isUndecided: false })
    await settle()
    expect(finished).toHaveLength(1)
  })

  test('again if a request was under way when the window closed', async () => {
    const { machine, bank, finished } = await pressed()
    let answer: (response: Response) => void = () => undefined
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
    await vi.advanceTimersByTimeAsync(1_000)
    const before = answer
    bank.closed = true
    await vi.advanceTimersByTimeAsync(400)
    serverSays('active')
    before(Response.json({ message: 'opened', data: stateOf('opened') }))
    await settle()
    expect(machine.phase.kind).toBe('finishing')
    expect(finished).toHaveLength(1)
  })
})

test('in this tab the same attempt is used, and no window is opened', async () => {
  const { machine, bank } = setUp()
  bank.location.href = 'about:blank'
  machine.press(terms, true)
  await settle()
  expect(machine.phase).toMatchObject({ kind: 'waiting', isHere: true, bank: { window: 'none' } })
  expect(machine.phase).toMatchObject({ order })
})

test('a step that was left shows nothing, and keeps the note of its attempt', async () => {
  const { machine, finished, phases, answers } = await pressed()
  const count = phases.length
  machine.send('left')
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
    machine.send('gaveUp', how)
    await settle()
    expect(bank.close).toHaveBeenCalledOnce()
    expect(panels).toEqual([])
    expect(machine.phase.kind).toBe('form')
  })

  test('and is accepted by the bank nevertheless is completed once, instead of another', async () => {
    const { machine, finished, answers } = await pressed()
    machine.send('gaveUp', 'closed')
    await settle()
    machine.press(terms)
    answers(answerOf('0399'))
    expect(machine.phase.kind).toBe('preparing')
    answers(answerOf('0398'))
    answers(answerOf('0398'))
    await settle()
    expect(machine.phase.kind).toBe('finishing')
    expect(finished).toMatchObject([{ acceptance: { responseCode: '0398' } }])
  })

  test('is completed once if the bank and our server report it at the same time', async () => {
    const { machine, finished, answers } = await pressed()
    serverSays('initiated')
    machine.send('gaveUp', 'cancelled')
    answers(answerOf('0398'))
    await settle()
    expect(finished).toHaveLength(1)
  })
})
