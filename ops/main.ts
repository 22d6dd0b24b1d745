import { backupCommand } from './backup.ts'
import type { Command } from './command.ts'
import { OpsError, UsageError } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { exportCommand } from './export.ts'
import { filesCommand } from './files.ts'
import { restoreCommand } from './restore.ts'
import { rotateKeyCommand } from './rotate-key.ts'
import { verifyAgreementCommand } from './verify-agreement.ts'

const commands = new Map<string, Command>([
  ['export', exportCommand],
  ['files', filesCommand],
  ['verify-agreement', verifyAgreementCommand],
  ['backup', backupCommand],
  ['restore', restoreCommand],
  ['rotate-key', rotateKeyCommand],
  ['doctor', doctorCommand],
])

function helpOfTool(): string {
  const width = Math.max(...[...commands.keys()].map((name) => name.length))
  const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    "The operator's tool: works on the data that the server's settings name, beside a running server.",
    '',
    'Usage: npm run -s ops -- COMMAND …',
    '',
    'Commands:',
    ...lines,
    '',
    'npm run -s ops -- COMMAND --help says more of one.',
    '',
    'Data goes to standard output, words to standard error.',
    'The exit code is 0 when it is done, 1 when it failed, 2 when the command was not understood.',
    '',
  ].join('\n')
}

function asksForHelp(words: string[]): boolean {
  return words.includes('--help') || words.includes('-h')
}

async function main([name, ...rest]: string[]): Promise<void> {
  if (name === undefined) throw new UsageError(`Say which command.\n\n${helpOfTool().trimEnd()}`)
  const command = commands.get(name)
  if (command && asksForHelp(rest)) process.stdout.write(command.help)
  else if (command) await command.run(rest)
  else if (name === 'help' || asksForHelp([name])) process.stdout.write(helpOfTool())
  else throw new UsageError(`There is no command «${name}»; there is: ${[...commands.keys()].join(', ')}`)
}

function endWith(error: unknown): void {
  const usage = error instanceof UsageError
  const known = usage || error instanceof OpsError
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(known ? `${reason}\n` : `The command failed: ${reason}\n`)
  process.exitCode = usage ? 2 : 1
}

// Whoever reads may stop early (`| head -1`); the command that writes learns it from its own stream.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

await main(process.argv.slice(2)).catch(endWith)
