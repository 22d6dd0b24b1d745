import fc from 'fast-check'

/** Any code point; the library's own arbitrary takes a second to start. */
export const anyCodePoint = fc.integer({ min: 0, max: 0x10f7ff }).map(
  (at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800),
  // With the inverse mapping the library adds strings that often break programs.
  (letter) => {
    const at = String(letter).codePointAt(0) ?? 0
    return at < 0xd800 ? at : at - 0x800
  },
)
