import { guardMessages } from '#contract/messages/registrations.ts'
import { verifiedNumbers } from './verification-calls.ts'
import { detailFields, isVerified } from '#web/features/onboarding/details.ts'
import { type SyntheticEvent, useState } from 'react'
import { readPage } from '#web/lib/form.ts'
import { toast } from 'react-hot-toast/headless'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { useWake } from '#web/ui/submit-guard.tsx'

export interface Stop {
  /** Where it is said, beside the toast. */
  at: 'aadhaar' | 'phone' | 'fields'
  message: string
}

/** What stops step 1, the first in the order of the specification (section 4); nothing when it may be left. */
export function stopOf(state: { aadhaar: boolean; phone: boolean; fields: boolean }): Stop | undefined {
  if (!state.aadhaar) return { at: 'aadhaar', message: verifiedNumbers.aadhaar.guard }
  if (!state.phone) return { at: 'phone', message: verifiedNumbers.phone.guard }
  return state.fields ? undefined : { at: 'fields', message: guardMessages.fields }
}

/** Next on step 1: what is missing is said in a toast and in its place, and the focus goes to the first of it. */
export function useLeaving(wizard: Wizard) {
  const { form, session, photo, element } = wizard
  const [stop, setStop] = useState<Stop>()

  async function leave(page: HTMLFormElement) {
    readPage(form, page, detailFields)
    const verified = isVerified(session, form.getValues())
    const found =
      stopOf({ ...verified, fields: true }) ?? stopOf({ ...verified, fields: await checkAll(wizard) })
    setStop(found)
    if (!found) return wizard.next()
    // The same one again takes the place of the one before.
    toast.error(found.message, { id: 'guard' })
    if (found.at !== 'fields') focusOn(page, found.at, form.getValues())
    else if (!photo.src) pictureOf(page)?.focus()
  }
  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    return leave(event.currentTarget)
  }

  useWake(element)

  // What was said of a number goes as soon as that number is verified.
  const { aadhaar, phone } = isVerified(session, form.getValues())
  const isMended = (stop?.at === 'aadhaar' && aadhaar) || (stop?.at === 'phone' && phone)
  return { submit, stop: isMended ? undefined : stop }
}

/** Marks every field that is wrong, as touched ones are, and leads to the first. */
async function checkAll({ form, photo }: Wizard): Promise<boolean> {
  let isRight = false
  await form.handleSubmit(() => {
    isRight = true
  })()
  return photo.require() && isRight
}

/** To the number where it has to be typed, and else to its button. */
function focusOn(page: HTMLFormElement, at: 'aadhaar' | 'phone', values: Record<string, string>) {
  const { field, schema, plain } = verifiedNumbers[at]
  const place = page.querySelector(`[data-verification="${field}"]`)
  const isWhole = schema.safeParse(plain(values[field] ?? '')).success
  place?.querySelector<HTMLElement>(isWhole ? 'button' : 'input')?.focus()
}

function pictureOf(page: HTMLFormElement): HTMLInputElement | null {
  return page.querySelector('input[type="file"]')
}
