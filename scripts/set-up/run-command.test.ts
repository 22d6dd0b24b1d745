import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** For the shell, which begins at once, and would say what became of its sleep. */
const deaf = "exec 2> /dev/null; trap 'echo asked' TERM; echo $$; while :; do sleep 1; done"
const program = `
import { runCommand, stopCommands } from ${JSON.stringify(path.join(import.meta.dirname, 'run-command.mjs'))}
const [milliseconds, stopAfter] = process.argv.slice(1).map(Number)
const options = { cwd: process.cwd(), milliseconds, grace: 500 }
const result = runCommand('sh', ['-c', ${JSON.stringify(deaf)}], options)
void result.then((value) => console.log(JSON.stringify(value)))
if (stopAfter) setTimeout(() => stopCommands().then(() => console.log('stopped')), stopAfter)
`

async function runDeaf(milliseconds: number, stopAfter = 0): Promise<string> {
  const args = ['--input-type=module', '-e', program, String(milliseconds), String(stopAfter)]
  const child = spawn(process.execPath, args)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await once(child, 'close')
  return said
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a command that does not hear SIGTERM', () => {
  it('is asked to end when its time is over, and ended after the grace', async () => {
    const result = JSON.parse(await runDeaf(1500)) as { code: number; late: boolean; output: string }
    expect(result).toMatchObject({ code: 1, late: true, output: expect.stringMatching(/^\d+\nasked$/) })
    await expect.poll(() => isAlive(Number.parseInt(result.output))).toBe(false)
  })

  it('is ended before the process is, and not reported', async () => {
    expect(await runDeaf(60_000, 700)).toBe('stopped\n')
  })
})
