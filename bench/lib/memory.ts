import { readFileSync } from 'node:fs'

export interface Memory {
  /** Bytes of the server itself, and with those it started; what they share, such as Node, is counted once. */
  own: number
  all: number
}

/** What the process and those it started hold now; nothing where this is no Linux. */
export function memoryOf(pid: number | undefined): Memory {
  const of = (one: string | undefined) =>
    Number(/^Pss:\s+(\d+) kB$/m.exec(textOf(`/proc/${one}/smaps_rollup`))?.[1] ?? 0) * 1024
  const own = of(String(pid))
  const children = textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  return { own, all: children.reduce((sum, one) => sum + of(one), own) }
}

/** Empty when it has ended, or when this is no Linux. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Looks at a process's memory again and again: its own peak would count what it needed to start. */
export function watchMemory(pid: number | undefined): { end(): Memory } {
  const peak = { own: 0, all: 0 }
  const timer = setInterval(() => {
    const { own, all } = memoryOf(pid)
    peak.own = Math.max(peak.own, own)
    peak.all = Math.max(peak.all, all)
  }, 50)
  return {
    end() {
      clearInterval(timer)
      return peak
    },
  }
}
