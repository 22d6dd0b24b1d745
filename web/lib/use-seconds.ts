import { useEffect, useState } from 'react'

/** Whole seconds until a time in milliseconds, counted down as they pass; 0 once it has come, or without one. */
export function useSecondsUntil(time: number | undefined): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(time))
  useEffect(() => {
    setSeconds(secondsUntil(time))
    if (secondsUntil(time) === 0) return
    const ticking = setInterval(() => {
      const left = secondsUntil(time)
      setSeconds(left)
      if (left === 0) clearInterval(ticking)
    }, 250)
    return () => clearInterval(ticking)
  }, [time])
  return seconds
}

function secondsUntil(time: number | undefined): number {
  return time === undefined ? 0 : Math.max(0, Math.ceil((time - Date.now()) / 1000))
}
