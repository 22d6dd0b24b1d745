import { useEffect, useState, useSyncExternalStore, type RefObject, type SyntheticEvent } from 'react'
import type { Fields } from '#contract/fields/field.ts'
import { type FieldsOptions, type Sent, useFields, valuesIn } from '#web/lib/form.ts'
import { readTexts, storeTexts } from '#web/lib/tab-storage.ts'
import { enquiryMessages } from '#messages/enquiries.ts'
import { useOneAtATime } from '#web/lib/async.ts'
import { ErrorLine } from './field.tsx'

interface SiteFormOptions<Table extends Fields> extends FieldsOptions<Table> {
  /** Where this tab keeps what is typed over a refresh, and for the same page in another language. */
  draft: string
  /** What else has to be right: answers how to lead to the first of it that is not. */
  checkRest?(): Promise<(() => void) | undefined>
  /** Sends what is right; answers the sentence that refuses it, if one is to stand beside the button. */
  send(values: Sent<Table>, page: HTMLFormElement): Promise<string | undefined | void>
}

/** A form that stands whole in the page's HTML, and that a browser without scripts posts by itself. */
export function useSiteForm<Table extends Fields>(options: SiteFormOptions<Table>) {
  const { draft, checkRest, send } = options
  const fields = useFields(options)
  const { element, names, read, check, fill } = fields
  const [refusal, setRefusal] = useState<string>()

  useEffect(() => fill(readTexts(draft)), [])
  const keepDraft = () => element.current && storeTexts(draft, valuesIn(element.current, names))
  const { submit, busy } = useSubmit(async (page) => {
    setRefusal(undefined)
    const leadToRest = await checkRest?.()
    read(page)
    const right = await check()
    if (right && leadToRest) leadToRest()
    else if (right) setRefusal((await send(right, page)) ?? undefined)
  })
  useWake(element)
  const props = {
    ref: element,
    method: 'post',
    noValidate: true,
    onSubmit: submit,
    onInput: keepDraft,
  } as const
  return { ...fields, props, busy, refusal }
}

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

/** Takes a form over from its guard, and submits it again if a submit was held. */
export function useWake(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (!form.current) return
    const { dataset } = form.current
    const isHeld = 'held' in dataset
    dataset['awake'] = ''
    delete dataset['held']
    delete dataset['stuck']
    if (isHeld) form.current.requestSubmit()
  }, [])
}

interface Submit {
  submit(event: SyntheticEvent<HTMLFormElement>): Promise<void>
  busy: boolean
}

/** A form's submit, which never runs twice at a time. */
function useSubmit(send: (form: HTMLFormElement) => Promise<void>): Submit {
  const { busy, run } = useOneAtATime()
  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    const form = event.currentTarget
    event.preventDefault()
    await run(() => send(form))
  }
  return { submit, busy }
}

/** Shown where there are scripts, and the form's code did not come. */
export function NotWorking() {
  return (
    <div role="alert" className="hidden group-data-stuck/form:block">
      <ErrorLine>{enquiryMessages.notWorking}</ErrorLine>
    </div>
  )
}
