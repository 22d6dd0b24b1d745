import { cpus, release } from 'node:os'

/** Says one line of progress, on stderr, so that stdout holds the report alone. */
export function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Writes one line of the report. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** What was run, when and on what: a figure without them cannot be compared. */
export function heading(title: string, command: string): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${process.platform} ${release()}`
  say(`## ${title}`)
  say()
  say(
    `\`${command}\` · ${new Date().toISOString().slice(0, 10)} · Node ${process.versions.node} · ${machine}`,
  )
  say()
}

/** A Markdown table; every column but the first is set to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  say(line(head))
  say(line(head.map((_, column) => (column === 0 ? '---' : '---:'))))
  for (const row of rows) say(line(row))
  say()
}

/** A figure beside what was asked of it. */
export interface Target {
  what: string
  measured: string
  asked: string
  met: boolean
}

/** The targets with met or not met; nothing depends on the answer. */
export function targets(list: readonly Target[]): void {
  table(
    ['target', 'measured', 'asked', ''],
    list.map(({ what, measured, asked, met }) => [what, measured, asked, met ? 'met' : '**not met**']),
  )
}
