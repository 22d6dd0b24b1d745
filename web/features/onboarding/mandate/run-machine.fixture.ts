import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { MandateState, MandateStatus } from '#contract/schemas/mandates.ts'
import type { Order, Prepared, Terms } from './attempts.ts'
import type { Phase } from './machine.ts'
import { type Finished, RunningMachine } from './run-machine.ts'

export const details = { accountName: 'Field Worker', accountNo: '100020003000', ifscCode: 'HDFC0000001' }
export const terms: Terms = { details, maxAmount: '5000', fallback: 'Failed.' }
export const order: Order = {
  ...details,
  transactionId: '1234567890123',
  consumerId: 'c123456789012345678z',
  maxAmount: '5000',
  debitStartDate: '2026-11-20',
  debitEndDate: '2066-11-17',
}
export const acceptance = {
  ...{
    mandateRegNo: '900000001',
    responseCode: '0398',
    responseMessage: 'said',
    responseStatus: 'Initiated',
  },
}
const config = { features: {}, consumerData: {} }

interface Consumer {
  consumerData: { responseHandler(response: unknown): void }
}

/** The machines of a test, which leaves them at its end. */
const machines: RunningMachine[] = []

/** Returns a machine in a page whose gateway and server are played by the test. */
export function setUp() {
  const bank = {
    ...{ closed: false, location: { href: '/bank' }, focus: vi.fn(), close: vi.fn() },
    document: { title: '', body: { append: vi.fn() } },
  }
  let handler: (response: unknown) => void = () => undefined
  const place: Record<string, unknown> = {
    open: () => bank,
    bankWindow: '',
    $: Object.assign(() => undefined, {
      pnCheckout({ consumerData }: Consumer) {
        handler = consumerData.responseHandler
        place['pnCheckoutShared'] = {
          openNewWindow: () => void (place['bankWindow'] = window.open('', '')),
        }
      },
    }),
  }
  vi.stubGlobal('window', place)
  const finished: { acceptance: unknown; end(how: Finished): void }[] = []
  const phases: Phase[] = []
  const checkout = { library: '', script: 'https://site.example/lib/checkout.js', config }
  const prepare = vi.fn(async (): Promise<Prepared> => ({ ok: true, attempt: { order, checkout } }))
  const machine = new RunningMachine({
    prepare,
    draw: (phase) => phases.push(phase),
    job: () => ({
      finish: (_, acceptance) => new Promise((end) => finished.push({ acceptance, end })),
      onAlreadyThere: () => undefined,
      onUnverified: () => undefined,
      onFieldErrors: () => undefined,
    }),
  })
  machines.push(machine)
  return {
    machine,
    bank,
    place,
    prepare,
    finished,
    phases,
    answers: (response: unknown) => handler(response),
  }
}

/** Returns the same after Next was pressed. */
export async function pressed() {
  const all = setUp()
  all.machine.press(terms)
  await settle()
  return all
}

/** Lets answered promises settle. */
export async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
}

/** The phase after the bank has refused. */
export const refused = {
  kind: 'form',
  problem: ['Bank mandate registration failed'],
  hint: expect.any(String),
}

/** The gateway's panel over the page, if a test adds one. */
export const panels: { remove(): void }[] = []
export function drawPanel(): void {
  panels.push({ remove: () => void panels.pop() })
}

export function answerOf(statusCode: string) {
  const paymentTransaction = { statusCode, statusMessage: 'said', instruction: { id: '900000001' } }
  return { merchantTransactionIdentifier: order.transactionId, paymentMethod: { paymentTransaction } }
}

export function stateOf(status: MandateStatus): MandateState {
  return {
    transactionId: order.transactionId,
    status,
    mandateRegNo: '900000002',
    responseCode: '0398',
    responseMessage: 'initiated',
    responseStatus: 'Initiated',
  }
}

/** Makes our server answer with this status; `undefined` means no network. */
export function serverSays(status: MandateStatus | undefined) {
  const data = status && stateOf(status)
  vi.stubGlobal('fetch', async () => {
    if (!status) throw new TypeError('Failed to fetch')
    return Response.json({ message: status, data })
  })
}

/** Sets up the page of each test of a file: its clock, its storage, and a server without an answer. */
export function playPage(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(console, 'info').mockImplementation(() => undefined)
    vi.stubGlobal('location', new URL('https://site.example/register'))
    vi.stubGlobal('navigator', { userAgent: '' })
    panels.length = 0
    vi.stubGlobal('document', {
      ...{ addEventListener() {}, removeEventListener() {}, visibilityState: 'visible', scripts: [] },
      // The page has no place for toasts.
      querySelector: (selector: string) => (selector === '[data-toasts]' ? null : (panels[0] ?? null)),
      querySelectorAll: () => [...panels],
      body: { classList: { remove: () => undefined } },
    })
    vi.stubGlobal('outerWidth', 1280)
    vi.stubGlobal('outerHeight', 800)
    vi.stubGlobal('addEventListener', () => undefined)
    vi.stubGlobal('removeEventListener', () => undefined)
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
    serverSays('opened')
  })
  afterEach(() => machines.splice(0).forEach((machine) => machine.send('left')))
}

export function kept(): string {
  return sessionStorage.getItem('open-mandate') ?? ''
}
