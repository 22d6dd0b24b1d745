import { type Command, OpsError, UsageError } from './command.ts'
import { visible } from '#server/platform/visible-text.ts'

/** Each command is loaded only when it is called, so that it starts fast. */
const commands = new Map<string, () => Promise<Command>>([
  ['export', async () => (await import('./commands/export.ts')).exportCommand],
  ['audit', async () => (await import('./commands/audit.ts')).auditCommand],
  ['sms-texts', async () => (await import('./commands/sms-texts.ts')).smsTextsCommand],
  ['staff', async () => (await import('./commands/staff.ts')).staffCommand],
  ['verify-agreement', async () => (await import('./commands/verify-agreement.ts')).verifyAgreementCommand],
  ['backup', async () => (await import('./commands/backup.ts')).backupCommand],
  ['restore', async () => (await import('./commands/restore.ts')).restoreCommand],
  ['rotate-key', async () => (await import('./commands/rotate-key.ts')).rotateKeyCommand],
  ['doctor', async () => (await import('./commands/doctor.ts')).doctorCommand],
])

async function toolHelp(): Promise<string> {
  const width = Math.max(...[...commands.keys()].map((name) => name.length))
  const lines = await Promise.all(
    [...commands].map(async ([name, load]) => `  ${name.padEnd(width)}  ${(await load()).summary}`),
  )
  return [
    "The operators' tool: works on the data named by the server's settings, beside a running server.",
    '',
    'Usage: npm run -s ops -- COMMAND …',
    '',
    'Commands:',
    ...lines,
    '',
    'npm run -s ops -- COMMAND --help explains one.',
    '',
    'Data goes to standard output, messages to standard error.',
    'The exit code is 0 (done), 1 (failed) or 2 (not understood).',
    '',
  ].join('\n')
}

function wantsHelp(args: string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}

async function main([name, ...rest]: string[]): Promise<void> {
  if (name === undefined) throw new UsageError(`Name a command.\n\n${(await toolHelp()).trimEnd()}`)
  const command = await commands.get(name)?.()
  if (command && wantsHelp(rest)) process.stdout.write(command.helpOf?.(rest) ?? command.help)
  else if (command) await command.run(rest)
  else if (name === 'help' || wantsHelp([name])) process.stdout.write(await toolHelp())
  else throw new UsageError(`There is no command «${name}»; there is: ${[...commands.keys()].join(', ')}`)
}

function reportFailure(error: unknown): void {
  const usage = error instanceof UsageError
  const known = usage || error instanceof OpsError
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(visible(known ? `${reason}\n` : `The command failed: ${reason}\n`))
  process.exitCode = usage ? 2 : 1
}

// The reader may close the stream early (`| head -1`). The command that writes notices this itself.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

await main(process.argv.slice(2)).catch(reportFailure)
