import { useRef, useState } from 'react'

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

/** Code that is fetched once it is wanted. */
export interface Later<Code> {
  /** It, if it is here. */
  now(): Code | undefined
  /** Answers whether it is here; never rejects. What could not be fetched is asked for again by the next wish. */
  come(): Promise<boolean>
}

export function later<Code>(fetch: () => Promise<Code>): Later<Code> {
  let code: Code | undefined
  return {
    now: () => code,
    async come() {
      try {
        code ??= await fetch()
      } catch (cause) {
        console.error('A part of this page could not be fetched.', cause)
      }
      return code !== undefined
    },
  }
}
