import fc from 'fast-check'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { boundary, multipart, textParts } from '#tests/support/application.ts'
import { inForm, isLong } from '#tests/support/long.ts'
import { type Engine, engines } from '#tests/support/place.ts'
import { registered } from '#tests/support/registration.ts'
import { goodValue, sqlStrings } from '#tests/support/security/hostile-values.ts'
import { formOf } from '#tests/support/security/multipart-bodies.ts'
import { faultIn, type Operation, readOperations } from '#tests/support/security/openapi.ts'
import { type Attack, escaped, type Standing } from '#tests/support/security/requests.ts'
import { openLines, say } from '#tests/support/security/sending.ts'
import { makeStanding } from '#tests/support/security/standing.ts'
import { startTarget, type Target } from '#tests/support/security/target.ts'
import { startServer } from '#tests/support/server.ts'

/** A right request to an operation, each of whose values is known by its name. */
interface Filled {
  inPath: Record<string, string>
  inQuery: Record<string, string>
  /** Fields of a JSON body. */
  inBody: Record<string, unknown>
  /** Fields of a multipart body. */
  inForm: Record<string, string>
}

/** Where values stand in a request. */
const places = ['inPath', 'inQuery', 'inBody', 'inForm'] as const

const seed = 1

/** Values that lead somewhere where some are known, and else always the same for the same operation. */
function fill(operation: Operation, { known }: Standing): Filled {
  const leading = (name: string) => (Object.hasOwn(known, name) ? known[name]?.[0] : undefined)
  const text = (name: string) => leading(name) ?? String(sample(goodValue({ type: 'string' }, known, name)))
  const texts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text(name)]))
  const body = (operation.body ? sample(goodValue(operation.body, known)) : {}) as Record<string, unknown>
  const fields = Object.entries(body).map(([name, value]) => [name, leading(name) ?? value])
  return {
    inPath: texts(operation.inPath),
    inQuery: texts(operation.inQuery),
    inBody: Object.fromEntries(fields) as Record<string, unknown>,
    inForm: texts(formOf(operation.path)?.fields ?? []),
  }
}

function sample(values: fc.Arbitrary<unknown>): unknown {
  return fc.sample(values, { numRuns: 1, seed })[0]
}

/** The request that these values make. */
function requestOf({ method, path }: Operation, { inPath, inQuery, inBody, inForm }: Filled): Attack {
  const address = Object.entries(inPath).reduce((whole, [name, value]) => {
    return whole.replace(`{${name}}`, escaped(value))
  }, path)
  const query = Object.entries(inQuery).map(([name, value]) => `${name}=${escaped(value)}`)
  const asForm = Object.keys(inForm).length > 0
  const body = asForm ? multipart(textParts(inForm)) : Buffer.from(JSON.stringify(inBody))
  const type = asForm ? `multipart/form-data; boundary=${boundary}` : 'application/json'
  return {
    method,
    path: query.length > 0 ? `${address}?${query.join('&')}` : address,
    headers: method === 'GET' ? {} : { 'content-type': type },
    body: method === 'GET' ? undefined : body,
  }
}

/** A value as text, whatever it is. */
function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

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

/** All of them in the long form; three in the short one, of which each ends a statement in a way of its own. */
const injected = inForm<readonly string[]>({ short: sqlStrings.slice(3, 6), long: sqlStrings })

/** What is no such id, token or proof opens nothing, however it is written. */
const proofs = /^(?:id|client_id|transactionId|consumerId|expires|signature|otp)$/

describe.each(engines)('SQL in the place of a value, on %s', (engine) => {
  it('is a value like any other, in every parameter of every operation', async () => {
    await using server = await startServer({ engine })
    const operations = await readOperations(server.url)
    const standing = await makeStanding(server.url)
    const lines = openLines(server.url)
    const sent = { requests: 0, parameters: 0 }

    async function inject(operation: Operation, place: (typeof places)[number], name: string): Promise<void> {
      const filled = fill(operation, standing)
      sent.parameters += 1
      const attacks = injected.flatMap((text) => [text, `${inWords(filled[place][name])}${text}`])
      for (const text of attacks) {
        const bent = { ...filled, [place]: { ...filled[place], [name]: text } }
        const answer = await lines.send(requestOf(operation, bent))
        sent.requests += 1
        const said = `${operation.method} ${operation.path} ${name}=${text}\n${answer.status} ${answer.text}`
        expect(faultIn(operation, answer), said).toBeUndefined()
        if (proofs.test(name)) expect(answer.status, said).toBeGreaterThanOrEqual(400)
      }
    }

    for (const operation of operations) {
      const filled = fill(operation, standing)
      const parameters = places.flatMap((place) =>
        Object.keys(filled[place]).map((name) => [place, name] as const),
      )
      await Promise.all(parameters.map(([place, name]) => inject(operation, place, name)))
    }
    lines.close()
    say(`${sent.requests} requests with SQL in ${sent.parameters} parameters on ${engine}`)
    expect((await registered(server.url)).id).toHaveLength(32)
    expect(server.log()).not.toMatch(/"level":"(error|fatal)"/)
  })

  // Hours: no test of the short form, not even one that is skipped.
  if (isLong) it('is found nowhere by sqlmap at level 3', () => askSqlmap(engine))
})

async function askSqlmap(engine: Engine): Promise<void> {
  await using target = await startTarget(engine)
  const operations = await readOperations(target.url)
  const standing = await makeStanding(target.url)
  const found: string[] = []
  const [cookie = ''] = standing.cookies
  for (const operation of operations) {
    const request = marked(operation, fill(operation, standing))
    const { injectable, words } = await sqlmap(target, request, cookie)
    say(`sqlmap on ${engine}, ${operation.method} ${operation.path}: ${words}`)
    if (injectable) found.push(operation.path)
  }
  expect(found).toEqual([])
  expect(target.isAlive()).toBe(true)
}
