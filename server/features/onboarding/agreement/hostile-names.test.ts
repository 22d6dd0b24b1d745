import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandbox } from '#contract/paths.ts'
import type { SandboxMessage } from '#contract/schemas/sandbox.ts'
import { addExecutive, agreementPath, postSigning } from '#tests/support/executive.ts'
import { hostileNames } from '#tests/support/hostile-names.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const inbox = 'staff@agency.example'
let server: TestServer
beforeAll(async () => {
  server = await startServer({ settings: { AGENCY_INBOX: inbox } })
})
afterAll(() => server.stop())

async function mailsTo(to: string): Promise<SandboxMessage[]> {
  const response = await fetch(`${server.url}${sandbox.messages}?to=${encodeURIComponent(to)}`)
  return ((await response.json()) as { messages: SandboxMessage[] }).messages
}

it('names stay text in the document and in its text, whatever a program might take them for', async () => {
  expect(hostileNames.length).toBeGreaterThanOrEqual(60)
  for (const name of hostileNames) {
    const { id } = await addExecutive(server.deps, { name })
    await server.workOff()
    const path = await agreementPath(server.deps, id)
    const pdf = await fetch(server.url + path)
    expect([name, pdf.status]).toEqual([name, 200])
    const bytes = Buffer.from(await pdf.arrayBuffer()).toString('latin1')
    // Without fonts and drawings: compressed bytes spell any three letters now and then.
    const objects = bytes.replaceAll(/\bstream\r?\n[\s\S]*?\bendstream\b/g, '')
    expect(objects).toContain('/Catalog')
    expect(objects).not.toMatch(/\/(JS|JavaScript|OpenAction|Launch)\b/)
    const text = await fetch(server.url + path.replace('?', '/text?'))
    expect(text.headers.get('content-type')).toMatch(/^application\/json/)
    expect(JSON.stringify(await text.json())).toContain(JSON.stringify(name).slice(1, -1))
  }
}, 300_000)

it('names that try to add headers to the mails add none', async () => {
  const names = hostileNames.filter((name) => /\p{Cc}|\p{Zl}/u.test(name))
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) {
    const person = await addExecutive(server.deps, { name })
    expect((await postSigning(server.url, { id: person.link, signName: name })).status).toBe(200)
    await server.workOff()
    const [mine, ...more] = await mailsTo(person.email)
    expect(more).toEqual([])
    expect(mine?.text).not.toMatch(/^(Bcc|Subject):/m)
    const [told] = await mailsTo(inbox)
    expect(told?.subject).toMatch(/^Agreement AG-\S+ signed by /)
  }
  for (const evil of ['everybody@evil.example', 'x@evil.example']) expect(await mailsTo(evil)).toEqual([])
}, 300_000)
