// Prints what a linter finds in the document of the API. A process of its own: a server changes how its process makes files.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { api } from '#contract/paths.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config/config.ts'
import { createDeps } from '#server/composition/deps.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { run } from './run.ts'

const buildLimitMs = 10 * 60_000

/** What a linter finds in the document that describes our API (`GET /api/openapi.json`). */
async function openapiFindings(): Promise<string[]> {
  const built = await run({ command: 'node', args: ['scripts/set-up.mjs', 'site'], limit: buildLimitMs })
  if (built.code !== 0) return [built.output]
  const config = await createConfig({ extends: ['recommended'] })
  const source = await describedApi()
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(
    ({ ruleId, message, location }) => `${location[0]?.pointer ?? ''}: ${message} (${ruleId})`,
  )
}

async function describedApi(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'openapi-'))
  try {
    const read = loadConfig({ DATA_DIR: folder, PUBLIC_URL: 'https://agency.test' })
    if (!read.ok) throw new Error(read.faults.join('\n'))
    const deps = await createDeps(read.config, createLog('silent'))
    const app = await buildApp(deps)
    const answer = await app.inject(api.openapi)
    await app.close()
    await deps.close()
    return answer.body
  } finally {
    await rm(folder, { recursive: true })
  }
}

const findings = await openapiFindings()
process.stdout.write(findings.join('\n'))
process.exitCode = findings.length === 0 ? 0 : 1
