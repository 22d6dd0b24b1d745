import { Agent } from 'node:http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { probes } from '#contract/paths.ts'
import { startProcess } from '#tests/support/child.ts'
import { makePlace } from '#tests/support/place.ts'
import { print } from '#tests/support/print.ts'
import { registered } from '#tests/support/registration.ts'
import { enginesInTurn, rounds, seed } from '#tests/support/rounds.ts'
import { sqlStrings } from '#tests/support/security/hostile-values.ts'
import { type Operation, places, readOperations } from '#tests/support/security/openapi.ts'
import { attacksOn, goodValues, inWords, makeStanding, requestOf } from '#tests/support/security/requests.ts'
import { shared } from '#tests/support/shared.ts'
import { type PlainRequest, send } from '#tests/support/tcp.ts'

/** Requests sent at the same moment. */
const AT_ONCE = 50
const cases = { sqlite: 1000 * rounds, postgres: 300 * rounds }

/** The first three each end a statement in another way. */
const injected = sqlStrings.slice(0, 3 * rounds)

/** An invalid id, token or proof opens nothing, in whatever notation. */
const proofs = /^(?:id|client_id|transactionId|consumerId|expires|signature|otp)$/

describe.each(enginesInTurn)('every operation of the document, on %s', (engine) => {
  const attacked = shared(async () => {
    await using begun = new AsyncDisposableStack()
    const place = begun.use(await makePlace(engine))
    const server = begun.use(startProcess({ ...place.settings, LOG_LEVEL: 'warn' }))
    const url = await server.url
    const [operations, standing] = [await readOperations(url), await makeStanding(url)]
    const all = begun.move()
    return { server, url, operations, standing, [Symbol.asyncDispose]: () => all.disposeAsync() }
  })
  // Each request has its own connection.
  const agent = new Agent({ maxSockets: AT_ONCE })

  /** A late answer is a fault too, since a blocked event loop answers nobody. */
  async function judge(operation: Operation, request: PlainRequest) {
    const answer = await send(attacked.url, request, agent)
    const { method, path, headers, body } = request
    const sent = `${method} ${path} ${JSON.stringify(headers)}\n${body?.toString().slice(0, 1000)}`
    const said = `${sent}\n${answer.status} ${answer.body.toString().slice(0, 500)}`
    return { status: answer.status, said, fault: operation.faultOf(answer) }
  }

  async function expectUnharmed() {
    const { url, server } = attacked
    expect((await send(url, { path: probes.health })).status).toBe(200)
    expect((await registered(url)).id).toHaveLength(32)
    expect(server.stderr()).not.toMatch(/"level":"(error|fatal)"/)
  }

  it('answers everything as the document says', async () => {
    const { operations, standing } = attacked
    const any = operations.map((operation) =>
      attacksOn(operation, standing).map((request) => ({ operation, request })),
    )
    const statuses: Record<number, number> = {}
    /** The first fault of each kind. */
    const faults: Record<string, string> = {}
    for (let at = 0; at < cases[engine]; at += AT_ONCE) {
      const batch = fc.sample(fc.oneof(...any), { numRuns: AT_ONCE, seed: seed + at })
      const judged = batch.map(async ({ operation, request }) => {
        const { status, fault, said } = await judge(operation, request)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (fault) faults[`${operation.method} ${operation.path}: ${status}, ${fault}`] ??= said
      })
      await Promise.all(judged)
    }
    print(`${cases[engine]} requests to ${operations.length} operations: ${JSON.stringify(statuses)}`)
    expect(faults).toEqual({})
    await expectUnharmed()
  })

  it('treats SQL in any value as an ordinary value', async () => {
    const { operations, standing } = attacked
    const [known] = standing.people
    const sent = operations.flatMap((operation) => {
      const good = goodValues(operation, known)
      const values = places.flatMap((place) => operation.names[place].map((name) => [place, name] as const))
      return values.flatMap(([place, name]) =>
        injected.flatMap((sql) =>
          [sql, inWords(good[place][name]) + sql].map(async (text) => {
            const bent = { ...good, [place]: { ...good[place], [name]: text } }
            const { status, fault, said } = await judge(operation, requestOf(operation, bent, standing))
            expect(fault, said).toBeUndefined()
            if (proofs.test(name)) expect(status, said).toBeGreaterThanOrEqual(400)
          }),
        ),
      )
    })
    await Promise.all(sent)
    print(`${sent.length} requests with SQL on ${engine}`)
    await expectUnharmed()
  })
})
