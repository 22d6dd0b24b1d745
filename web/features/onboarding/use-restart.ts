import { useState } from 'react'
import { toast } from 'react-hot-toast/headless'
import type { UseFormReturn } from 'react-hook-form'
import { maskedAadhaar } from '#contract/fields.ts'
import { wizardMessages } from '#contract/messages/registrations.ts'
import type { Details } from './details.ts'
import type { Facts } from './session-state.ts'
import { isVerified } from './use-details.ts'

interface RestartParts {
  facts: Facts
  form: UseFormReturn<Details>
  reload(): Promise<Facts | undefined>
  toFirst(): void
}

/** A session ends by itself after a while; then both numbers have to be verified again. */
export function useRestart({ facts, form, reload, toFirst }: RestartParts) {
  const [isAway, setAway] = useState(false)

  async function restart(): Promise<boolean> {
    const known = await reload()
    const typed = form.getValues()
    if (!known || known.registration || isWhole(known, typed)) return false
    const number = typed.aadhaar_no ?? ''
    const isStale = maskedAadhaar.safeParse(number).success && number !== known.aadhaar?.masked
    // Of a masked number that nobody knows any more nothing can be made.
    if (isStale) form.setValue('aadhaar_no', known.aadhaarCode?.shown ?? '')
    setAway(true)
    toast.error(wizardMessages.away, { id: 'mandate' })
    toFirst()
    return true
  }
  return { restart, isAway: isAway && !isWhole(facts, form.getValues()) }
}

function isWhole(facts: Facts, typed: Partial<Details>): boolean {
  const { aadhaar, phone } = isVerified(facts, typed)
  return aadhaar && phone
}
