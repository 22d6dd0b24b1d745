import { oneAtATime } from '#web/lib/one-at-a-time.ts'

const SECOND_MS = 1000
/** Between one question and the next; the last wait goes on. */
const waits = [1, 3, 3, 5, 8, 12, 20, 30]
/** How often it is looked whether the bank's window is still there. */
const LOOK_MS = 500

/** Milliseconds until the next question, after so many. */
function waitAfter(questions: number): number {
  return (waits[Math.min(questions, waits.length - 1)] ?? 0) * SECOND_MS
}

interface Watch {
  /** Asks how it stands; never rejects. */
  ask(): Promise<void>
  isWindowGone(): boolean
  /** Told once. */
  onGone(): void
}

/** Asks at growing intervals, and at once when the window is gone, the line is back or the page is looked at again. */
export function watch({ ask, isWindowGone, onGone }: Watch): () => void {
  const running = { current: false }
  let questions = 0
  let timer: ReturnType<typeof setTimeout>
  let isStopped = false

  function askNow() {
    clearTimeout(timer)
    void oneAtATime(running, ask).then(plan)
  }
  function plan() {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(askNow, waitAfter(questions++))
  }
  const look = setInterval(() => {
    if (!isWindowGone()) return
    clearInterval(look)
    onGone()
    askNow()
  }, LOOK_MS)
  const seen = () => {
    if (document.visibilityState === 'visible') askNow()
  }
  plan()
  addEventListener('online', askNow)
  document.addEventListener('visibilitychange', seen)

  return () => {
    isStopped = true
    clearTimeout(timer)
    clearInterval(look)
    removeEventListener('online', askNow)
    document.removeEventListener('visibilitychange', seen)
  }
}
