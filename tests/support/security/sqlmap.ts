import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Engine } from '#tests/support/place.ts'
import type { Attack } from './requests.ts'
import type { Target } from './target.ts'

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
export async function sqlmap({ url, engine }: Target, attack: Attack, cookie: string): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'sqlmap-'))
  const file = join(folder, 'request.txt')
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
    `--output-dir=${folder}`,
  ]
  const depth = ['--level=3', `--dbms=${databases[engine]}`, '--threads=4', `--ignore-code=${refusals}`]
  try {
    const { stdout } = await run('sqlmap', [...words, ...depth], { maxBuffer: 256 * 1024 * 1024 })
    return verdictOf(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
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
