import { useEffect } from 'react'
import { toast } from 'react-hot-toast/headless'
import { onboardingFailures } from '#contract/messages/registrations.ts'
import { plain } from '#web/features/onboarding/details.ts'
import { forgetDraft, readDraft } from '#web/features/onboarding/draft.ts'
import type { Facts } from '#web/features/onboarding/session-state.ts'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { withoutAccount, type Order } from './attempt.ts'
import { meaningOf, type Taken } from './mandate-state.ts'
import { readOpenAttempt } from './open-attempt.ts'
import type { Finished } from './phase.ts'
import { markFields } from './use-bank-form.ts'
import { useMandate } from './use-mandate.ts'
import { useMaxAmount } from './use-max-amount.ts'
import { registerExecutive } from './register-call.ts'
import { registrationPayload } from './registration-payload.ts'

/** Step 2: a mandate, and with it the registration. */
export function useRegistering(wizard: Wizard) {
  const { bank: form } = wizard
  const amount = useMaxAmount()
  const fallback = onboardingFailures.mandateToken
  const mandate = useMandate(
    { form, amount, typed: () => typedIn(wizard), fallback },
    {
      finish: (order, taken) => register(wizard, order, taken),
      onAlreadyThere: ({ message }) => void goOn(message),
      onUnverified: ({ message }) => void restart(message),
      onFieldErrors: (errors) => markFields(form, errors),
    },
  )

  /** The bank has taken up a try of which this page knew nothing. */
  async function goOn(message: string) {
    const known = await wizard.reload()
    const order = known && takenUpIn(known)
    if (order) mandate.resume(order)
    else if (known?.registration) toast.error(message, { id: 'mandate' })
    else mandate.fail(message)
  }
  async function restart(message: string) {
    if (!(await wizard.restart())) mandate.fail(message)
  }
  useEffect(() => {
    // Step 1 may have been left with what was known long ago.
    void wizard.restart()
    fillFrom(wizard)
    const order = readOpenAttempt() ?? takenUpIn(wizard.facts)
    if (order) mandate.resume(order)
  }, [])
  return { form, amount, mandate }
}

/** What of step 1 the server is to keep: nothing, where this browser keeps it itself. */
function typedIn({ form, filled }: Wizard): Record<string, string> | undefined {
  if (readDraft()) return undefined
  const typed = Object.entries(plain(form.getValues())).filter(
    ([field, value]) => value && field !== 'aadhaar_no' && !(field in filled),
  )
  return Object.fromEntries(typed)
}

async function register(wizard: Wizard, order: Order, taken: Taken): Promise<Finished> {
  const details = plain({ ...wizard.form.getValues(), ...wizard.filled })
  const payload = registrationPayload(details, order, taken)
  const registered = await registerExecutive(payload, await wizard.photo.file())
  if (!registered.ok) {
    if (registered.isUnverified) await wizard.restart()
    return registered
  }
  forgetDraft()
  const status = taken.responseStatus === 'Success' ? 'active' : 'initiated'
  wizard.change({ registration: registered.registration, mandate: { ...withoutAccount(order), status } })
  return { ok: true }
}

function takenUpIn({ mandate }: Facts): Order | undefined {
  if (!mandate || meaningOf(mandate.status) !== 'taken up') return undefined
  const { status: _, ...order } = mandate
  return order
}

/** What of an earlier try the server tells again, where nothing is typed; masked, an account's number is no number. */
function fillFrom({ facts, bank }: Wizard): void {
  const { accountName, accountNo, ifscCode } = facts.mandate ?? {}
  const written = bank.getValues()
  if (accountName && !written.accountName) bank.setValue('accountName', accountName)
  if (accountNo && !accountNo.startsWith('X') && !written.accountNo) bank.setValue('accountNo', accountNo)
  if (ifscCode && !written.ifscCode) bank.setValue('ifscCode', ifscCode)
}
