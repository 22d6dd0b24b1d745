import { openingMessages } from '#messages/mandates.ts'
import { newest } from '#web/lib/async.ts'
import type { Failure } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { askStatus, forgetOpenAttempt, keepOpenAttempt, type Order, type prepareAttempt } from './attempts.ts'
import { type Acceptance, acceptanceFromScript, readBankAnswer } from './gateway/bank-answer.ts'
import { hasPanel, isInsideApp, openCheckout, openForBank, removePanel } from './gateway/checkout.ts'
import { type Coming, type Effects, type Events, type Phase, transition, type Waiting } from './machine.ts'

/** The outcome of our own part; the sentences belong to a refusal. */
export type Finished = { ok: true } | { ok: false; sentences: readonly string[] }

/** What differs between the two pages that set a mandate up: the wizard's step 2, and the retry of a failed mandate. */
export interface MandateJob {
  /** Tells our server that the bank has accepted the mandate; never rejects. */
  finish(order: Order, acceptance: Acceptance): Promise<Finished>
  /** No token: the bank has accepted an earlier attempt. */
  onAlreadyThere(failure: Failure): void
  /** No token: our server no longer knows the visitor. */
  onUnverified(failure: Failure): void
  /** No token: single fields are wrong. */
  onFieldErrors(failure: Failure): void
}

interface Parts {
  prepare: typeof prepareAttempt
  job(): MandateJob
  draw(phase: Phase): void
}

type Send = <Name extends keyof Events>(
  name: Name,
  ...event: Events[Name] extends undefined ? [] : [Events[Name]]
) => void

/** Runs the table of phases and its effects. */
export class RunningMachine {
  phase: Phase = { kind: 'form' }
  // What one phase waits for must not reach the next one.
  private current = newest()
  private signal = this.current.begin()
  private askAtOnce: (() => void) | undefined
  private parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
  }

  /**
   * Handles Next: leads to the bank in a new window or in this tab. Browsers allow a window only within the press, so
   * it is opened here, and the bank is shown in it once there is a token.
   */
  press(terms: Coming, isHere = isInsideApp()): void {
    if (this.phase.kind !== 'form') return
    const bank = isHere ? undefined : openForBank(openingMessages.coming)
    this.send('pressed', { bank, isHere, terms })
  }

  send: Send = (name, ...[event]) => {
    const before = this.phase
    const { phase, effects } = transition(before, name, event as Events[typeof name])
    this.phase = phase
    if (phase.kind !== before.kind) {
      this.signal = this.current.begin()
      this.askAtOnce = phase.kind === 'waiting' ? watchBank(phase, this.send, this.signal) : undefined
    }
    if (phase !== before && phase.kind !== 'left') this.parts.draw(phase)
    for (const [effect, ...args] of effects)
      void (this.effects[effect] as (...args: unknown[]) => unknown)(...args)
  }

  private effects: Effects = {
    prepare: async (coming) => {
      const signal = this.signal
      const terms = await coming
      if (signal.aborted) return
      if (!terms) return this.send('noTerms')
      const prepared = await this.parts.prepare(terms)
      if (signal.aborted) return
      if (prepared.ok) return this.send('prepared', prepared.attempt)
      console.error('There is no token for the bank.', prepared.cause)
      this.send('noToken', prepared)
    },
    keep: keepOpenAttempt,
    forget: forgetOpenAttempt,
    show: ({ order, checkout }, bank) => {
      if (bank?.closed) return this.send('notShown', 'closed')
      const onAnswer = (response: unknown) => void this.answered(order, response)
      const opened = openCheckout({ checkout, onAnswer, bank })
      if (opened.is !== 'open') return this.send('notShown', opened.is)
      this.send('shown', { order, view: opened.view, bank: opened.view.look() })
    },
    ask: async ({ transactionId }) => {
      if (this.askAtOnce) return this.askAtOnce()
      const signal = this.signal
      const status = await askStatus(transactionId)
      if (!signal.aborted) this.send('status', status)
    },
    finish: async (order, acceptance) => {
      const signal = this.signal
      const finished = await this.parts.job().finish(order, acceptance)
      if (finished.ok) return forgetOpenAttempt()
      if (signal.aborted) return
      const status = await askStatus(order.transactionId)
      if (!signal.aborted) this.send('notFinished', { sentences: finished.sentences, status })
    },
    say: (sentence = '') => toast.error(sentence, { id: 'mandate', isSaidBeside: true }),
    tell: (why, failure) => this.parts.job()[why](failure),
    close: (what) => what?.close(),
    removePanel,
    reload: () => location.reload(),
  }

  /** Handles what the gateway's script says, once, more often or never. */
  private async answered(order: Order, response: unknown): Promise<void> {
    const answer = readBankAnswer(response, order.transactionId)
    const code = answer?.responseCode
    if (code === '0300') console.info('The bank’s answer is 0300: the transaction succeeded.')
    const acceptance = answer && acceptanceFromScript(answer, order.transactionId)
    if (acceptance) return this.send('accepted', { order, acceptance })
    // The script removes its panel after it has called the page, unless the same transaction continues.
    await Promise.resolve()
    const bank = this.phase.kind === 'waiting' ? this.phase.view?.look() : undefined
    this.send('notAccepted', { order, code, bank })
  }
}

/** Seconds between two requests to our server; the last one repeats. */
const waits = [1, 3, 3, 5, 8, 12, 20, 30]
/** How often the bank's window is checked. */
const LOOK_MS = 200
/** After this time a bank that has not appeared is called late, as after an error of the gateway's script. */
const LATE_MS = 12_000

/** Reports events while the bank's answer is awaited, and polls our server. Returns a function that asks at once. */
function watchBank({ order, view }: Waiting, send: Send, signal: AbortSignal): () => void {
  let questions = 0
  let isAsking = false
  let isStale = false
  let timer: ReturnType<typeof setTimeout>

  /** One request at a time; an answer to a request from before an event is dropped, and our server asked again. */
  async function ask() {
    clearTimeout(timer)
    isStale = true
    if (isAsking) return
    isAsking = true
    while (isStale && !signal.aborted) {
      isStale = false
      const status = await askStatus(order.transactionId)
      if (!isStale && !signal.aborted) send('status', status)
    }
    isAsking = false
    plan()
  }
  function plan() {
    clearTimeout(timer)
    if (!signal.aborted) timer = setTimeout(() => void ask(), (waits[questions++] ?? 30) * 1000)
  }
  let before = view?.look()
  const looking = setInterval(() => {
    const bank = view?.look()
    if (!bank || (bank.window === before?.window && bank.hasPanel === before.hasPanel)) return
    before = bank
    send('seen', { bank })
  }, LOOK_MS)
  const late = setTimeout(() => send('seen', { isLate: true }), LATE_MS)
  const returned = () => {
    if (document.visibilityState === 'visible') send('returned')
  }
  addEventListener('online', returned, { signal })
  addEventListener('focus', returned, { signal })
  addEventListener('error', () => hasPanel() && send('seen', { isLate: true }), { signal })
  document.addEventListener('visibilitychange', returned, { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    clearTimeout(late)
    clearInterval(looking)
  })
  plan()
  return () => {
    questions = 0
    void ask()
  }
}
