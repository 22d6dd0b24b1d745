// Runs once around all resilience tests: gives them a file for their figures, and shows the table of them at the end.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

let folder = ''

export function setup({ provide }: TestProject): void {
  folder = mkdtempSync(join(tmpdir(), 'figures-'))
  const file = join(folder, 'figures')
  writeFileSync(file, '')
  provide('figures', file)
}

export function teardown(): void {
  const lines = readFileSync(join(folder, 'figures'), 'utf8').split('\n').filter(Boolean)
  const byPromise = lines.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  if (lines.length > 0)
    process.stdout.write(`\nResilience, as measured in this run:\n${byPromise.join('\n')}\n`)
  rmSync(folder, { recursive: true, force: true })
}
