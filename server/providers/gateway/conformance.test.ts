import { beforeEach, describe, expect, it } from 'vitest'
import type { SandboxMandate } from '#contract/schemas/sandbox.ts'
import { goodOrder, sandboxOf } from '#tests/support/gateway-store.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import type { GatewayAnswer, MandateOrder } from './port.ts'

type Decision = Exclude<SandboxMandate['status'], 'open'>

const DAY_MS = 24 * 60 * 60 * 1000

describe('the Paynimo adapter against the sandbox', () => {
  const clock = movingClock()
  const server = sharedServer({ clock })
  let order: MandateOrder
  beforeEach(() => void (order = goodOrder(clock.now())))

  const bank = () => sandboxOf(server).bank

  /** Returns the answer that the browser brings back after the person's decision at the bank. */
  async function authorise(decision: Decision): Promise<GatewayAnswer | undefined> {
    const { config } = server.deps.gateway.checkout(order).checkout
    const answered = await bank().authorise(config, decision)
    if (!answered.ok) throw new Error(JSON.stringify(answered.problems))
    return server.deps.gateway.readAnswer(answered.answer.stringResponse)
  }

  async function ask(changes: Partial<MandateOrder> = {}): Promise<GatewayAnswer> {
    const asked = await server.deps.gateway.ask({ ...order, ...changes })
    if (!asked.ok) throw new Error(asked.failure)
    return asked.answer
  }

  it('reads an immediately active mandate with everything the bank registered', async () => {
    const brought = await authorise('0300')
    const told = await ask()
    expect(brought).toMatchObject({
      ...{ transactionId: order.transactionId, state: 'active', code: '0300', amount: '1' },
      mandateRegNo: expect.stringMatching(/^\d{9}$/),
      gatewayId: expect.stringMatching(/^\d{10}$/),
      umrn: expect.stringMatching(/^TEST7\d{15}$/),
      registered: {
        ...{ accountNo: order.accountNo, accountName: order.accountName, ifscCode: order.ifscCode },
        ...{ startDate: order.debitStartDate, endDate: order.debitEndDate, maxAmount: order.maxAmount },
        ...{ amountType: 'M', frequency: 'ADHO' },
      },
    })
    const { mandateRegNo, gatewayId, umrn, registered } = brought ?? {}
    expect(told).toMatchObject({ state: 'active', code: '0300', mandateRegNo, gatewayId, umrn, registered })
  })

  it.each<[Decision, GatewayAnswer['state']]>([
    ['0398', 'initiated'],
    ['0399', 'failed'],
    ['0392', 'aborted'],
  ])('reads %s as %s, from the browser and from a status query', async (code, state) => {
    expect(await authorise(code)).toMatchObject({ state, code, transactionId: order.transactionId })
    expect(await ask()).toMatchObject({ state, code, amount: '1' })
  })

  it('finds a transaction a day off, when clocks differ, but not two', async () => {
    await authorise('0300')
    const stateOf = async (days: number) => {
      const date = new Date(Date.parse(order.date) + days * DAY_MS).toISOString().slice(0, 10)
      return (await ask({ date })).state
    }
    expect([await stateOf(-1), await stateOf(1), await stateOf(-2)]).toEqual(['active', 'active', 'unknown'])
  })

  it('does not report the mandate of another customer as active', async () => {
    await authorise('0300')
    expect((await ask({ consumerId: 'c0000000000000000000' })).state).not.toBe('active')
  })

  it('ends an active mandate once, and no other mandate', async () => {
    const { mandateRegNo = '' } = (await authorise('0300')) ?? {}
    const end = (named: string) => server.deps.gateway.end({ mandateRegNo: named })
    expect(await end('1')).toEqual({ ok: true, ended: false })
    expect(await end(mandateRegNo)).toEqual({ ok: true, ended: true })
    expect(await end(mandateRegNo)).toEqual({ ok: true, ended: false })
    expect(await ask()).toMatchObject({ state: 'failed' })
  })
})
