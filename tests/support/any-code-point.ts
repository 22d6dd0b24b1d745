import fc from 'fast-check'

/** Any letter; the library's own of that kind begins with a second of work. */
export const anyCodePoint = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))
