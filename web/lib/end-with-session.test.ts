import { beforeEach, describe, expect, it, vi } from 'vitest'
import { endWithSession, noteUse } from './end-with-session.ts'

const MINUTE_MS = 60_000

describe('a page that shows a verified person', () => {
  const done: string[] = []
  beforeEach(() => {
    vi.useFakeTimers()
    done.length = 0
    vi.stubGlobal('document', { forms: [{ reset: () => done.push('reset') }] })
    vi.stubGlobal('location', { reload: () => done.push('reload') })
    noteUse()
  })

  it('is emptied and reloaded, once, when the session is over', () => {
    endWithSession()
    vi.advanceTimersByTime(30 * MINUTE_MS)
    expect(done).toEqual([])
    vi.advanceTimersByTime(60 * MINUTE_MS)
    expect(done).toEqual(['reset', 'reload'])
  })

  it('stays while requests reach the server, and when it no longer shows anybody', () => {
    const stop = endWithSession()
    for (let calls = 0; calls < 4; calls += 1) {
      vi.advanceTimersByTime(20 * MINUTE_MS)
      noteUse()
    }
    stop()
    vi.advanceTimersByTime(60 * MINUTE_MS)
    expect(done).toEqual([])
  })
})
