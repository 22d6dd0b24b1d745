import { describe, expect, it } from 'vitest'
import { runOps } from '#tests/support/run-ops.ts'
import { visible } from '#server/platform/message-text.ts'
import { tabbed } from './output.ts'

const hostile = '\u001b]0;owned\u0007\u009b2J\u202eA\u2028\u007f\r'
const shown = String.raw`\u001b]0;owned\u0007\u009b2J\u202eA\u2028\u007f\u000d`

describe('what the tool prints', () => {
  it('is one line of so many values, whatever they hold', () => {
    const name = 'a\tb\r\nc'
    expect(tabbed([hostile, null, 1, name])).toBe(`${shown}\t\t1\t${String.raw`a\u0009b\u000d\u000ac`}\n`)
  })

  it('keeps lines and tabs of a text, and the joiners that Indian scripts are written with', () => {
    const text = 'one\r\ntwo\n\tक्\u200dष'
    expect(visible(text + hostile)).toBe(text + shown)
  })

  it('shows what it did not understand', async () => {
    const { code, stderr } = await runOps([hostile])
    expect(code).toBe(2)
    expect(stderr).toContain(`«${shown}»`)
  })
})
