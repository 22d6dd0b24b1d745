import { randomBytes, randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deliver, genuineAnswer } from '#tests/support/gateway-store.ts'
import { engines } from '#tests/support/place.ts'
import {
  type Applicant,
  askToken,
  freshTransaction,
  mandated,
  register,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { startServer } from '#tests/support/server.ts'

/** Of each kind; PostgreSQL has the same rules. */
const forged = { sqlite: 500, postgres: 20 } as const

async function all<Value>(count: number, one: (at: number) => Promise<Value>): Promise<Value[]> {
  const done: Value[] = []
  while (done.length < count) {
    const some = Array.from({ length: Math.min(20, count - done.length) }, (_, at) => one(done.length + at))
    done.push(...(await Promise.all(some)))
  }
  return done
}

describe.each(engines)('forged answers on %s', (engine) => {
  it(`are believed neither from a page nor at the gateway’s listener, ${2 * forged[engine]} of them`, async () => {
    await using server = await startServer({ engine })
    const forger = await verifiedVisitor(server)
    await askToken(forger)
    const victim = await mandated(await verifiedVisitor(server), '0300')
    const genuine = await genuineAnswer(server, victim.fields['transactionId'] ?? '')
    const posted = await all(forged[engine], (at) => forgedRegistration(at, forger, victim))
    const told = await all(forged[engine], (at) => {
      return deliver(server, forgedMessage(at, genuine, forger))
    })
    expect([...new Set(posted.map(({ status }) => status))]).toEqual([422])
    expect([...new Set(told.map(({ status }) => status))]).toEqual([401])
    const { db } = server.deps
    expect(await db.selectFrom('executives').select('id').execute()).toEqual([])
    const known = await db.selectFrom('mandates').select(['transaction_id', 'status']).execute()
    expect(known.find((row) => row.transaction_id === forger.fields['transactionId'])?.status).toBe('created')
    expect(known.find((row) => row.transaction_id === victim.fields['transactionId'])?.status).toBe('created')
    // What is true is taken all the same.
    expect((await register(victim)).status).toBe(201)
  })
})

/** A success that never was: of a transaction unasked, of another’s, or of one’s own that nobody paid. */
function forgedRegistration(at: number, forger: Applicant, victim: Applicant) {
  const { transactionId, consumerId, accountNo, accountName, ifscCode } = victim.fields
  const kinds = [
    { transactionId: freshTransaction() },
    { transactionId },
    { transactionId, consumerId, accountNo, accountName, ifscCode },
    {},
  ]
  const code = at % 2 ? '0300' : '0398'
  return register(forger, {
    ...kinds[at % kinds.length],
    responseCode: code,
    responseStatus: code === '0300' ? 'Success' : 'Initiated',
    mandateRegNo: String(randomInt(10 ** 8, 10 ** 9)),
  })
}

/** A response string with a field, or its hash, of one's own. */
function forgedMessage(at: number, genuine: string, forger: Applicant): string {
  const fields = genuine.split('|')
  const place = at % 16
  if (place === 15) fields[15] = randomBytes(64).toString('hex')
  else fields[place] = `${fields[place]}${randomInt(10 ** 6)}`
  if (at % 3 === 0) fields[3] = forger.fields['transactionId'] ?? ''
  return fields.join('|')
}
