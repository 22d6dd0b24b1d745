import { describe, expect, it } from 'vitest'
import { registered } from '#tests/support/registration.ts'
import { enginesInTurn, rounds } from '#tests/support/rounds.ts'
import { fill, inWords, places, requestOf } from '#tests/support/security/filled.ts'
import { sqlStrings } from '#tests/support/security/hostile-values.ts'
import { faultIn, type Operation, readOperations } from '#tests/support/security/openapi.ts'
import { openLines } from '#tests/support/security/sending.ts'
import { makeStanding } from '#tests/support/security/standing.ts'
import { startServer } from '#tests/support/server.ts'
import { print } from '#tests/support/print.ts'

/** The first three end a statement each in a way of its own. */
const injected = sqlStrings.slice(0, 3 * rounds)

/** What is no such id, token or proof opens nothing, however it is written. */
const proofs = /^(?:id|client_id|transactionId|consumerId|expires|signature|otp)$/

describe.each(enginesInTurn)('SQL in the place of a value, on %s', (engine) => {
  it('is a value like any other, in every parameter of every operation', async () => {
    await using server = await startServer({ engine })
    const operations = await readOperations(server.url)
    const standing = await makeStanding(server.url)
    const lines = openLines(server.url)
    const sent = { requests: 0, parameters: 0 }

    async function inject(operation: Operation, place: (typeof places)[number], name: string): Promise<void> {
      const filled = fill(operation, standing)
      sent.parameters += 1
      const attacks = injected.flatMap((text) => [text, `${inWords(filled[place][name])}${text}`])
      for (const text of attacks) {
        const bent = { ...filled, [place]: { ...filled[place], [name]: text } }
        const answer = await lines.send(requestOf(operation, bent))
        sent.requests += 1
        const said = `${operation.method} ${operation.path} ${name}=${text}\n${answer.status} ${answer.text}`
        expect(faultIn(operation, answer), said).toBeUndefined()
        if (proofs.test(name)) expect(answer.status, said).toBeGreaterThanOrEqual(400)
      }
    }

    for (const operation of operations) {
      const filled = fill(operation, standing)
      const parameters = places.flatMap((place) =>
        Object.keys(filled[place]).map((name) => [place, name] as const),
      )
      await Promise.all(parameters.map(([place, name]) => inject(operation, place, name)))
    }
    lines.close()
    print(`${sent.requests} requests with SQL in ${sent.parameters} parameters on ${engine}`)
    expect((await registered(server.url)).id).toHaveLength(32)
    expect(server.log()).not.toMatch(/"level":"(error|fatal)"/)
  })
})
