import { useRef } from 'react'
import { consentTexts, identityHints, otpForAadhaar, otpForPhone } from '#contract/messages/identity.ts'
import { enquiryMessages } from '#contract/messages/enquiries.ts'
import { wizardMessages } from '#contract/messages/registrations.ts'
import { currentConsent } from '#contract/schemas/identity.ts'
import { StepButtons } from '#web/features/onboarding/step-buttons.tsx'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { DetailFields, fieldOf } from './detail-fields.tsx'
import { nextToFill } from './next-field.ts'
import { provenNumbers } from './numbers.ts'
import { otpModal } from './otp-modal-later.ts'
import { VerificationField } from './verification-field.tsx'
import { useLeaving } from './use-leaving.ts'
import { useVerification, type Proof } from './use-verification.ts'

const consent = consentTexts[currentConsent]

/** Step 1: who is registering, proved by two codes. */
export function IdentityStep({ wizard }: { wizard: Wizard }) {
  const aadhaar = useVerification(provenNumbers.aadhaar, wizard)
  const phone = useVerification(provenNumbers.phone, wizard)
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
          proof={aadhaar}
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
              proof={phone}
              stop={stopAt('phone')}
              field={fieldOf(wizard, 'phone')}
            />
          }
        />
        <div>
          <StepButtons onBack={wizard.back}>
            <SubmitButton busy={false}>{wizardMessages.next}</SubmitButton>
          </StepButtons>
          <div role="alert" className="mt-4">
            {stop?.at === 'fields' && <ErrorLine>{stop.message}</ErrorLine>}
          </div>
          <div role="alert" className="hidden group-data-stuck/form:block noscript:block">
            <ErrorLine>{enquiryMessages.notWorking}</ErrorLine>
          </div>
        </div>
      </form>
      <CodeModal proof={aadhaar} wizard={wizard} about={aadhaar.code && otpForAadhaar(aadhaar.code.shown)} />
      <CodeModal proof={phone} wizard={wizard} about={phone.code && otpForPhone(phone.code.shown)} />
    </>
  )
}

interface CodeModalProps {
  proof: Proof
  wizard: Wizard
  about: string | null
}

/** The modal of one number, and where the focus goes after it: back, or on once the number is verified. */
function CodeModal({ proof, wizard, about }: CodeModalProps) {
  const verified = useRef(false)
  verified.current = proof.verified
  function finalFocus() {
    const form = wizard.element.current
    const button = form?.querySelector(`[data-proof="${proof.field}"] button`) ?? null
    const isOn = verified.current && form && button
    return isOn ? nextToFill(form, button) : (button as HTMLElement | null)
  }
  const OtpModal = otpModal.now()
  return OtpModal && <OtpModal proof={proof} about={about} finalFocus={finalFocus} />
}
