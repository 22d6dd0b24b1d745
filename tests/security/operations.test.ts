import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enginesInTurn, rounds, seed } from '#tests/support/rounds.ts'
import { faultIn, type Operation, readOperations } from '#tests/support/security/openapi.ts'
import { type Attack, attacksOn } from '#tests/support/security/requests.ts'
import { openLines } from '#tests/support/security/sending.ts'
import { makeStanding } from '#tests/support/security/standing.ts'
import { firstThatBlocks, hasBlocked, startTarget } from '#tests/support/security/target.ts'
import { print } from '#tests/support/print.ts'

/** Requests sent at the same moment. */
const AT_ONCE = 50
const cases = { sqlite: 1000 * rounds, postgres: 300 * rounds }

describe.each(enginesInTurn)('every operation of the document, on %s', (engine) => {
  it('answers whatever it is sent as the document says, and keeps nobody waiting', async () => {
    await using target = await startTarget(engine)
    const operations = await readOperations(target.url)
    const standing = await makeStanding(target.url)
    const sent = fc.oneof(
      ...operations.map((operation) =>
        attacksOn(operation, standing).map((attack) => ({ operation, attack })),
      ),
    )
    const lines = openLines(target.url)
    const told = { cases: 0, statuses: {} as Record<number, number>, blockedMs: 0 }
    let blocker: Attack | undefined
    /** Of each kind of fault the first that was met. */
    const faults = new Map<string, string>()

    async function judge({ operation, attack }: { operation: Operation; attack: Attack }): Promise<void> {
      const answer = await lines.send(attack)
      told.cases += 1
      told.statuses[answer.status] = (told.statuses[answer.status] ?? 0) + 1
      const fault = faultIn(operation, answer)
      const kind = `${operation.method} ${operation.path}: ${answer.status}, ${fault}`
      if (fault && !faults.has(kind))
        faults.set(kind, `${attackInWords(attack)}\n${answer.text.slice(0, 500)}`)
    }

    let before = await target.figures()
    async function look(attacks: readonly Attack[]): Promise<void> {
      const after = await target.figures()
      told.blockedMs = Math.max(told.blockedMs, after.blockedMs)
      if (!hasBlocked(before, after)) before = after
      else {
        blocker ??= await firstThatBlocks(target, attacks)
        before = await target.figures()
      }
    }

    for (let at = 0; at < cases[engine]; at += AT_ONCE) {
      const batch = fc.sample(sent, { numRuns: AT_ONCE, seed: seed + at })
      await Promise.all(batch.map(judge))
      await look(batch.map(({ attack }) => attack))
    }
    lines.close()
    print(
      `${told.cases} requests to ${operations.length} operations on ${engine}: ${JSON.stringify(told.statuses)}`,
    )
    print(`longest block of the event loop on ${engine}: ${Math.round(told.blockedMs)} ms`)
    expect(Object.fromEntries(faults)).toEqual({})
    expect(blocker && attackInWords(blocker)).toBeUndefined()
    expect(target.isAlive()).toBe(true)
    expect(target.log()).not.toMatch(/"level":"(error|fatal)"/)
  })
})

function attackInWords({ method, path, headers, body }: Attack): string {
  return `${method} ${path} ${JSON.stringify(headers)}\n${body?.toString().slice(0, 1000) ?? ''}`
}
