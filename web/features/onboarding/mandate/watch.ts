import { oneAtATime } from '#web/lib/one-at-a-time.ts'

const SECOND_MS = 1000
/** Between one question and the next; the last wait goes on. */
const waits = [1, 3, 3, 5, 8, 12, 20, 30]
/** How often it is looked how the bank's window stands. */
const LOOK_MS = 200

/** Milliseconds until the next question, after so many. */
function waitAfter(questions: number): number {
  return (waits[Math.min(questions, waits.length - 1)] ?? 0) * SECOND_MS
}

interface Watch {
  /** Asks how it stands; never rejects. */
  ask(): Promise<void>
  /** True when what is seen is a reason to ask at once. */
  look(): boolean
  /** Something of the page failed. */
  onFault(): void
}

/** Asks at growing intervals, and at once when the window is gone, the line is back or the page is looked at again. */
export function watch({ ask, look, onFault }: Watch): () => void {
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
  const looking = setInterval(() => {
    if (look()) askNow()
  }, LOOK_MS)
  const seen = () => {
    if (document.visibilityState === 'visible') askNow()
  }
  plan()
  addEventListener('online', askNow)
  addEventListener('error', onFault)
  document.addEventListener('visibilitychange', seen)

  return () => {
    isStopped = true
    clearTimeout(timer)
    clearInterval(looking)
    removeEventListener('online', askNow)
    removeEventListener('error', onFault)
    document.removeEventListener('visibilitychange', seen)
  }
}
