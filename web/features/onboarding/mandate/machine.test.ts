import { expect, test, vi } from 'vitest'
import { type Events, type Phase, transition } from './machine.ts'
import type { BankLook } from './gateway/checkout.ts'
import { acceptance, order, terms } from './run-machine.fixture.ts'

const other = { ...order, transactionId: '9999999999999' }
const bank = { closed: false, close: vi.fn() } as unknown as Window
const view = { look: vi.fn(), toFront: vi.fn(), close: vi.fn() }
const open = { window: 'open', hasPanel: false } as const
const closed = { window: 'closed', hasPanel: false } as const
const unsure = { window: 'unsure', hasPanel: false } as const

/** An event with its name. */
type Event = { [Name in keyof Events]: [Name, Events[Name]?] }[keyof Events]

const form: Phase = { kind: 'form' }
const preparing: Phase = { kind: 'preparing', bank }
const waiting: Phase = { kind: 'waiting', order, view, bank: open, isUndecided: true }
const finishing: Phase = { kind: 'finishing', order }
const accepted: Event = ['accepted', { order, acceptance }]

function asking(after: Extract<Phase, { kind: 'asking' }>['after']): Phase {
  return { kind: 'asking', order, after }
}

function refusal(code?: string, seen: BankLook = open): Event {
  return ['notAccepted', { order, code, bank: seen }]
}

function says(status: 'created' | 'failed' | 'aborted' | 'accepted' | 'unknown' | 'unreached'): Event {
  if (status === 'accepted') return ['status', { kind: status, acceptance }]
  if (status === 'unknown' || status === 'unreached') {
    return ['status', { kind: status, message: 'No line.' }]
  }
  return ['status', { kind: status === 'created' ? 'undecided' : 'ended', status }]
}

function noToken(code?: 'already_there' | 'mandate_stands' | 'unverified'): Event {
  const cause = { reason: 'refused', code } as const
  return ['noToken', { ok: false, message: 'No.', errors: [], cause }]
}

function step(phase: Phase, [name, event]: Event) {
  return transition(phase, name, event as never)
}

/** A row: the phase before, the event, the phase after, and the effects. */
const rows: [before: Phase, event: Event, after: Phase['kind'], ...done: string[]][] = [
  [form, ['pressed', { bank, isHere: false, terms }], 'preparing', 'prepare'],
  [form, ['pressed', { bank: undefined, isHere: true, terms }], 'preparing', 'prepare'],
  [form, ['pressed', { bank: undefined, isHere: false, terms }], 'form'],
  [form, ['resumed', order], 'asking', 'ask'],
  [form, ['failed', 'No.'], 'form', 'forget', 'say'],
  [form, accepted, 'form'],
  [{ ...form, givenUp: order }, accepted, 'finishing', 'keep', 'finish'],
  [{ ...form, givenUp: other }, accepted, 'form'],
  [{ ...form, isBlocked: true }, ['pressed', { bank, isHere: false, terms }], 'preparing', 'prepare'],

  [preparing, ['noTerms'], 'form', 'close'],
  [preparing, noToken(), 'form', 'close', 'forget', 'say', 'tell onFieldErrors'],
  [preparing, noToken('already_there'), 'form', 'close', 'tell onAlreadyThere'],
  [preparing, noToken('mandate_stands'), 'form', 'close', 'tell onAlreadyThere'],
  [preparing, noToken('unverified'), 'form', 'close', 'tell onUnverified'],
  [preparing, ['shown', { order, view, bank: open }], 'waiting'],
  [preparing, ['notShown', 'closed'], 'form', 'close', 'forget', 'say'],
  [preparing, ['left'], 'left', 'close'],
  [{ ...preparing, givenUp: order }, accepted, 'finishing', 'close', 'keep', 'finish'],

  [waiting, accepted, 'finishing', 'close', 'keep', 'finish'],
  [waiting, ['accepted', { order: other, acceptance }], 'waiting'],
  [waiting, refusal('0399'), 'asking', 'close', 'ask'],
  [waiting, refusal(), 'asking', 'close', 'ask'],
  [waiting, refusal('0399', { window: 'open', hasPanel: true }), 'waiting'],
  [waiting, refusal('0392', unsure), 'waiting'],
  [waiting, refusal('0399', unsure), 'asking', 'close', 'ask'],
  [waiting, says('created'), 'waiting'],
  [waiting, says('unreached'), 'waiting'],
  [waiting, says('unknown'), 'form', 'close', 'forget', 'say'],
  [waiting, says('failed'), 'form', 'close', 'forget', 'say'],
  [{ ...waiting, bank: { window: 'closed', hasPanel: true } }, says('failed'), 'waiting'],
  [{ ...waiting, bank: unsure }, says('aborted'), 'waiting'],
  [{ ...waiting, bank: unsure }, says('failed'), 'form', 'close', 'forget', 'say'],
  [{ ...waiting, view: undefined, bank: unsure }, says('aborted'), 'form', 'close', 'forget', 'say'],
  [waiting, says('accepted'), 'finishing', 'close', 'keep', 'finish'],
  [waiting, ['seen', { bank: closed }], 'waiting', 'ask'],
  [{ ...waiting, bank: closed }, ['seen', { bank: unsure }], 'waiting'],
  [waiting, ['returned'], 'waiting', 'ask'],
  [waiting, ['gaveUp', 'closed'], 'asking', 'close', 'ask'],
  [waiting, ['shownAgain'], 'waiting'],
  [{ ...waiting, isHere: true }, ['shownAgain'], 'asking', 'close', 'ask'],
  [waiting, ['reloaded'], 'waiting', 'close', 'forget', 'reload'],
  [waiting, ['left'], 'left', 'removePanel'],

  [asking('resumed'), says('created'), 'waiting'],
  [asking('resumed'), says('unreached'), 'waiting'],
  [asking('closed'), says('unreached'), 'waiting'],
  [asking('closed'), says('accepted'), 'finishing', 'keep', 'finish'],
  [{ ...asking('closed'), givenUp: order }, accepted, 'finishing', 'keep', 'finish'],

  [finishing, accepted, 'finishing'],
  [finishing, says('accepted'), 'finishing', 'keep', 'finish'],
  [finishing, says('unreached'), 'unfinished', 'say'],
  [finishing, says('failed'), 'form', 'forget', 'say'],
  [{ kind: 'unfinished', order, sentences: [] }, ['finishAgain'], 'finishing', 'ask'],
  [{ kind: 'left' }, accepted, 'left'],
]

