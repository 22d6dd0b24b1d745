import { useCallback, useEffect, useState } from 'react'
import type { PersonRecord } from '#contract/records.ts'
import { goHomeWith } from './left-toast.ts'
import { openRecord, recordId, type OpenedRecord } from './open-record.ts'

export type ShownRecord = Exclude<OpenedRecord, { is: 'unknown' }> | { is: 'loading' }

/**
 * The record that the page's address names. Whoever has nothing to do here is sent home with the reason, which `whyNot`
 * gives for a record that is there.
 */
export function useRecord(whyNot: (record: PersonRecord) => string | undefined) {
  const [opened, setOpened] = useState<ShownRecord>({ is: 'loading' })
  const load = useCallback(async () => {
    setOpened({ is: 'loading' })
    const found = await openRecord(recordId())
    if (found.is === 'unknown') return goHomeWith({ type: 'error', message: found.message })
    const message = found.is === 'open' ? whyNot(found.record) : undefined
    if (message !== undefined) return goHomeWith({ type: 'error', message })
    setOpened(found)
  }, [])
  useEffect(() => void load(), [])
  return { opened, load: () => void load() }
}
