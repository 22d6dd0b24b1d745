import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { type Engine, engines } from '#tests/support/place.ts'
import { fill, type Filled, inWords, requestOf } from '#tests/support/security/filled.ts'
import { type Operation, readOperations } from '#tests/support/security/openapi.ts'
import type { Attack } from '#tests/support/security/requests.ts'
import { makeStanding } from '#tests/support/security/standing.ts'
import { startTarget, type Target } from '#tests/support/security/target.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { print } from '#tests/support/print.ts'

/** The same with a `*` behind every value, which shows sqlmap where to try. */
function marked(operation: Operation, filled: Filled): Attack {
  const behind = <Value>(values: Record<string, Value>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${inWords(value)}*`]))
  const request = requestOf(operation, {
    inPath: behind(filled.inPath),
    inQuery: behind(filled.inQuery),
    inBody: behind(filled.inBody),
    inForm: behind(filled.inForm),
  })
  return { ...request, path: request.path.replaceAll('%2a', '*') }
}

const run = promisify(execFile)
const databases: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** sqlmap gives up where the first answer is one of these, which here many rightly are. */
const refusals = '400,401,403,404,405,409,413,415,422,429,502,503,504'

interface Verdict {
  injectable: boolean
  /** What sqlmap itself concluded, in its words. */
  words: string
}

/** Has sqlmap (level 3) try a cookie and every value of a request that is followed by a `*`. */
async function sqlmap({ url, engine }: Target, attack: Attack, cookie: string): Promise<Verdict> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'request.txt')
  const headers = Object.entries({ host: new URL(url).host, cookie: `${cookie}*`, ...attack.headers })
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  await writeFile(
    file,
    `${attack.method} ${attack.path} HTTP/1.1\r\n${head}\r\n${attack.body?.toString() ?? ''}`,
  )
  const words = [
    '-r',
    file,
    '--batch',
    '--ignore-stdin',
    '--flush-session',
    '--disable-coloring',
    `--output-dir=${folder.path}`,
  ]
  const depth = ['--level=3', `--dbms=${databases[engine]}`, '--threads=4', `--ignore-code=${refusals}`]
  const { stdout } = await run('sqlmap', [...words, ...depth], { maxBuffer: 256 * 1024 * 1024 })
  return verdictOf(stdout)
}

function verdictOf(said: string): Verdict {
  if (/identified the following injection point|is vulnerable/.test(said)) {
    return { injectable: true, words: said.slice(said.indexOf('Parameter:')) }
  }
  const none = 'all tested parameters do not appear to be injectable'
  const last = said.trim().split('\n').slice(-5).join(' ')
  if (!said.includes(none)) throw new Error(`sqlmap did not come to an end: ${last}`)
  return { injectable: false, words: none }
}

it.runIf(process.env['TEST_SQLMAP']).each(engines)(
  'sqlmap finds no injection at level 3 on %s',
  async (engine) => {
    await using target = await startTarget(engine)
    const operations = await readOperations(target.url)
    const standing = await makeStanding(target.url)
    const found: string[] = []
    const [cookie = ''] = standing.cookies
    for (const operation of operations) {
      const request = marked(operation, fill(operation, standing))
      const { injectable, words } = await sqlmap(target, request, cookie)
      print(`sqlmap on ${engine}, ${operation.method} ${operation.path}: ${words}`)
      if (injectable) found.push(operation.path)
    }
    expect(found).toEqual([])
    expect(target.isAlive()).toBe(true)
  },
)
