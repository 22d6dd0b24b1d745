import { type Client, subscriberOf } from '#server/platform/http/client-address.ts'

/** Too much work waits already. */
export class QueueFull extends Error {
  override name = 'QueueFull'
  readonly statusCode = 503
}

/** The connection that waited for the work is closed. */
export class ClientGone extends Error {
  override name = 'ClientGone'
  readonly statusCode = 503
}

interface Waiter {
  caller: string
  /** The number of earlier turns of this address, counted from the queue's round when it came. */
  round: number
  begin(): void
}

/**
 * Gives turns at something scarce to each address in turn, so that a visitor waits for one turn of another address,
 * not for all of them. Each address may use an equal part of the waiting places; a crowd of addresses without a place
 * may use as many places again.
 */
export class FairQueue {
  private readonly line: Waiter[] = []
  private held = 0
  private round = 0
  private readonly size: { active: number; waiting: number }

  /** Turns at once, and waiting places. */
  constructor(size: { active: number; waiting: number }) {
    this.size = size
  }

  /**
   * Resolves when it is the client's turn, with the function that ends the turn. Without a client it is our own work,
   * which counts as one client. Throws `QueueFull` and `ClientGone`.
   */
  async take({ address, gone }: Partial<Client> = {}): Promise<() => void> {
    if (gone?.aborted) throw new ClientGone('closed before its turn')
    const caller = address === undefined ? 'ours' : subscriberOf(address)
    const own = this.waitingOf(caller)
    const last = own.at(-1)?.round ?? this.round
    const isBusy = this.held >= this.size.active
    const { waiting } = this.size
    const isFull = own.length >= waiting / (this.others(caller) + 1) || this.line.length >= 2 * waiting
    if (isBusy && isFull) throw new QueueFull('too many wait')
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const leave = () => {
      this.line.splice(this.line.indexOf(waiter), 1)
      reject(new ClientGone('closed before its turn'))
    }
    const begin = () => {
      gone?.removeEventListener('abort', leave)
      resolve(this.begin())
    }
    const waiter = { caller, round: last + 1, begin }
    this.line.push(waiter)
    gone?.addEventListener('abort', leave, { once: true })
    this.advance()
    return promise
  }

  /** Returns how many turns come before another one of this address: one of each other address, and all of its own. */
  ahead(address: string): number {
    const caller = subscriberOf(address)
    return this.others(caller) + this.waitingOf(caller).length
  }

  private waitingOf(caller: string): Waiter[] {
    return this.line.filter((waiter) => waiter.caller === caller)
  }

  private others(caller: string): number {
    const callers = new Set(this.line.map((waiter) => waiter.caller))
    callers.delete(caller)
    return callers.size
  }

  private begin(): () => void {
    this.held += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.held -= 1
      this.advance()
    }
  }

  private advance(): void {
    while (this.held < this.size.active) {
      const [first, ...others] = this.line
      if (!first) return
      const next = others.reduce((best, one) => (one.round < best.round ? one : best), first)
      this.line.splice(this.line.indexOf(next), 1)
      this.round = next.round
      next.begin()
    }
  }
}
