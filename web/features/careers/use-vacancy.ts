import { useEffect, useState } from 'react'
import { api } from '#contract/paths.ts'
import { vacancyNamed, type VacancyNamed } from '#contract/schemas/vacancy-named.ts'
import { careerMessages } from '#messages/careers.ts'
import { getJson } from '#web/lib/api.ts'

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
    void getJson({
      schema: vacancyNamed,
      url: api.vacancy + asked,
      fallback: careerMessages.failed,
      signal: gone.signal,
    }).then((answer) => {
      // Without an answer the form is the one of every day: nobody is kept from applying.
      if (gone.signal.aborted || !answer.ok) return
      setNamed(answer.body.data)
      if (answer.body.data.isOpen) found(answer.body.data)
    })
    return () => gone.abort()
  }, [])

  function drop() {
    setNamed(undefined)
    setReference(undefined)
    // A reload shall not bring it back.
    const address = new URL(location.href)
    address.searchParams.delete('job')
    history.replaceState(history.state, '', address)
  }
  return { named, reference, drop }
}
