import { expect, test } from 'vitest'
import { startOps } from '#tests/support/run-ops.ts'

test.each([[['--help']], [['-h']], [['help']]])('%j lists the commands on standard output', async (words) => {
  const { code, stdout, stderr } = await startOps(words)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Usage: npm run -s ops -- COMMAND/m)
  expect(stdout).toMatch(/^ {2}export +\S/m)
})

test('no command is answered with the list on standard error, and fails', async () => {
  const { code, stdout, stderr } = await startOps([])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^Name a command\.\n[^]*^ {2}export +\S/m)
})

test('an unknown command is refused with the known ones', async () => {
  expect(await startOps(['exprot', '--help'])).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'There is no command «exprot»; there is: export, files, mandates, mandate, erase, subject, retention, audit, jobs, sms-texts, link, end-sessions, staff, verify-agreement, backup, restore, rotate-key, doctor\n',
  })
})
