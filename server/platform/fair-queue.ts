import { type Client, networksOf } from '#server/platform/http/client-address.ts'

/** Too much work waits already. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** The connection for which the work was to be done is closed. */
export class ClientGone extends Error {
  override name = 'ClientGone'
}

/** A place in the queue's work, until it is left. */
export interface Turn {
  /** Ends the part of the work of which there are `first` at once. */
  endFirstPart(): void
  leave(): void
}

interface QueueSize {
  /** Turns at once. */
  active: number
  /** Of them in their first part. */
  first?: number
  /** Turns at once of one client. */
  each?: number
  waiting: number
}

/** Milliseconds in which the time that a client took counts half as much. */
const HALF_LIFE_MS = 30_000
/** Networks remembered, beyond which those are forgotten that took little and have nothing here. */
const REMEMBERED = 1000

/** What is known of one network that clients are counted by. */
interface Network {
  held: number
  waiting: number
  /** Milliseconds taken, as they counted at `at`. */
  taken: number
  at: number
}

interface Waiter {
  networks: { key: string; times: number; network: Network }[]
  begin(): void
  refuse(): void
}

/**
 * Hands out turns of a scarce thing. The next is whoever's address holds the fewest and has taken the least time lately, so
 * that a visitor from elsewhere waits for one turn and not for all those that one address asks for. When the queue is full
 * the address that has most in it gives way.
 */
export class FairQueue {
  private readonly size: Required<QueueSize>
  private readonly networks = new Map<string, Network>()
  private readonly line: Waiter[] = []
  private held = 0
  private inFirstPart = 0

  constructor({ active, first = active, each = active, waiting }: QueueSize) {
    this.size = { active, first, each, waiting }
  }

  /** Without a client it is for work of ours, which counts as one client. Throws `QueueFull` and `ClientGone`. */
  take(client?: Client): Promise<Turn> {
    const gone = client?.gone
    if (gone?.aborted) return Promise.reject(new ClientGone('closed before its turn'))
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.withdraw(waiter)
        reject(new ClientGone('closed before its turn'))
      }
      const stay = () => gone?.removeEventListener('abort', leave)
      const waiter: Waiter = {
        networks: this.networksOf(client?.address),
        begin: () => {
          stay()
          resolve(this.begin(waiter))
        },
        refuse: () => {
          stay()
          reject(new QueueFull('too many wait'))
        },
      }
      if (this.line.length >= this.size.waiting && !this.makeRoom(waiter)) return waiter.refuse()
      for (const { key, network } of waiter.networks) {
        network.waiting += 1
        this.networks.set(key, network)
      }
      this.line.push(waiter)
      gone?.addEventListener('abort', leave, { once: true })
      this.advance()
    })
  }

  /** How many would have their turn before one more of this client, each other client counted once. */
  ahead(address: string): number {
    const own = { networks: this.networksOf(address) }
    const mine = rankOf(own)
    const before = this.line.filter((waiter) => !isBefore(mine, rankOf(waiter)))
    const others = new Set(before.map((waiter) => narrowest(waiter).key))
    others.delete(narrowest(own).key)
    return others.size + waitingOf(own)
  }

  private networksOf(address: string | undefined): Waiter['networks'] {
    const counted = address === undefined ? [{ key: 'ours', times: 1 }] : networksOf(address)
    return counted.map(({ key, times }) => {
      const none = { held: 0, waiting: 0, taken: 0, at: performance.now() }
      return { key, times, network: this.networks.get(key) ?? none }
    })
  }

  private next(): Waiter | undefined {
    const { active, first, each } = this.size
    if (this.held >= active || this.inFirstPart >= first) return undefined
    let best: { waiter: Waiter; rank: Rank } | undefined
    for (const waiter of this.line) {
      if (waiter.networks.some(({ network, times }) => network.held >= each * times)) continue
      const rank = rankOf(waiter)
      if (!best || isBefore(rank, best.rank)) best = { waiter, rank }
    }
    return best?.waiter
  }

  private advance(): void {
    for (let waiter = this.next(); waiter; waiter = this.next()) {
      this.withdraw(waiter)
      waiter.begin()
    }
  }

  private withdraw(waiter: Waiter): void {
    this.line.splice(this.line.indexOf(waiter), 1)
    for (const { network } of waiter.networks) network.waiting -= 1
  }

  private begin({ networks }: Waiter): Turn {
    const began = performance.now()
    let part: 'first' | 'rest' | 'left' = 'first'
    this.held += 1
    this.inFirstPart += 1
    for (const { network } of networks) network.held += 1
    const endFirstPart = () => {
      if (part !== 'first') return
      part = 'rest'
      this.inFirstPart -= 1
      for (const { network } of networks) charge(network, began)
      this.advance()
    }
    const leave = () => {
      endFirstPart()
      if (part === 'left') return
      part = 'left'
      this.held -= 1
      for (const { network } of networks) network.held -= 1
      if (this.networks.size > REMEMBERED) forgetIdle(this.networks)
      this.advance()
    }
    return { endFirstPart, leave }
  }

  /** Whoever has most in the line gives way; false when that is the one who comes. */
  private makeRoom(coming: Waiter): boolean {
    const most = this.line.reduce((found, one) => (waitingOf(found) > waitingOf(one) ? found : one), coming)
    if (waitingOf(most) <= waitingOf(coming) + 1) return false
    this.withdraw(most)
    most.refuse()
    return true
  }
}

type Counted = Pick<Waiter, 'networks'>

function narrowest({ networks }: Counted): Waiter['networks'][number] {
  const last = networks.at(-1)
  if (!last) throw new Error('a client is counted by no network')
  return last
}

/** How many a client has in the line, of its networks the one that has most, each by its own measure. */
function waitingOf({ networks }: Counted): number {
  return Math.max(...networks.map(({ network, times }) => network.waiting / times))
}

/** Adds the time since then. */
function charge(network: Network, since: number): void {
  const now = performance.now()
  Object.assign(network, { taken: takenBy(network, now) + now - since, at: now })
}

function takenBy({ taken, at }: Network, now: number): number {
  return taken * 0.5 ** ((now - at) / HALF_LIFE_MS)
}

interface Rank {
  held: number
  taken: number
}

/** Of the networks of a client the one that stands worst, each by its own measure. */
function rankOf({ networks }: Counted): Rank {
  const now = performance.now()
  return {
    held: Math.max(...networks.map(({ network, times }) => Math.floor(network.held / times))),
    taken: Math.max(...networks.map(({ network, times }) => takenBy(network, now) / times)),
  }
}

function isBefore(one: Rank, other: Rank): boolean {
  return one.held < other.held || (one.held === other.held && one.taken < other.taken)
}

function forgetIdle(networks: Map<string, Network>): void {
  const now = performance.now()
  for (const [key, network] of networks) {
    if (network.held + network.waiting === 0 && takenBy(network, now) < 1) networks.delete(key)
  }
}
