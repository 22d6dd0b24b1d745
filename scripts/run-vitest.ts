import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { run } from './run.ts'

/** What we read of Vitest's JSON report. */
const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

interface Wanted {
  projects: string[]
  /** Handed to Vitest: names of files and its options. */
  words: string[]
  env: Record<string, string>
  /** Milliseconds for all tests together. */
  limit: number
}

/** Runs Vitest, its own lines shown as they come, and counts tests; what breaks outside a test counts as one failure. */
export async function runVitest(
  wanted: Wanted,
): Promise<{ passed: number; failed: number; skipped: number }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'test-report-'))
  const file = path.join(folder, 'report.json')
  const named = wanted.words.some((word) => word.startsWith('--project'))
  const projects = named ? [] : wanted.projects.map((name) => `--project=${name}`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  try {
    const { code, late } = await run({
      command: 'vitest',
      args: ['run', ...reporters, ...projects, ...wanted.words],
      limit: wanted.limit,
      env: wanted.env,
      live: true,
    })
    if (late) process.stdout.write(`The tests did not end within ${wanted.limit / 60_000} minutes.\n`)
    const counted = await readReport(file)
    const silentFailure = counted.failed === 0 && code !== 0 ? 1 : 0
    return { ...counted, failed: counted.failed + silentFailure }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readReport(file: string): Promise<{ passed: number; failed: number; skipped: number }> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const { testResults, ...counts } = report.parse(JSON.parse(text))
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests + broken.length,
    skipped: counts.numPendingTests + counts.numTodoTests,
  }
}
