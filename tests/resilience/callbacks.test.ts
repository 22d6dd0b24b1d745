import { beforeAll, describe, expect, it } from 'vitest'
import { deliver, genuineAnswer, rewriteBooks } from '#tests/support/gateway-store.ts'
import { engines } from '#tests/support/place.ts'
import {
  type Applicant,
  freshTransaction,
  mandated,
  mandateEvents,
  recordIdOf,
  registered,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { figure } from '#tests/support/resilience/measurement.ts'
import { pollMandates } from '#server/features/onboarding/mandate/jobs.ts'

type Outcome = '0300' | '0398' | '0399' | '0392'
const outcomes: Outcome[] = ['0398', '0392', '0399', '0300']
const STORM = 100
const MINUTE_MS = 60_000

/** A bank's word; only what it set up has a number. */
function outcome(status: Outcome) {
  return { status, mandateRegNo: status === '0300' ? '970000001' : '' }
}

function ordersOf<Value>(values: readonly Value[]): Value[][] {
  if (values.length < 2) return [[...values]]
  return values.flatMap((value, at) => ordersOf(values.toSpliced(at, 1)).map((rest) => [value, ...rest]))
}

describe.each(engines)('callbacks of the gateway on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })
  let person: Applicant
  beforeAll(async () => {
    person = await verifiedVisitor(server.url, { now: clock.now() })
  })

  const tell = (message: string) => deliver(server, message)

  /** A transaction at the bank, all of one person; those before it are made nobody's, or there would be no other. */
  async function begun(): Promise<string> {
    person.fields['transactionId'] = freshTransaction()
    await server.deps.db.updateTable('mandates').set({ holder_index: null, session_id: 'over' }).execute()
    return (await mandated(person, '0399')).fields['transactionId'] ?? ''
  }

  const bookOf = (transactionId: string) => mandateEvents(server.deps, transactionId)

  it('have one effect each when they come in a storm', async () => {
    const { fields, id } = await registered(server.url, { now: clock.now() })
    const transactionId = fields['transactionId'] ?? ''
    // The gateway says the same when it is asked, as it is about an answer that contradicts what is known.
    await rewriteBooks(server, transactionId, { status: '0399' })
    const message = await genuineAnswer(server, transactionId, { status: '0399', mandateRegNo: '' })
    const answers = await Promise.all(Array.from({ length: STORM }, () => tell(message)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const { mandate, told } = await bookOf(transactionId)
    expect([mandate?.status, told.length]).toEqual(['failed', 1])
    const jobs = await server.deps.db
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'registrations.tell-failure')
      .execute()
    const executiveId = await recordIdOf(server.deps, id)
    const own = jobs
      .map(({ payload }) => JSON.parse(payload))
      .filter((job) => job.executiveId === executiveId)
    expect(own).toEqual([{ executiveId, mandateId: mandate?.id }])
    figure('T13', `${engine}: the same callback ${STORM} times at once: 1 effect`)
  })

  it('end the same in all 24 orders of four, and at once, twice each', async () => {
    const ends = new Set<string>()
    const note = async (transactionId: string) => {
      const { mandate, told } = await bookOf(transactionId)
      ends.add(`${mandate?.status} ${mandate?.responseCode} ${told.length} ${mandate?.askAt}`)
    }
    for (const order of ordersOf(outcomes)) {
      const transactionId = await begun()
      for (const status of order) await tell(await genuineAnswer(server, transactionId, outcome(status)))
      await note(transactionId)
    }
    const transactionId = await begun()
    const told = outcomes.map((status) => genuineAnswer(server, transactionId, outcome(status)))
    const messages = await Promise.all(told)
    await Promise.all([...messages, ...messages].map(tell))
    await note(transactionId)
    expect([...ends]).toEqual(['active 0300 4 null'])
    figure('T13', `${engine}: four callbacks in 24 orders and at once: ${ends.size} end`)
  })

  it('that never come are made up for by asking', async () => {
    const { fields } = await registered(server.url, { now: clock.now() })
    const transactionId = fields['transactionId'] ?? ''
    const statusOf = async () => (await bookOf(transactionId)).mandate?.status
    const pass = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        clock.advance(MINUTE_MS)
        await pollMandates(server.deps)
      }
    }
    await pass(60)
    expect(await statusOf()).toBe('initiated')
    await rewriteBooks(server, transactionId, { status: '0300', umrn: 'TEST7000000000000001' })
    let minutes = 0
    while ((await statusOf()) !== 'active' && minutes < 24 * 60) {
      await pass(1)
      minutes += 1
    }
    expect(await statusOf()).toBe('active')
    server.deps.gateway.ask = () => expect.unreachable('nothing is left to be asked')
    await pass(60)
    figure(
      'R16',
      `${engine}: no callback for an hour, then the bank sets it up: known ${minutes} minutes later`,
    )
  })
})
