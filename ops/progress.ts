/** Tells on standard error how far long work is. */
export interface Progress {
  /** What was done, and how many of them so far. */
  tell(what: string, count: number): void
  /** A last line of all that was done, with the seconds it took. */
  end(words: string): void
}

export function startProgress(): Progress {
  const begun = performance.now()
  const counts = new Map<string, number>()
  return {
    tell(what, count) {
      counts.set(what, count)
      if (count > 0) process.stderr.write(`${what}\t${count}\n`)
    },
    end(words) {
      const files = counts.get('files') ?? 0
      const rows = [...counts.values()].reduce((sum, count) => sum + count, 0) - files
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      process.stderr.write(`${words}: ${rows} rows and ${files} files in ${seconds} s\n`)
    },
  }
}
