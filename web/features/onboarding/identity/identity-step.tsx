import { useRef } from 'react'
import { consentTexts, identityHints, otpForAadhaar, otpForPhone } from '#contract/messages/identity.ts'
import { wizardMessages } from '#contract/messages/registrations.ts'
import { currentConsent } from '#contract/schemas/identity.ts'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { NotWorking } from '#web/ui/submit-guard.tsx'
import { DetailFields, fieldOf } from './detail-fields.tsx'
import { verifiedNumbers } from './verification-calls.ts'
import { otpModal, type Verification, useVerification } from './use-verification.ts'
import { useLeaving } from './leave-step.ts'
import { VerificationField } from './verification-field.tsx'

const consent = consentTexts[currentConsent]

/** Step 1: who is registering, verified by two codes. */
export function IdentityStep({ wizard }: { wizard: Wizard }) {
  const aadhaar = useVerification(verifiedNumbers.aadhaar, wizard)
  const phone = useVerification(verifiedNumbers.phone, wizard)
  const { submit, stop } = useLeaving(wizard)
  const stopAt = (place: string) => (stop?.at === place ? stop.message : undefined)
  return (
    <>
      {/* POST, so that nothing typed could ever reach an address, whatever happens to the scripts. */}
      <form
        ref={wizard.element}
        method="post"
        noValidate
        onSubmit={submit}
        onInput={wizard.keepDraft}
        className="group/form grid max-w-form grid-cols-1 gap-8"
      >
        <VerificationField
          label="Aadhaar number"
          hint={identityHints.aadhaar}
          consent={consent.aadhaar}
          inputMode="numeric"
          autoComplete="off"
          verification={aadhaar}
          stop={stopAt('aadhaar')}
          field={fieldOf(wizard, 'aadhaar_no')}
        />
        <DetailFields
          wizard={wizard}
          phone={
            <VerificationField
              label="Phone"
              hint={identityHints.phone}
              consent={consent.phone}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              verification={phone}
              stop={stopAt('phone')}
              field={fieldOf(wizard, 'phone')}
            />
          }
        />
        <div>
          <div className="flex flex-wrap gap-3">
            <button type="button" className="button button-quiet" onClick={wizard.back}>
              {wizardMessages.back}
            </button>
            <SubmitButton busy={false}>{wizardMessages.next}</SubmitButton>
          </div>
          <div role="alert" className="mt-4">
            {stop?.at === 'fields' && <ErrorLine>{stop.message}</ErrorLine>}
          </div>
          <NotWorking />
        </div>
      </form>
      <CodeModal
        verification={aadhaar}
        wizard={wizard}
        about={aadhaar.code && otpForAadhaar(aadhaar.code.shown)}
      />
      <CodeModal verification={phone} wizard={wizard} about={phone.code && otpForPhone(phone.code.shown)} />
    </>
  )
}

interface CodeModalProps {
  verification: Verification
  wizard: Wizard
  about: string | null
}

/** The modal of one number, and where the focus goes after it: back, or on once the number is verified. */
function CodeModal({ verification, wizard, about }: CodeModalProps) {
  const verified = useRef(false)
  verified.current = verification.verified
  function finalFocus() {
    const form = wizard.element.current
    const button = form?.querySelector(`[data-verification="${verification.field}"] button`) ?? null
    const isOn = verified.current && form && button
    return isOn ? nextToFill(form, button) : (button as HTMLElement | null)
  }
  const OtpModal = otpModal.now()
  return OtpModal && <OtpModal verification={verification} about={about} finalFocus={finalFocus} />
}

/** Where a person goes on after an element of a form: the next field that is open and empty, or else its last button. */
function nextToFill(form: HTMLFormElement, after: Element): HTMLElement | null {
  const behind = [...form.elements].filter(
    (one) => after.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return (behind.find(isToFill) as HTMLElement | undefined) ?? form.querySelector('button[type="submit"]')
}

function isToFill(field: Element): boolean {
  if (field instanceof HTMLInputElement && field.type === 'file') return 'empty' in field.dataset
  if (field instanceof HTMLSelectElement) return field.value === ''
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return isText && !field.readOnly && field.value === ''
}
