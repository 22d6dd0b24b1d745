import { useSyncExternalStore } from 'react'

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

/**
 * Runs in the page as soon as the form is parsed, long before the form's own code. A submit pressed that early must neither
 * leave the page nor be lost: it is held (and shown as busy) until the form wakes and sends it. If the form has not woken
 * after 15 seconds, the page says so. `data-awake`, `data-held` and `data-stuck` are the form's.
 */
const submitGuard = `{
const form = document.currentScript.previousElementSibling
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const { dataset } = form
  if ('awake' in dataset) return
  dataset.held = ''
  delete dataset.stuck
  setTimeout(() => {
    if (!('held' in dataset)) return
    delete dataset.held
    dataset.stuck = ''
  }, 15000)
})
}`

/** Tells the guard that the form looks after itself from here on; true when a submit was held for it. */
export function wake(form: HTMLFormElement): boolean {
  const { dataset } = form
  const held = 'held' in dataset
  dataset.awake = ''
  delete dataset.held
  delete dataset.stuck
  return held
}
