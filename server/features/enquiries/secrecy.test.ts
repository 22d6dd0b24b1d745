import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { expectSecret } from '#tests/support/stored-place.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { sharedServer } from '#tests/support/shared.ts'

describe.each(enginesInTurn)('what is kept on %s', (engine) => {
  const server = sharedServer({ engine })

  it('shows no personal value in the data folder, the database, its log of changes or our log', async () => {
    const canary = () => randomBytes(9).toString('hex')
    const planted = {
      name: `Canary ${canary()}`,
      email: `canary-${canary()}@example.in`,
      phone: String(7_000_000_000 + (randomBytes(4).readUInt32BE() % 1_000_000_000)),
      enquiry: `A secret ${canary()}`,
    }
    const headers = { 'user-agent': `Browser ${canary()}`, 'x-forwarded-for': '203.0.113.77' }
    expect((await postEnquiry(server.url, planted, headers)).status).toBe(201)
    await postEnquiry(server.url, { ...planted, phone: `${planted.phone}x` }, headers)
    await postEnquiry(server.url, JSON.stringify(planted).slice(0, -1), headers)
    await fetch(`${server.url}${api.sendEnquiry}?email=${planted.email}`)
    await fetch(`${server.url}/${planted.name}`)
    await server.workOff()
    const shown = await fetch(`${server.url}/sandbox/messages`).then((response) => response.text())
    await expectSecret(server, [...Object.values(planted), headers['user-agent'], '203.0.113.77'])
    // The canaries were really there: the sandbox shows them, decrypted.
    expect(shown).toContain(planted.enquiry)
    expect(server.log()).toContain('"msg":"answered"')
  })
})
