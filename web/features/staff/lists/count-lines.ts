const [QUOTE, LINE_FEED] = [0x22, 0x0a]

/** Counts the rows of a CSV as it comes, without its head; a line within quotes is part of a value. */
export function countLines(): (part: Uint8Array) => number {
  let lines = 0
  let isQuoted = false
  return (part) => {
    for (const byte of part) {
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE_FEED && !isQuoted) lines += 1
    }
    return Math.max(0, lines - 1)
  }
}
