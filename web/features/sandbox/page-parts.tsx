import { useCallback, useEffect, useRef } from 'react'

export const ANSWER_LIMIT_MS = 5000
/** The most that are shown; the server has the others. */
export const MOST = 100

const clock = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** A moment as a clock in India shows it. */
export function timeInIndia(at: Date): string {
  return `${clock.format(at)} IST`
}

interface EmptyProps {
  heading: string
  before: string
  link: string
  after: string
  href: string
}

/** In the place of a list that has nothing yet: where something for it is made. */
export function Empty({ heading, before, link, after, href }: EmptyProps) {
  return (
    <div className="outbox-empty">
      <h3 className="text-lead">{heading}</h3>
      <p className="mt-2">
        {before}
        <a href={href} className="link">
          {link}
        </a>
        {after}
      </p>
    </div>
  )
}

/** What is said of a list, and whether it is a fault. */
export interface Said {
  words: string
  fault?: boolean
}

const REFRESH_MS = 2000

interface Asking<Answer> {
  ask(): Promise<Answer>
  /** Gets each answer, but for those that come after a later question. */
  take(answer: Answer): void
  /** Another one asks at once. */
  about?: string
}

/** Asks now and again two seconds after an answer, while the page is in view. Answers how to ask at once. */
export function useFresh<Answer>({ ask, take, about = '' }: Asking<Answer>): () => Promise<void> {
  const latest = useRef({ ask, take })
  latest.current = { ask, take }
  const questions = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refresh = useCallback(async () => {
    clearTimeout(timer.current)
    const question = ++questions.current
    const answer = await latest.current.ask()
    if (question !== questions.current) return
    latest.current.take(answer)
    if (!document.hidden) timer.current = setTimeout(() => void refresh(), REFRESH_MS)
  }, [])
  useEffect(() => {
    const look = () => (document.hidden ? clearTimeout(timer.current) : void refresh())
    document.addEventListener('visibilitychange', look)
    void refresh()
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(timer.current)
      questions.current += 1
    }
  }, [about])
  return refresh
}
