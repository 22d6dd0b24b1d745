import { execFile } from 'node:child_process'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)

export interface Command {
  command: string
  args: string[]
  /** Milliseconds until the command is stopped. */
  limit: number
  env?: Record<string, string>
}

export interface Outcome {
  /** 0 for success. */
  code: number
  /** Standard output and error. */
  output: string
}

/** Runs a command in the project's folder, preferring the packages' binaries. Never rejects. */
export function run({ command, args, limit, env }: Command): Promise<Outcome> {
  const bin = path.join(root, 'node_modules', '.bin')
  const PATH = `${bin}${path.delimiter}${process.env['PATH']}`
  const options = {
    cwd: root,
    env: { ...process.env, PATH, ASTRO_TELEMETRY_DISABLED: '1', ...env },
    timeout: limit,
    maxBuffer: 2 ** 28,
  }
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      const late = error?.killed ? `\nNot finished after ${Math.round(limit / 1000)} s: ended.` : ''
      const output = `${stdout}${stderr}`.trim() || (error?.message ?? '')
      resolve({ code: error ? 1 : 0, output: output + late })
    })
  })
}
