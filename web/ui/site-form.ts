import { useEffect, useState } from 'react'
import type { Fields } from '#contract/fields/field.ts'
import { type FieldsOptions, type Sent, useFields, valuesIn } from '#web/lib/form.ts'
import { readTexts, storeTexts } from '#web/lib/tab-storage.ts'
import { useSubmit, useWake } from './submit-guard.tsx'

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