test.each(rows.map((row) => [row[0].kind, row[1][0], row[2], row] as const))(
  'in the phase %s, after %s, it is %s',
  (_kind, _event, _after, [before, event, after, ...done]) => {
    const { phase, effects } = step(before, event)
    expect(phase.kind).toBe(after)
    expect(effects.map(([name, why]) => (name === 'tell' ? `tell ${why}` : name))).toEqual(done)
  },
)

test.each([
  ['resumed', 'failed', 'Bank mandate registration failed', /^Your bank refused/],
  ['resumed', 'aborted', 'Bank mandate registration failed', /closed or left/],
  ['resumed', 'unknown', /^This try is not known/, undefined],
  ['closed', 'created', /^Your bank has told us of no mandate/, undefined],
  ['closed', 'failed', 'Bank mandate registration failed', /^Your bank refused/],
  ['cancelled', 'created', /^Cancelled:/, undefined],
  ['cancelled', 'failed', /^Cancelled:/, undefined],
  ['refused', 'created', 'Bank mandate registration failed', /^Your bank refused/],
  ['aborted', 'created', 'Bank mandate registration failed', /closed or left/],
  ['invalid', 'created', 'Invalid response from bank', /still here/],
] as const)('after %s, with our server’s answer %s, the reason is shown', (after, status, problem, hint) => {
  expect(step(asking(after), says(status)).phase).toMatchObject({
    kind: 'form',
    problem: [typeof problem === 'string' ? problem : expect.stringMatching(problem)],
    hint: hint && expect.stringMatching(hint),
  })
})

test('a wait remembers what was seen, and that something has happened since our server was asked', () => {
  expect(step(waiting, ['returned']).phase).toMatchObject({ isUndecided: false })
  expect(step(waiting, ['seen', { isLate: true }]).phase).toEqual({ ...waiting, isLate: true })
  const unreached = step(waiting, says('unreached')).phase
  expect(unreached).toMatchObject({ isUnreached: true })
  expect(step(unreached, says('created')).phase).toMatchObject({
    isUnreached: false,
    isUndecided: true,
  })
})

test('an attempt that was given up is remembered until it is completed', () => {
  const gaveUp = step(waiting, ['gaveUp', 'closed']).phase
  const back = step(gaveUp, says('created')).phase
  const again = step(back, ['pressed', { bank, isHere: false, terms }]).phase
  expect([gaveUp, back, again].map(({ givenUp }) => givenUp)).toEqual([order, order, order])
  expect(step(again, accepted).phase.givenUp).toBeUndefined()
})

test('a browser that allows no window is distinguished from one that was not asked', () => {
  const { phase } = step(form, ['pressed', { bank: undefined, isHere: false, terms }])
  expect(phase).toMatchObject({ kind: 'form', isBlocked: true })
})
