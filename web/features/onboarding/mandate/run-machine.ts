import { openingMessages } from '#messages/mandates.ts'
import { newest } from '#web/lib/async.ts'
import type { Failure } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { askStatus, forgetOpenAttempt, keepOpenAttempt, type Order, type prepareAttempt } from './attempts.ts'
import { type Acceptance, acceptanceFromScript, readBankAnswer } from './gateway/bank-answer.ts'
import { hasPanel, isInsideApp, openCheckout, openForBank, removePanel } from './gateway/checkout.ts'
import { type Coming, type Effects, type Events, type Phase, transition, type Waiting } from './machine.ts'

/** How our own part ended; the sentences are of a refusal. */
export type Finished = { ok: true } | { ok: false; sentences: readonly string[] }

/** What differs between the two pages that set a mandate up: the wizard's step 2, and the retry of a failed mandate. */
export interface MandateJob {
  /** Tells our server, once the bank has accepted the mandate; never rejects. */
  finish(order: Order, acceptance: Acceptance): Promise<Finished>
  /** No token: the bank has accepted an earlier attempt. */
  onAlreadyThere(failure: Failure): void
  /** No token: our server does not know the visitor any more. */
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

/** Walks through the table of phases and carries out its effects. */
export class RunningMachine {
  phase: Phase = { kind: 'form' }
  // What a phase waits for is of no use to the next one.
  private current = newest()
  private signal = this.current.begin()
  private askAtOnce: (() => void) | undefined
  private parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
  }

  /**
   * Next: leads to the bank, in a window of its own or in this tab. A browser allows a window in the press alone, so it is
   * opened here, and the bank comes into it once there is a token.
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

  /** What the gateway's script said, once, more often or never. */
  private async answered(order: Order, response: unknown): Promise<void> {
    const answer = readBankAnswer(response, order.transactionId)
    const code = answer?.responseCode
    if (code === '0300') console.info('The bank’s answer is 0300: the transaction succeeded.')
    const acceptance = answer && acceptanceFromScript(answer, order.transactionId)
    if (acceptance) return this.send('accepted', { order, acceptance })
    // The script takes its panel away after it has told the page, unless that goes on with the same transaction.
    await Promise.resolve()
    const bank = this.phase.kind === 'waiting' ? this.phase.view?.look() : undefined
    this.send('notAccepted', { order, code, bank })
  }
}

/** Seconds between one question to our server and the next; the last one repeats. */
const waits = [1, 3, 3, 5, 8, 12, 20, 30]
/** How often the bank's window is looked at. */
const LOOK_MS = 200
/** Until a bank that has not appeared is called late, as after an error of the gateway's script. */
const LATE_MS = 12_000

/** Tells what happens while the bank is to answer, and asks our server at growing intervals. Returns how to ask it at once. */
function watchBank({ order, view }: Waiting, send: Send, signal: AbortSignal): () => void {
  let questions = 0
  let isAsking = false
  let isStale = false
  let timer: ReturnType<typeof setTimeout>

  /** One question at a time; an answer that was on its way when something happened is dropped, and our server asked again. */
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
