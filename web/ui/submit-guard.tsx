import { useSyncExternalStore } from 'react'
import { submitGuard } from '#web/lib/submit-guard.ts'

/**
 * The guard of the form before it. It runs as the page is read, and never again: a script made later would be one that the
 * content policy refuses.
 */
export function SubmitGuard() {
  const isReadFromPage = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
  return isReadFromPage && <script dangerouslySetInnerHTML={{ __html: submitGuard }} />
}

function neverChanges() {
  return () => undefined
}
