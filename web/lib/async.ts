import { useEffect, useRef, useState } from 'react'

/** Does the work unless it is in progress; ready again however it ends, even by an error. */
export async function oneAtATime(running: { current: boolean }, work: () => Promise<void>): Promise<void> {
  if (running.current) return
  running.current = true
  try {
    await work()
  } finally {
    running.current = false
  }
}

/** The same for a component, which shows that it is busy; returns the work's result, or undefined if it did not run. */
export function useOneAtATime() {
  const [busy, setBusy] = useState(false)
  // A button is disabled only by the next rendering; this counts from the first press.
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

/** The guard against late answers: each `begin` aborts the previous signal, and `end` the last one. */
export interface Newest {
  /** Returns a signal to check once an answer has come: if it is aborted, the answer is too late to be shown. */
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

/** The same for a component, which ends it when it is unmounted. */
export function useNewest(): Newest {
  const [guard] = useState(newest)
  useEffect(() => guard.end, [])
  return guard
}

/** Code that is loaded on demand. */
export interface Later<Code> {
  /** Returns the code if it is loaded. */
  now(): Code | undefined
  /** Loads the code, again after a failure, and returns whether it is loaded; never rejects. */
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
