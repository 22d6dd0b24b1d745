import { describe, expect, it } from 'vitest'
import { type Engine, engines } from '#tests/support/place.ts'
import { registered } from '#tests/support/registration.ts'
import { startServer } from '#tests/support/server.ts'
import { sqlStrings } from '#tests/support/security/hostile-values.ts'
import { faultIn } from '#tests/support/security/judge.ts'
import { inForm, isLong } from '#tests/support/long.ts'
import { say } from '#tests/support/security/sending.ts'
import { type Operation, readOperations } from '#tests/support/security/openapi.ts'
import { fill, inWords, marked, places, requestOf } from '#tests/support/security/parameters.ts'
import { openLines } from '#tests/support/security/sending.ts'
import { sqlmap } from '#tests/support/security/sqlmap.ts'
import { makeStanding } from '#tests/support/security/standing.ts'
import { startTarget } from '#tests/support/security/target.ts'

/** All of them in the long form; three in the short one, of which each ends a statement in a way of its own. */
const injected = inForm<readonly string[]>({ short: sqlStrings.slice(3, 6), long: sqlStrings })

/** What is no such id, token or proof opens nothing, however it is written. */
const proofs = /^(?:id|client_id|transactionId|consumerId|expires|signature|otp)$/

describe.each(engines)('SQL in the place of a value, on %s', (engine) => {
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
    say(`${sent.requests} requests with SQL in ${sent.parameters} parameters on ${engine}`)
    expect((await registered(server.url)).id).toHaveLength(32)
    expect(server.log()).not.toMatch(/"level":"(error|fatal)"/)
  })

  // Hours: no test of the short form, not even one that is skipped.
  if (isLong) it('is found nowhere by sqlmap at level 3', () => askSqlmap(engine))
})

async function askSqlmap(engine: Engine): Promise<void> {
  await using target = await startTarget(engine)
  const operations = await readOperations(target.url)
  const standing = await makeStanding(target.url)
  const found: string[] = []
  const [cookie = ''] = standing.cookies
  for (const operation of operations) {
    const request = marked(operation, fill(operation, standing))
    const { injectable, words } = await sqlmap(target, request, cookie)
    say(`sqlmap on ${engine}, ${operation.method} ${operation.path}: ${words}`)
    if (injectable) found.push(operation.path)
  }
  expect(found).toEqual([])
  expect(target.isAlive()).toBe(true)
}
