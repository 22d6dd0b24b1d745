/** Prints measurements for docs/resilience.md, docs/security.md and docs/load.md; nothing depends on it. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
