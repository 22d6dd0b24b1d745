import { useEffect, useState } from 'react'
import type { VacancyNamed } from '#contract/schemas/vacancy-named.ts'
import { later } from '#web/lib/async.ts'

/** What asks for a vacancy and shows it: most applications are for none. */
export const vacancyCode = later(() => import('./vacancy.tsx'))

async function nameOf(reference: string, signal: AbortSignal): Promise<VacancyNamed | undefined> {
  await vacancyCode.fetch()
  return vacancyCode.now()?.askForVacancy(reference, signal)
}

/**
 * The vacancy that the address names (`?job=VA-…`), with its title once that is known; `found` is told of one that is open.
 * Its reference is sent without waiting for the title.
 */
export function useVacancy(found: (vacancy: VacancyNamed) => void) {
  const [named, setNamed] = useState<VacancyNamed>()
  const [reference, setReference] = useState<string>()
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('job')
    if (!asked || !/^VA-\w{6}$/i.test(asked)) return undefined
    setReference(asked)
    const gone = new AbortController()
    void nameOf(asked, gone.signal).then((vacancy) => {
      // Without an answer the form is the one of every day: nobody is kept from applying.
      if (gone.signal.aborted || !vacancy) return
      setNamed(vacancy)
      if (vacancy.isOpen) found(vacancy)
    })
    return () => gone.abort()
  }, [])

  function drop() {
    setNamed(undefined)
    setReference(undefined)
    dropFromAddress('job')
  }
  return { named, reference, drop }
}

/** What was dropped from the form a reload shall not bring back. */
export function dropFromAddress(name: 'job' | 'service'): void {
  const address = new URL(location.href)
  address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
}
