import { describe, expect, it } from 'vitest'
import { sandbox } from '#contract/paths.ts'
import { sandboxOf } from '#tests/support/gateway-store.ts'
import { type Decision, mandated, verifiedVisitor } from '#tests/support/registration.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'

describe('the bank tells the product', () => {
  const clock = movingClock()
  const server = sharedServer({ clock })

  /** Somebody at the bank, whose browser brings nothing of it back. */
  async function atTheBank(decision: Decision) {
    const { visitor, fields } = await mandated(await verifiedVisitor(server, { now: clock.now() }), decision)
    const transactionId = fields['transactionId'] ?? ''
    return {
      called: () => sandboxOf(server).bank.callProduct(transactionId),
      settle: (status: 'Success' | 'Failed') =>
        visitor.post(`${sandbox.mandates}/${transactionId}/settle`, { status }),
      async status() {
        const { db } = server.deps
        const row = await db
          .selectFrom('mandates')
          .select('status')
          .where('transaction_id', '=', transactionId)
          .executeTakeFirstOrThrow()
        return row.status
      },
    }
  }

  it('of a decision that comes later, before whoever made it is answered', async () => {
    const success = await atTheBank('0398')
    expect((await success.settle('Success')).body.message).toBe('The bank has decided.')
    expect(await success.status()).toBe('active')
    const failed = await atTheBank('none')
    await failed.settle('Failed')
    expect(await failed.status()).toBe('failed')
  })

  it.each<[Decision, string]>([
    ['0300', 'active'],
    ['0399', 'failed'],
    ['0392', 'aborted'],
  ])('of %s, when no browser did', async (decision, status) => {
    const mandate = await atTheBank(decision)
    expect(await mandate.status()).not.toBe(status)
    expect(await mandate.called()).toBeUndefined()
    expect(await mandate.status()).toBe(status)
  })
})
