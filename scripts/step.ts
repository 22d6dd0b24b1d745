import { type Command, type Outcome, run } from './run.ts'

/** Something that passes or fails as one: a command, or a check of our own that answers its findings. */
export type Step = { name: string } & (Command | { findings: () => Promise<string[]> })

const started = Date.now()

/** One line to the person who waits, with the seconds since the start. */
export function announce(line: string): void {
  const seconds = Math.round((Date.now() - started) / 1000)
  process.stdout.write(`[${String(seconds).padStart(3)} s] ${line}\n`)
}

/** Runs steps, two at a time, says how each ended and answers how many failed. */
export async function runSteps(steps: Step[]): Promise<number> {
  const waiting = [...steps]
  let failed = 0
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (!(await runStep(step))) failed += 1
    }
  }
  await Promise.all([work(), work()])
  return failed
}

async function runStep(step: Step): Promise<boolean> {
  const before = performance.now()
  const { code, output } = 'findings' in step ? await look(step.findings) : await run(step)
  const seconds = ((performance.now() - before) / 1000).toFixed(1)
  announce(`${step.name}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`)
  if (code !== 0) process.stdout.write(`${output}\n\n`)
  return code === 0
}

async function look(findings: () => Promise<string[]>): Promise<Outcome> {
  const found = await findings().catch((error: unknown) => [String(error)])
  return { code: found.length === 0 ? 0 : 1, late: false, output: found.join('\n') }
}
