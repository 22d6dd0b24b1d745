import fc from 'fast-check'

/** Any letter; the library's own of that kind begins with a second of work. */
export const anyCodePoint = fc.integer({ min: 0, max: 0x10f7ff }).map(
  (at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800),
  // With the way back the library adds strings that programs stumble over.
  (letter) => {
    const at = String(letter).codePointAt(0) ?? 0
    return at < 0xd800 ? at : at - 0x800
  },
)
