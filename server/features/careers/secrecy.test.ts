import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { turnedPhoto } from '#tests/support/bad-files/good-files.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { startServer } from '#tests/support/server.ts'
import { expectSecret } from '#tests/support/stored-place.ts'

describe.each(enginesInTurn)('what is kept of an application on %s', (engine) => {
  it('shows no personal value and no content, wherever one looks', async () => {
    await using server = await startServer({ engine })
    const canary = () => `canary${randomBytes(9).toString('hex')}`
    const planted = {
      ...somebody(),
      full_name: canary(),
      email: `${canary()}@example.in`,
      address: canary(),
      date_of_birth: '1971-12-03',
    }
    const content = { resume: canary(), name: canary(), refused: canary() }
    const documents = [
      documentPart('resume', buildPdf({ content: `BT (${content.resume}) Tj ET` }), `${content.name}.pdf`),
      documentPart('pan_card', await turnedPhoto(), `${content.name}.jpg`),
    ]
    expect((await postApplication(server.url, planted, documents)).status).toBe(201)
    expect((await postApplication(server.url, planted, documents)).status).toBe(409)
    expect(
      (await postApplication(server.url, { ...planted, phone: `${planted.phone}x` }, documents)).status,
    ).toBe(422)
    expect(
      (
        await postApplication(server.url, somebody(), [
          documentPart('resume', Buffer.from(content.refused), `${content.name}.pdf`),
        ])
      ).status,
    ).toBe(415)
    await server.workOff()
    const shown = await fetch(`${server.url}/sandbox/messages`).then((response) => response.text())
    // Lists filter by the sector, which thousands share.
    const { sector: _, ...secret } = planted
    await expectSecret(server, [...Object.values(secret), ...Object.values(content), 'Canary'])
    expect(shown).toContain(planted.full_name)
    expect(shown).not.toContain(content.resume)
    expect(shown).not.toContain(content.name)
  })
})
