import { describe, expect, it } from 'vitest'
import { withoutPersonal } from './errors.ts'

describe('an error’s message without possibly personal parts', () => {
  it.each([
    [
      'nothing of a link’s token',
      'at /my/#token=fFsScznPXFeiwd-KFXF_iq12pQ7d9Zx3 failed',
      'at /my/#token=… failed',
    ],
    [
      'nor of one that is cut off',
      `${'x '.repeat(140)}fFsScznPXFeiwd7KFXF9iq12pQ7d9Zx3`,
      `${'x '.repeat(140)}…`,
    ],
    ['no address', 'asha@example.in is taken', '…@… is taken'],
    ['nothing in quotes', 'no "Asha Mehta" here', 'no "…" here'],
    ['no digits, and no letters beyond English', 'आशा 9876543210', '? ##########'],
    ['what is ours', 'Cannot read properties of undefined', 'Cannot read properties of undefined'],
  ])('has %s', (_, message, told) => {
    expect(withoutPersonal(message)).toBe(told)
  })
})
