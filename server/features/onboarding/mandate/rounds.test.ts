import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Checkout } from '#contract/schemas/mandates.ts'
import { api, sandbox } from '#contract/paths.ts'
import { knownOf } from '#tests/support/codes.ts'
import { deliver, storeOf } from '#tests/support/gateway-store.ts'
import { rounds } from '#tests/support/rounds.ts'
import { engines } from '#tests/support/place.ts'
import {
  type Applicant,
  askToken,
  type Decision,
  freshTransaction,
  register,
  settle,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { movingClock, type TestServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { newVisitor } from '#tests/support/visitor.ts'
import { keepOneMandate } from './service.ts'
import { pollMandates } from './jobs.ts'

const MINUTE_MS = 60_000
/** Fewer rounds on PostgreSQL, which takes longer and follows the same rules. */
const stories = { sqlite: 8 * rounds, postgres: 2 * rounds }

/** The bank's decisions. */
const decisions = { succeeds: '0300', 'is taken up': '0398', fails: '0399', 'window closed': '0392' } as const
const ofBank = Object.keys(decisions) as (keyof typeof decisions)[]

const happenings = fc.array(
  fc.record({
    what: fc.constantFrom(...ofBank, 'reload', 'second tab', 'callback late', 'callback twice'),
    /** Selects one of the tabs, or one of the answers that were not delivered yet. */
    which: fc.nat(9),
    /** Whether the page receives the bank's answer. */
    heard: fc.boolean(),
  }),
  { minLength: 2, maxLength: 10 },
)
type Happening = typeof happenings extends fc.Arbitrary<(infer One)[]> ? One : never

/** Starts a person at the bank with one tab or several, each with a panel that can be used repeatedly. */
function createRound(server: TestServer, person: Applicant) {
  const { visitor } = person
  const tabs: { transactionId: string; config: unknown }[] = []
  const untold: string[] = []
  const withTransaction = (id: string) => ({ ...person, fields: { ...person.fields, transactionId: id } })

  async function secondTab(): Promise<void> {
    const transactionId = freshTransaction()
    const token = await askToken(withTransaction(transactionId))
    if (token.status === 200)
      tabs.push({ transactionId, config: (token.body['checkout'] as Checkout).config })
    else expect([token.status, token.body.code]).toEqual([409, 'already_there'])
  }

  /** Asks for a mandate's status as a page does. */
  async function ask(transactionId: string): Promise<void> {
    const { body } = await visitor.get(api.mandateStatus + transactionId)
    const { responseStatus } = (body['data'] ?? {}) as { responseStatus?: string }
    if (responseStatus !== 'Success' && responseStatus !== 'Initiated') return
    const answer = await register(withTransaction(transactionId))
    expect([201, 409, 422]).toContain(answer.status)
  }

  async function reload(): Promise<void> {
    const { mandate } = await knownOf(visitor)
    if (mandate) await ask(mandate.transactionId)
  }

  async function atTheBank(decision: Decision, { which, heard }: Happening): Promise<void> {
    const tab = tabs[which % Math.max(1, tabs.length)]
    if (!tab) return
    const { config, transactionId } = tab
    const said = await newVisitor(server.url).post(sandbox.authorise, { config, decision })
    // A mandate that was accepted is not shown to the bank again.
    if (said.status !== 200) return
    untold.push(String(said.body['stringResponse']))
    if (heard) await ask(transactionId)
  }

  async function tell(which: number, times: number): Promise<void> {
    const [message] = untold.splice(which % Math.max(1, untold.length), 1)
    for (let time = 0; message && time < times; time += 1)
      expect((await deliver(server, message)).status).toBe(200)
  }

  return {
    tabs,
    secondTab,
    reload,
    tellAll: async () => {
      while (untold.length > 0) await tell(0, 1)
    },
    happen(happening: Happening): Promise<void> {
      const { what, which } = happening
      const decision: Decision | undefined = decisions[what as keyof typeof decisions]
      if (decision) return atTheBank(decision, happening)
      if (what === 'second tab') return secondTab()
      return what === 'reload' ? reload() : tell(which, what === 'callback twice' ? 2 : 1)
    },
  }
}

describe.each(engines)('a person at the bank, on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  async function pass(): Promise<void> {
    clock.advance(MINUTE_MS)
    await pollMandates(server.deps)
    // Mails and documents are not tested here, and take most of the time.
    await server.deps.db.deleteFrom('jobs').where('kind', '!=', keepOneMandate.name).execute()
    await server.workOff()
  }

  /** Returns which of these transactions are live at the bank, and whether their status may still change. */
  async function live(transactions: readonly string[]) {
    const pages = await Promise.all(transactions.map((id) => storeOf(server).read(id)))
    return pages.filter((page) => page !== undefined).filter(({ cancelled }) => !cancelled)
  }

  /** Returns what is live at the bank in the end, and what the person's record names. */
  async function endOf(story: readonly Happening[], settled: 'Success' | 'Failed') {
    const person = await verifiedVisitor(server, { now: clock.now() })
    const round = createRound(server, person)
    await round.secondTab()
    for (const happening of story) {
      await round.happen(happening)
      if (happening.heard) await pass()
    }
    const ids = () => round.tabs.map(({ transactionId }) => transactionId)
    for (const { transactionId, status } of await live(ids()))
      if (status === '0398') await settle(server.url, transactionId, settled)
    await round.tellAll()
    // The person comes back, to the session's mandate or to the one that is found when they start again.
    await round.reload()
    await round.secondTab()
    await round.reload()
    await pass()
    const own = server.deps.db.selectFrom('mandates').where('transaction_id', 'in', ids())
    const named = own.innerJoin('executives', 'executives.mandate_id', 'mandates.id')
    const record = await named.select(['transaction_id', 'mandates.status']).executeTakeFirst()
    // Later rounds need not poll these.
    await server.deps.db.updateTable('mandates').set({ poll_at: null }).execute()
    const standing = (await live(ids())).filter(({ status }) => status === '0300')
    return { standing: standing.map(({ transactionId }) => transactionId), record }
  }

  it(`has at most one mandate, and a record with it, in ${stories[engine]} rounds of random events`, async () => {
    await fc.assert(
      fc.asyncProperty(happenings, fc.constantFrom('Success', 'Failed'), async (story, settled) => {
        const { standing, record } = await endOf(story, settled)
        expect(standing.length).toBeLessThanOrEqual(1)
        if (standing.length === 1) expect(record).toEqual({ transaction_id: standing[0], status: 'active' })
      }),
      { numRuns: stories[engine], endOnFailure: true },
    )
  }, 600_000)
})
