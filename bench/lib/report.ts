// Output of benchmarks: Markdown on stdout, progress on stderr; and statistics.
import { cpus, release } from 'node:os'

type Flags = Record<string, number | string>

export interface Bench {
  question: string
  /** Flags with their defaults. A flag with a number as default takes a number. */
  flags: Flags
  /** Measures and prints. `folder` is deleted afterwards. Returns figures with their targets. */
  run(flags: Flags, folder: string): Promise<Target[]>
}

/** Defines a benchmark; the defaults give the types of its flags. */
export function bench<F extends Flags>(
  it: Omit<Bench, 'flags' | 'run'> & { flags: F; run(flags: F, folder: string): Promise<Target[]> },
): Bench {
  return it as unknown as Bench
}

export function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}

export function say(paragraph: string): void {
  process.stdout.write(`${paragraph}\n\n`)
}

/** Prints the command, date and machine, without which figures cannot be compared. */
export function heading(title: string, command: string): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${process.platform} ${release()}`
  const date = new Date().toISOString().slice(0, 10)
  say(`## ${title}`)
  say(`\`${command}\` · ${date} · Node ${process.versions.node} · ${machine}`)
}

export type Figure<T> = readonly [name: string, show: (of: T) => string]

/** Prints a Markdown table with a row per item and a column per figure. */
export function tableOf<T>(rows: Iterable<T>, columns: readonly Figure<T>[]): void {
  const lines = [
    columns.map(([name]) => name),
    columns.map((_, at) => (at === 0 ? '---' : '---:')),
    ...[...rows].map((row) => columns.map(([, show]) => show(row))),
  ]
  say(lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
}

/** A figure with its target. A missed target has no consequence. */
export type Target = [what: string, measured: string, asked: string, met: string]

export function printTargets(targets: readonly Target[]): void {
  say('### Targets')
  tableOf(
    targets,
    ['target', 'measured', 'asked', ''].map((name, at) => [name, (target) => target[at] ?? '']),
  )
}

function met(isMet: boolean): string {
  return isMet ? 'met' : '**not met**'
}

interface Limit {
  limit: number
  show?(value: number): string
}

export function atMost(what: string, value: number, { limit, show = ms }: Limit): Target {
  return [what, show(value), `≤ ${show(limit)}`, met(value <= limit)]
}

export function atLeast(what: string, value: number, { limit, show = count }: Limit): Target {
  return [what, show(value), `≥ ${show(limit)}`, met(value >= limit)]
}

/** Returns the value below which `share` (0 to 1) of all values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export type Times = Record<'p50' | 'p95' | 'p99' | 'max', number>

export function timesOf(values: readonly number[]): Times {
  const [p50 = NaN, p95 = NaN, p99 = NaN, max = NaN] = [0.5, 0.95, 0.99, 1].map((share) =>
    percentile(values, share),
  )
  return { p50, p95, p99, max }
}

/** Returns table columns for the times that `from` takes from a row. */
export function timeColumns<T>(from: (row: T) => Times): Figure<T>[] {
  const figures = ['p50', 'p95', 'p99', 'max'] as const
  return figures.map((figure) => [figure, (row) => ms(from(row)[figure])])
}

/** Returns the median of each figure separately. */
function middleOf<T extends object>(runs: readonly T[]): T {
  const figures = Object.keys(runs[0] ?? {}) as (keyof T)[]
  const middle = figures.map((figure) => [
    figure,
    percentile(
      runs.map((run) => Number(run[figure])),
      0.5,
    ),
  ])
  return Object.fromEntries(middle) as T
}

/** Measures all in turns, because the machine has other work too, and returns medians by name. */
export async function inTurns<T extends object>(
  rounds: number,
  measured: Record<string, (round: number) => Promise<T>>,
): Promise<Map<string, T>> {
  const all = Object.entries(measured).map(([name, measure]) => ({ name, measure, runs: [] as T[] }))
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, measure, runs } of all) {
      progress(`${name}: ${round} of ${rounds}`)
      runs.push(await measure(round))
    }
  }
  return new Map(all.map(({ name, runs }) => [name, middleOf(runs)]))
}

const thousands = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

export function count(value: number): string {
  return Number.isFinite(value) ? thousands.format(value) : '–'
}

/** Formats milliseconds, with one decimal below ten. */
export function ms(value: number): string {
  return Number.isFinite(value) ? `${value >= 10 ? Math.round(value) : value.toFixed(1)} ms` : '–'
}

/** Formats bytes as megabytes of a million. */
export function mB(bytes: number): string {
  return Number.isFinite(bytes) ? `${Math.round(bytes / 1e6)} MB` : '–'
}
