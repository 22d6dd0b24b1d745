import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = []
  write(createLog('info', { write: (line) => lines.push(line) }))
  return lines.map((line) => JSON.parse(line))
}

describe('the log', () => {
  it('logs the kind and place of an error, never its message', () => {
    const cause = Object.assign(new Error('duplicate key (asha@example.in)'), {
      code: '23505',
      detail: 'asha',
    })
    const failure = new Error('asha@example.in\nat asha', { cause })
    const [line] = logged((log) => log.error({ err: failure }, 'failed'))
    const err = { kind: 'Error', cause: { kind: 'Error', code: '23505' } }
    expect(line).toMatchObject({ level: 'error', msg: 'failed', err })
    expect(JSON.stringify(line)).not.toContain('asha@')
    expect(JSON.stringify(line)).toContain('log.test.ts')
    expect(Date.parse(String(line?.['time']))).toBeCloseTo(Date.now(), -4)
  })

  it('logs SQLite’s text for its result', () => {
    const database = new DatabaseSync(':memory:')
    database.exec('pragma max_page_count = 2; create table t (name text)')
    const fill = () => database.prepare('insert into t values (?)').run('asha@example.in'.repeat(9999))
    const [line] = logged((log) => {
      try {
        fill()
      } catch (err) {
        log.error({ err }, 'failed')
      }
    })
    expect(line).toMatchObject({
      err: { code: 'ERR_SQLITE_ERROR', errcode: 13, errstr: 'database or disk is full' },
    })
    expect(JSON.stringify(line)).not.toContain('asha@')
  })

  it('drops requests and replies, and accepts a value that is not an error', () => {
    const lines = logged((log) => {
      log.info({ req: { headers: { cookie: 'secret' } }, res: { body: 'secret' } }, 'one')
      log.error({ err: 'secret words' }, 'two')
    })
    expect(JSON.stringify(lines)).not.toContain('secret')
    expect(lines[1]).toMatchObject({ err: { kind: 'string' } })
  })

  it('does not write an error’s message if only the error is given', () => {
    const err = new Error('asha@example.in')
    const lines = logged((log) => [log.error(err), log.error({ err }), log.error({ err }, err.message)])
    expect(JSON.stringify(lines)).not.toContain('asha')
    expect(lines).toMatchObject(Array(3).fill({ msg: 'an error', err: { kind: 'Error' } }))
  })
})
