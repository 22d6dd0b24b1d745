import { describe, expect, it } from 'vitest'
import { FASTEST_PERSON_MS, suspicions } from './service.ts'

describe('what makes an enquiry suspect', () => {
  it.each([
    ['a person', { website: '', filledInMs: 60_000 }, []],
    ['a caller without the hidden fields', {}, []],
    ['a person as fast as people can be', { filledInMs: FASTEST_PERSON_MS }, []],
    ['a filled honeypot', { website: 'https://x.example' }, ['honeypot']],
    ['a form sent faster than a person could', { filledInMs: FASTEST_PERSON_MS - 1 }, ['too-fast']],
    ['a clock that runs backwards', { filledInMs: -5 }, ['too-fast']],
    ['both', { website: 'x', filledInMs: 0 }, ['honeypot', 'too-fast']],
  ])('%s', (_, hints, expected) => {
    expect(suspicions(hints)).toEqual(expected)
  })
})
