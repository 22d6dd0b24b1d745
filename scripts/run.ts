import path from 'node:path'
import { endCommands, runCommand } from './set-up/run-command.mjs'

const root = path.dirname(import.meta.dirname)

export interface Command {
  command: string
  args: string[]
  /** Milliseconds, after which the command and all that it started are ended. */
  limit: number
  env?: Record<string, string>
  /** Shows the output as it comes instead of keeping it. */
  live?: boolean
  uid?: number
}

export interface Outcome {
  /** 0 where it went well. */
  code: number
  late: boolean
  /** Both streams; empty when shown live. */
  output: string
}

/** Runs a command in the project's folder with the packages' own binaries first; never rejects. */
export async function run({ command, args, limit, ...how }: Command): Promise<Outcome> {
  const cwd = how.uid === undefined ? root : '/'
  const outcome: Outcome = await runCommand(command, args, { cwd, milliseconds: limit, ...how })
  if (!outcome.late) return outcome
  return { ...outcome, output: `${outcome.output}\nNot finished after ${Math.round(limit / 1000)} s: ended.` }
}

const interruption = new AbortController()
/** Aborted once the person who waits has interrupted: no more work is begun. */
export const interrupted = interruption.signal

/** Ends every command under way with what it started, when this process is interrupted or asked to end. */
export function endAllOnInterrupt(): void {
  const end = () => {
    interruption.abort()
    void endCommands()
  }
  process.on('SIGINT', end).on('SIGTERM', end)
}
