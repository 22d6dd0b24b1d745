import { useEffect, useState } from 'react'
import type { VacancyNamed } from '#contract/schemas/vacancy-named.ts'
import { later } from '#web/lib/async.ts'

/** The code that reads and shows a vacancy; most applications name none. */
export const vacancyCode = later(() => import('./vacancy.tsx'))

async function nameOf(reference: string, signal: AbortSignal): Promise<VacancyNamed | undefined> {
  await vacancyCode.fetch()
  return vacancyCode.now()?.askForVacancy(reference, signal)
}

/**
 * The vacancy in the address (`?job=VA-…`), with its title once that is known; `found` is called for an open one. Its
 * reference is sent without waiting for the title.
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
      // Without an answer the usual form is shown, so that nobody is kept from applying.
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

/** Removes from the address what was removed from the form, so that a reload does not restore it. */
export function dropFromAddress(name: 'job' | 'service'): void {
  const address = new URL(location.href)
  address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
}
