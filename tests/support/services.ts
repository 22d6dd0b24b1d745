// Vitest's global set-up: finds or starts what a project's tests use, before them. Its addresses are in the
// environment (`TEST_DATABASE_URL` and others); existing values are used unchanged.
import type { TestProject } from 'vitest/node'
import { getTool, type Tool, tools } from '#scripts/test-tools.ts'
import type { TestService } from '#scripts/server-process.ts'
import { compileCache } from './child.ts'

/** In CI a missing tool is a failure. */
const strict = /^(1|true|yes)$/i.test(process.env['CI'] ?? '')

const started: TestService[] = []

export async function setup({ name }: TestProject): Promise<void> {
  // Workers and the processes that read files load packages as `npm start` does.
  process.env['NODE_COMPILE_CACHE'] ??= compileCache
  const found = await Promise.all(tools.filter(({ projects }) => projects.includes(name)).map(find))
  for (const service of found) {
    if (service === undefined) continue
    started.push(service)
    // Later projects find it there.
    Object.assign(process.env, service.env)
  }
}

export async function teardown(): Promise<void> {
  await Promise.all(started.splice(0).map(({ stop }) => stop()))
}

async function find(tool: Tool): Promise<TestService | undefined> {
  const service = await getTool(tool)
  if (!('missing' in service)) return service
  const line = `${tool.tests}. To have it: ${service.missing}`
  if (strict) throw new Error(`FAILED: ${line}`)
  process.stdout.write(`SKIPPED: ${line}\n`)
  return undefined
}
