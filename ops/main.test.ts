import { describe, expect, it, test } from 'vitest'
import { visible } from '#server/platform/visible-text.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { tabbed } from './command.ts'

test.each(['--help', '-h', 'help'])('«%s» lists the commands on standard output', async (word) => {
  const { code, stdout, stderr } = await runOps([word])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Usage: npm run -s ops -- COMMAND[^]*^ {2}export +\S/m)
})

test.each([
  ['no command', [], /^Name a command\.\n[^]*^ {2}export +\S/m],
  ['an unknown one', ['exprot', '--help'], /^There is no command «exprot»; there is: export, [^]* doctor\n$/],
])('%s is refused with the known ones', async (_, words, said) => {
  const { code, stdout, stderr } = await runOps(words)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(said)
})

test('the help of every command shows its usage and options in lines that fit', async () => {
  const { stdout: list } = await runOps(['--help'])
  const names = [...list.matchAll(/^ {2}([\w-]+) {2,}(.*)$/gm)]
  expect(names.length).toBe(9)
  const parts = ['invite', 'list', 'disable'].map((part) => `staff ${part}`)
  for (const name of [...names.map(([, command = '']) => command), ...parts]) {
    const { code, stdout, stderr } = await runOps([...name.split(' '), '--help'])
    expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: '' })
    const usage = /^Usage: .*\n(?: +npm run .*\n)*/m.exec(stdout)?.[0] ?? ''
    expect(usage).toContain(`npm run -s ops -- ${name}`)
    for (const [option] of usage.matchAll(/--[a-z][\w-]+/g))
      expect(stdout).toMatch(new RegExp(`^ +${option}\\b`, 'm'))
    expect(stdout.split('\n').filter((line) => line.length > 125)).toEqual([])
  }
  expect(names.filter(([, , summary = '']) => summary.length >= 80)).toEqual([])
})

describe('an unknown command', () => {
  const nouns = 'one of: enquiries, applications, executives'
  const parts = 'staff takes one of invite, list, disable'

  it.each([
    ['export', `export takes ${nouns}`],
    ['export wishes', `export does not know «wishes»; it takes ${nouns}`],
    ['export enquiries --format xlsx', '--format «xlsx» is none of: csv, ndjson, json'],
    ['export enquiries --all', "Unknown option '--all'"],
    ['export enquiries --since 2026-02-30', '--since «2026-02-30» is not a date'],
    ['audit', 'audit takes: list'],
    ['sms-texts gu', 'sms-texts takes options only, not «gu»'],
    ['verify-agreement', 'verify-agreement takes the reference of an agreement or of a person'],
    ['staff remove', parts],
    ['staff disable', 'staff disable needs --email X'],
    ['staff invite --email x --name N --role boss', 'staff invite needs --email X --name N --role R; wrong'],
    ['doctor --send-to 9000000001', '--send-to and --mail-to need --live'],
    ['doctor --live --send-to 12345', '--send-to needs the ten digits of an Indian mobile number'],
    ['doctor --live --mail-to x', '--mail-to needs an e-mail address'],
  ])('«%s» is refused in one line', async (line, sentence) => {
    const { code, stdout, stderr } = await runOps(line.split(' '))
    expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 2, stdout: '', lines: 2 })
    expect(stderr.slice(0, sentence.length)).toBe(sentence)
  })
})

describe('the output', () => {
  const hostile = '\u001b]0;owned\u0007\u009b2J\u202eA\u2028\u007f\r'
  const shown = String.raw`\u001b]0;owned\u0007\u009b2J\u202eA\u2028\u007f\u000d`

  it('is one line of values, whatever they contain', () => {
    const name = 'a\tb\r\nc'
    expect(tabbed([hostile, null, 1, name])).toBe(`${shown}\t\t1\t${String.raw`a\u0009b\u000d\u000ac`}\n`)
  })

  it('keeps lines and tabs of a text, and the joiners of Indian scripts', () => {
    const text = 'one\r\ntwo\n\tक्\u200dष'
    expect(visible(text + hostile)).toBe(text + shown)
  })

  it('shows the argument that was not understood', async () => {
    const { code, stderr } = await runOps([hostile])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`«${shown}»`) })
  })
})
