import { expect, it } from 'vitest'
import { factsFor } from '#tests/support/agreement.ts'
import { addExecutive, postSigning, type TestExecutive } from '#tests/support/executive.ts'
import { startServer } from '#tests/support/server.ts'
import { hostileTexts } from '#tests/support/security/hostile-values.ts'
import { messagesTo } from '#tests/support/visitor.ts'
import { makeAgreement } from './document/pdf/make-pdf.ts'

const lines = ['\r\nBcc: all@evil.example', '\nSubject: other', '\u2028Bcc: x@evil.example', '\u0085Bcc: x']
const signs = [
  '\u0000',
  '\t',
  '\u001b[31m',
  '\u0007',
  '\u200b',
  '\ufeff',
  '\u2066\u202e',
  '\u0301\u0302\u0303',
]
const scripts = [
  '\u0645\u062d\u0645\u062f',
  '\u5f20\u4f1f',
  '\ud83d\udc69\ud83c\udffd\u200d\u2695\ufe0f',
  'Z\u0489'.repeat(60),
]
const pdf = [
  ') Tj ET Q',
  '(Asha',
  '\\)\\(',
  '<</JS(app.alert(1))>>',
  'endstream endobj',
  'trailer <</Root 1 0 R>>',
  '<feff0041>',
  '>> endobj 1 0 obj << /OpenAction 2 0 R',
  'EMC /Span <</ActualText (other)>> BDC',
]

function within(text: string): string {
  return `Asha${text}Mehta`
}

/** Names that some program might take for something else than a name (docs/security.md, T19). */
const hostileNames = [
  ...hostileTexts.filter((text) => text.trim() !== '' && text.isWellFormed()),
  ...[...scripts, ...pdf].map(within),
]
const breaking = [...lines, ...signs].map(within)

it('names stay text in the document and in its text, whatever a program might take them for', async () => {
  const names = [...hostileNames, ...breaking]
  expect(names.length).toBeGreaterThanOrEqual(60)
  for (const name of names) {
    const { pdf, text } = await makeAgreement(factsFor(name))
    const bytes = Buffer.from(pdf).toString('latin1')
    // Without fonts and drawings: compressed bytes spell any three letters now and then.
    const objects = bytes.replaceAll(/\bstream\r?\n[\s\S]*?\bendstream\b/g, '')
    expect(objects).toContain('/Catalog')
    expect(objects).not.toMatch(/\/(JS|JavaScript|OpenAction|Launch)\b/)
    expect(JSON.stringify(text)).toContain(JSON.stringify(name).slice(1, -1))
  }
})

it('names that try to add headers to the mails add none', async () => {
  const inbox = 'staff@agency.example'
  await using server = await startServer({ settings: { AGENCY_INBOX: inbox } })
  const people: TestExecutive[] = []
  for (const name of breaking) people.push(await addExecutive(server.deps, { name }))
  await server.workOff()
  for (const { link, name } of people)
    expect((await postSigning(server.url, { id: link, signName: name })).status).toBe(200)
  await server.workOff()
  for (const { email } of people) {
    const [mine, ...more] = await messagesTo(server, email)
    expect(more).toEqual([])
    expect(mine?.text).not.toMatch(/^(Bcc|Subject):/m)
  }
  const told = await messagesTo(server, inbox)
  expect(told.length).toBe(breaking.length)
  for (const { subject } of told) expect(subject).toMatch(/^Agreement AG-\S+ signed by /)
  for (const evil of ['all@evil.example', 'x@evil.example'])
    expect(await messagesTo(server, evil)).toEqual([])
})
