import { useEffect, useRef, useState } from 'react'

/** Does the work unless it is under way already; free again however it ends, by an error too. */
export async function oneAtATime(running: { current: boolean }, work: () => Promise<void>): Promise<void> {
  if (running.current) return
  running.current = true
  try {
    await work()
  } finally {
    running.current = false
  }
}

/** The same for a component, which shows that it is busy; answers what the work did, and nothing where it was not begun. */
export function useOneAtATime() {
  const [busy, setBusy] = useState(false)
  // A button is disabled only with the next rendering; this holds from the first press.
  const running = useRef(false)
  async function run<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    let result: Result | undefined
    await oneAtATime(running, async () => {
      setBusy(true)
      result = await work().finally(() => setBusy(false))
    })
    return result
  }
  return { busy, run }
}

/** The guard against late answers: each `begin` aborts the signal of the one before, and `end` that of the last. */
export interface Newest {
  /** A signal to look at once an answer has come: if it is aborted, the answer came too late to be shown. */
  begin(): AbortSignal
  end(): void
}

export function newest(): Newest {
  let current: AbortController | undefined
  const end = () => current?.abort()
  return {
    begin() {
      end()
      current = new AbortController()
      return current.signal
    },
    end,
  }
}

/** The same for a component, which ends it when it is left. */
export function useNewest(): Newest {
  const [guard] = useState(newest)
  useEffect(() => guard.end, [])
  return guard
}

/** Code that is fetched once it is wanted. */
export interface Later<Code> {
  /** It, if it is here. */
  now(): Code | undefined
  /** Fetches it, anew after a failure, and answers whether it is here; never rejects. */
  fetch(): Promise<boolean>
}

export function later<Code>(load: () => Promise<Code>): Later<Code> {
  let code: Code | undefined
  return {
    now: () => code,
    async fetch() {
      try {
        code ??= await load()
      } catch (cause) {
        console.error('A part of this page could not be fetched.', cause)
      }
      return code !== undefined
    },
  }
}
