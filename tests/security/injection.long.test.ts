import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { engines } from '#tests/support/place.ts'
import { print } from '#tests/support/print.ts'
import { places, readOperations } from '#tests/support/security/openapi.ts'
import {
  type Attack,
  goodValues,
  inWords,
  makeStanding,
  requestOf,
} from '#tests/support/security/requests.ts'
import { startServer } from '#tests/support/server.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** sqlmap stops if the first answer has one of these statuses, which here are often right. */
const refusals = '400,401,403,404,405,409,413,415,422,429,502,503,504'
const options = [
  '--batch',
  '--ignore-stdin',
  '--flush-session',
  '--disable-coloring',
  '--threads=4',
  '--level=3',
]

/** Returns what sqlmap finds in the values marked with `*`; undefined if it calls none injectable. */
async function sqlmap(request: Attack, more: readonly string[]): Promise<string | undefined> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'request.txt')
  const head = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const first = `${request.method} ${request.path} HTTP/1.1\r\n`
  await writeFile(file, `${first}${head.join('')}\r\n${request.body?.toString() ?? ''}`)
  const words = ['-r', file, ...options, `--output-dir=${folder.path}`, `--ignore-code=${refusals}`, ...more]
  const { stdout } = await promisify(execFile)('sqlmap', words, { maxBuffer: 2 ** 28 })
  if (/identified the following injection point|is vulnerable/.test(stdout))
    return stdout.slice(stdout.indexOf('Parameter:'))
  // It may also have stopped.
  expect(stdout).toContain('all tested parameters do not appear to be injectable')
  return undefined
}

it.runIf(process.env['TEST_SQLMAP']).each(engines)(
  'sqlmap finds no injection at level 3 on %s',
  async (engine) => {
    await using server = await startServer({ engine })
    const standing = await makeStanding(server.url)
    const found: string[] = []
    for (const operation of await readOperations(server.url)) {
      const values = goodValues(operation, standing.people[0])
      for (const place of places)
        for (const [name, value] of Object.entries(values[place])) values[place][name] = `${inWords(value)}*`
      const request = requestOf(operation, values, standing)
      const headers = {
        host: new URL(server.url).host,
        cookie: `${standing.cookies[0]}*`,
        ...request.headers,
      }
      const marked = { ...request, headers, path: request.path.replaceAll('%2a', '*') }
      const injection = await sqlmap(marked, [`--dbms=${databases[engine]}`])
      print(`sqlmap on ${engine}, ${operation.method} ${operation.path}: ${injection ?? 'nothing'}`)
      if (injection) found.push(operation.path)
    }
    expect(found).toEqual([])
    expect(server.log()).not.toMatch(/"level":"(error|fatal)"/)
  },
)
