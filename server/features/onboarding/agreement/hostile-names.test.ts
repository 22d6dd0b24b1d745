import { expect, it } from 'vitest'
import { factsFor } from '#tests/support/agreement.ts'
import { addExecutive, postSigning, type TestExecutive } from '#tests/support/executive.ts'
import { startServer } from '#tests/support/server.ts'
import { messagesTo } from '#tests/support/visitor.ts'
import { makeAgreement } from './document/pdf/make-pdf.ts'

const scripts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  'javascript:alert(1)',
  '<iframe src=//evil.example>',
  '</title><script>1</script>',
  '{{7*7}}',
  '${7*7}',
  '<%= 7*7 %>',
  '#{7*7}',
  '&lt;b&gt;',
  '<!--#exec cmd="ls"-->',
  '<?php echo 1 ?>',
  ']]><x>',
]
const lines = [
  'Asha\r\nBcc: everybody@evil.example',
  'Asha\nSubject: other',
  'Asha\u2028Bcc: x@evil.example',
  'Asha\u0085Bcc: x',
  'Asha\u0000Mehta',
  'Asha\tMehta',
  'Asha\u001b[31mMehta',
  'Asha\u0007Mehta',
  'a'.repeat(1000),
  '\u0905'.repeat(1000),
  `${'x '.repeat(400)}y`,
]
const directions = [
  '\u202eatheM ahsA',
  'Asha\u2066\u202eMehta\u2069',
  'Asha\u200bMehta',
  'Asha\ufeffMehta',
  'A\u0300\u0301\u0302\u0303\u0304sha',
  `Z${'\u0489'.repeat(60)}`,
  '\u0645\u062d\u0645\u062f \u0639\u0644\u064a',
  '\u5f20\u4f1f\u5f20',
  '\ud83d\udc69\ud83c\udffd\u200d\u2695\ufe0f Asha',
  'Ash\u00e4 Meht\u00e0',
]
const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("//evil")', '\t=1', '%0A%0D', '%00', '%s%n%x']
const pdf = [
  ') Tj ET Q',
  '(Asha',
  'Asha\\',
  '\\)\\(',
  '<</JS(app.alert(1))>>',
  'endstream endobj',
  '%%EOF',
  'trailer <</Root 1 0 R>>',
  '/ByteRange [0 1 2 3]',
  '<feff0041>',
  '>> endobj 1 0 obj << /OpenAction 2 0 R',
  'EMC /Span <</ActualText (other)>> BDC',
]
const others = ["'; drop table executives; --", '" or ""="', '../../etc/passwd', 'CON', 'null', 'undefined']

/** Names that some program might take for something else than a name (docs/security.md, T19). */
const hostileNames = [...scripts, ...lines, ...directions, ...formulas, ...pdf, ...others]

it('names stay text in the document and in its text, whatever a program might take them for', async () => {
  expect(hostileNames.length).toBeGreaterThanOrEqual(60)
  for (const name of hostileNames) {
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
  const names = hostileNames.filter((name) => /\p{Cc}|\p{Zl}/u.test(name))
  expect(names.length).toBeGreaterThan(5)
  const people: TestExecutive[] = []
  for (const name of names) people.push(await addExecutive(server.deps, { name }))
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
  expect(told.length).toBe(names.length)
  for (const { subject } of told) expect(subject).toMatch(/^Agreement AG-\S+ signed by /)
  for (const evil of ['everybody@evil.example', 'x@evil.example'])
    expect(await messagesTo(server, evil)).toEqual([])
})
