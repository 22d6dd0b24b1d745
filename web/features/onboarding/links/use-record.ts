import { useCallback, useEffect, useState } from 'react'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { endWithSession } from '#web/lib/end-with-session.ts'
import { goHomeWith } from '#web/lib/left-toast.ts'
import { openRecordPatiently, recordId, type OpenedRecord } from './open-record.ts'

export type ShownRecord = Extract<OpenedRecord, { is: 'open' | 'locked' }> | { is: 'loading' }

/**
 * The record that the page's address names. When it cannot be opened, or there is nothing to do here, which `whyNot`
 * tells of a record that is there, the visitor goes home with the reason.
 */
export function useRecord(whyNot: (record: PersonRecord) => string | undefined) {
  const [opened, setOpened] = useState<ShownRecord>({ is: 'loading' })
  const load = useCallback(async () => {
    setOpened({ is: 'loading' })
    const found = await openRecordPatiently(recordId())
    const leave = (message: string) => goHomeWith({ type: 'error', message })
    if (found.is === 'unreached') return leave(found.failure.message)
    if (found.is === 'refused') return leave(found.message)
    const reason = found.is === 'open' ? whyNot(found.record) : undefined
    if (reason !== undefined) return leave(reason)
    setOpened(found)
  }, [])
  useEffect(() => void load(), [])
  useEffect(() => (opened.is === 'open' ? endWithSession() : undefined), [opened.is])
  return { opened, load: () => void load() }
}
