import { type RefObject, type SyntheticEvent, useEffect, useState, useSyncExternalStore } from 'react'
import type { FormFields } from '#contract/fields/field.ts'
import type { Failure } from '#web/lib/api.ts'
import { type FieldsOptions, type Sent, useFields } from '#web/lib/form.ts'
import { enquiryMessages } from '#messages/enquiries.ts'
import { useOneAtATime } from '#web/lib/async.ts'
import { useAsPosted } from '#web/lib/posted-form.ts'
import { ErrorLine } from './field.tsx'

interface FormOptions<Table extends FormFields> extends FieldsOptions<Table> {
  /** Checks what else has to be right; returns a function that leads to the first wrong part. */
  checkRest?(): Promise<(() => void) | undefined>
  /** Sends the values; returns why it is refused, if it is. The sentences of fields are shown there. */
  send(
    values: Sent<Table>,
    page: HTMLFormElement,
  ): Promise<Pick<Failure, 'message' | 'errors'> | undefined | void>
}

/** A form of fields: it is sent once at a time, when all is right, and shows why it was refused. */
export function useForm<Table extends FormFields>({ checkRest, send, ...options }: FormOptions<Table>) {
  const fields = useFields(options)
  const { element, read, check, mark } = fields
  const [refusal, setRefusal] = useState<string>()
  const { busy, run } = useOneAtATime()

  async function submit(page: HTMLFormElement) {
    setRefusal(undefined)
    const leadToRest = await checkRest?.()
    read(page)
    const right = await check()
    if (right && leadToRest) return leadToRest()
    const refused = right && (await send(right, page))
    if (!refused) return
    mark(refused.errors)
    setRefusal(refused.message)
  }
  const props = {
    ref: element,
    noValidate: true,
    onInput: fields.keepDraft,
    async onSubmit(event: SyntheticEvent<HTMLFormElement>) {
      const page = event.currentTarget
      event.preventDefault()
      await run(() => submit(page))
    },
  } as const
  return { ...fields, props, busy, refusal }
}

/** A form that is complete in the page's HTML, and that a browser without scripts posts by itself. */
export function useSiteForm<Table extends FormFields>(options: FormOptions<Table>) {
  const form = useForm(options)
  useWake(form.element)
  return { ...form, props: { ...form.props, method: 'post' } as const }
}

/**
 * The guard of the form before it. It runs once, as the page is parsed; the content policy would refuse a script
 * added later.
 */
export function SubmitGuard() {
  const isPosted = import.meta.env.SSR && useAsPosted() !== undefined
  const isReadFromPage = useSyncExternalStore(
    neverChanges,
    () => false,
    () => !isPosted,
  )
  return isReadFromPage && <script dangerouslySetInnerHTML={{ __html: submitGuard }} />
}

function neverChanges() {
  return () => undefined
}

/**
 * Runs in the page as soon as the form is parsed, long before the form's own code. A submit pressed that early must
 * neither leave the page nor be lost: it is held (and shown as busy) until the form wakes and sends it. If the form
 * has not woken after 15 seconds, the page says so. `data-awake`, `data-held` and `data-stuck` belong to the form.
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

/** Shown if scripts run, but the form's code did not arrive. */
export function NotWorking() {
  return (
    <div role="alert">
      <div className="hidden group-data-stuck/form:block">
        <ErrorLine>{enquiryMessages.notWorking}</ErrorLine>
      </div>
    </div>
  )
}
