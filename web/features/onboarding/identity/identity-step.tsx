import { Lock } from 'lucide-react'
import { type SyntheticEvent, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { fill } from '#contract/messages/sentences.ts'
import { consentTexts, otpMessages, identityHints, executiveForm, genderNames } from '#messages/identity.ts'
import { guardMessages, wizardMessages } from '#messages/registrations.ts'
import type { FilledField } from '#contract/schemas/identity.ts'
import { currentConsent } from '#contract/schemas/notices.ts'
import { type Wizard, isVerified } from '#web/features/onboarding/wizard.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine, Select, TableField, TextField } from '#web/ui/field.tsx'
import { NotWorking, useWake } from '#web/ui/form.tsx'
import {
  type VerifiedNumber,
  verifiedNumbers,
  otpModal,
  type Verification,
  useVerification,
  VerificationField,
} from './verification.tsx'
import { maskPhone } from '#contract/fields/field.ts'
import { toast } from '#web/ui/toast.ts'
import { inWords } from '#contract/messages/languages.ts'
import { language } from '#web/lib/page.ts'
import { PhotoField } from './photo-field.tsx'

const consent = consentTexts[currentConsent]

/** Step 1: who is registering, verified by two codes. */
export function IdentityStep({ wizard }: { wizard: Wizard }) {
  // One dialog at a time: a code that arrives meanwhile is entered afterwards.
  const [entering, setEntering] = useState<VerifiedNumber['key']>()
  const enter = (key: VerifiedNumber['key']) => setEntering((now) => now ?? key)
  const aadhaar = useVerification(verifiedNumbers.aadhaar, wizard, () => enter('aadhaar'))
  const phone = useVerification(verifiedNumbers.phone, wizard, () => enter('phone'))
  const dialog = (key: VerifiedNumber['key']) => ({
    wizard,
    isOpen: entering === key,
    onClose: () => setEntering(undefined),
  })
  const { submit, stop } = useLeaving(wizard)
  const stopAt = (place: string) => (stop?.at === place ? stop.message : undefined)
  return (
    <>
      {/* POST, so that nothing typed ever becomes part of an address, even if a script fails. */}
      <form
        ref={wizard.details.element}
        method="post"
        noValidate
        onSubmit={submit}
        onInput={wizard.details.keepDraft}
        className="group/form grid max-w-form grid-cols-1 gap-8"
      >
        <VerificationField
          consent={consent.aadhaar}
          verification={aadhaar}
          stop={stopAt('aadhaar')}
          field={wizard.details.field('aadhaar_no')}
        />
        <DetailFields
          wizard={wizard}
          phone={
            <VerificationField
              consent={consent.phone}
              verification={phone}
              stop={stopAt('phone')}
              field={wizard.details.field('phone')}
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
        {...dialog('aadhaar')}
        verification={aadhaar}
        about={aadhaar.code && fill(otpMessages.forAadhaar, { masked: aadhaar.code.shown })}
      />
      <CodeModal
        {...dialog('phone')}
        verification={phone}
        about={phone.code && fill(otpMessages.forPhone, { masked: maskPhone(phone.code.shown) })}
      />
    </>
  )
}

interface CodeModalProps {
  verification: Verification
  wizard: Wizard
  isOpen: boolean
  onClose(): void
  about: string | null
}

/** The dialog of one number. Afterwards the focus returns, or moves on if the number is verified. */
function CodeModal({ verification, wizard, ...modal }: CodeModalProps) {
  const verified = useRef(false)
  verified.current = verification.verified
  function finalFocus() {
    const form = wizard.details.element.current
    const button = form?.querySelector(`[data-verification="${verification.field}"] button`) ?? null
    const isOn = verified.current && form && button
    return isOn ? nextToFill(form, button) : (button as HTMLElement | null)
  }
  // Also if a late answer verified it.
  const isDone = modal.isOpen && verification.verified
  useEffect(() => {
    if (isDone) modal.onClose()
  }, [isDone])
  const OtpModal = otpModal.now()
  return OtpModal && <OtpModal {...modal} verification={verification} finalFocus={finalFocus} />
}

/** Returns where to go on after an element of a form: the next open, empty field, or else the last button. */
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

interface Stop {
  /** Where it is shown, beside the toast. */
  at: 'aadhaar' | 'phone' | 'fields'
  message: string
}

/** Returns what prevents leaving step 1, the first in the order of the specification (section 4). */
export function stopOf(state: { aadhaar: boolean; phone: boolean; fields: boolean }): Stop | undefined {
  if (!state.aadhaar) return { at: 'aadhaar', message: verifiedNumbers.aadhaar.guard }
  if (!state.phone) return { at: 'phone', message: verifiedNumbers.phone.guard }
  return state.fields ? undefined : { at: 'fields', message: guardMessages.fields }
}

/** Handles Next on step 1: what is missing is named in a toast and at its place, and the first of it gets the focus. */
function useLeaving(wizard: Wizard) {
  const { details, session, photo } = wizard
  const { form, element } = details
  const [stop, setStop] = useState<Stop>()

  async function leave(page: HTMLFormElement) {
    details.read(page)
    const verified = isVerified(session, form.getValues())
    const found =
      stopOf({ ...verified, fields: true }) ?? stopOf({ ...verified, fields: await checkAll(wizard) })
    setStop(found)
    if (!found) return wizard.next()
    // A repeated toast replaces the earlier one.
    toast.error(found.message, { id: 'guard', isSaidBeside: true })
    if (found.at !== 'fields') focusOn(page, found.at, form.getValues())
    else if (!photo.src) pictureOf(page)?.focus()
  }
  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    return leave(event.currentTarget)
  }

  useWake(element)

  // The message about a number disappears as soon as the number is verified.
  const { aadhaar, phone } = isVerified(session, form.getValues())
  const isMended = (stop?.at === 'aadhaar' && aadhaar) || (stop?.at === 'phone' && phone)
  return { submit, stop: isMended ? undefined : stop }
}

/** Marks every wrong field, and focuses the first. */
async function checkAll({ details, photo }: Wizard): Promise<boolean> {
  const right = await details.check()
  return photo.require() && right !== undefined
}

/** Focuses the number if it has to be typed, otherwise its button. */
function focusOn(page: HTMLFormElement, at: 'aadhaar' | 'phone', values: Record<string, string>) {
  const { field, schema, plain } = verifiedNumbers[at]
  const place = page.querySelector(`[data-verification="${field}"]`)
  const isWhole = schema.safeParse(plain(values[field] ?? '')).success
  place?.querySelector<HTMLElement>(isWhole ? 'button' : 'input')?.focus()
}

function pictureOf(page: HTMLFormElement): HTMLInputElement | null {
  return page.querySelector('input[type="file"]')
}

const genders = [['', executiveForm.choose], ...Object.entries(genderNames)] as [string, string][]

interface DetailFieldsProps {
  wizard: Wizard
  /** The phone with its badge and button, which is shown between these fields. */
  phone: ReactNode
}

/** The person's details: all in the specification's order, or those that the Aadhaar record left open. */
function DetailFields({ wizard, phone }: DetailFieldsProps) {
  const isRead = Object.keys(wizard.filled).length > 0
  const { filled } = wizard
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="text-subhead font-semibold">{identityHints.heading}</legend>
      {isRead ? <ReadCard wizard={wizard} /> : <p className="mt-2 text-quiet">{identityHints.all}</p>}
      <div className="mt-6 grid grid-cols-1 gap-8">
        {!isRead && <PhotoField photo={wizard.photo} />}
        {!filled.name && <TextField {...wizard.details.field('name')} />}
        <TextField {...wizard.details.field('email')} />
        {isRead && phone}
        {!(filled.gender && filled.dob) && (
          <Pair>
            {!filled.gender && <Select choices={genders} {...wizard.details.field('gender')} />}
            {!filled.dob && <TableField {...wizard.details.field('dob')} />}
          </Pair>
        )}
        {!isRead && phone}
        <PlaceFields wizard={wizard} />
      </div>
    </fieldset>
  )
}

/** The details from the Aadhaar record, to be checked; only the photo can be replaced. */
function ReadCard({ wizard }: { wizard: Wizard }) {
  const { filled, photo } = wizard
  const read = (['name', 'gender', 'dob', 'address', 'city', 'state', 'country', 'pincode'] as const).filter(
    (field) => field in filled,
  )
  return (
    <div className="mt-4 rounded-card border border-line bg-panel p-[min(1.25rem,6vw)]">
      <p className="flex items-center gap-2 font-semibold">
        <Lock aria-hidden className="size-4 shrink-0" />
        {identityHints.lock}
      </p>
      <p id="read-card" className="mt-1 text-small text-quiet">
        {identityHints.locks}
      </p>
      <div className="mt-4 grid gap-2">
        {read.map((field) => (
          <ReadField key={field} wizard={wizard} field={field} />
        ))}
      </div>
      <div className="mt-5">
        <PhotoField photo={photo} />
      </div>
    </div>
  )
}

/** A line of the card; if the text that is sent differs, it is a hidden field beside the line. */
function ReadField({ wizard, field }: { wizard: Wizard; field: FilledField }) {
  const id = useId()
  const value = wizard.filled[field] ?? ''
  const { label, hint: _, error: __, rows, type: ___, ...registered } = wizard.details.field(field)
  const words =
    field === 'dob'
      ? inWords(value, language)
      : field === 'gender'
        ? genderNames[value as keyof typeof genderNames]
        : undefined
  const Line = rows ? 'textarea' : 'input'
  const line = {
    ...{ id, readOnly: true, 'aria-describedby': 'read-card' },
    className: 'w-full min-w-0 resize-none bg-transparent font-medium',
  }
  return (
    <div
      data-field
      className="grid grid-cols-[minmax(5.5rem,auto)_minmax(0,1fr)] items-baseline gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)]"
    >
      <label htmlFor={id} className="text-small text-quiet">
        {label}
      </label>
      {words === undefined ? (
        <Line {...(rows ? { rows: 2 } : {})} {...registered} {...line} />
      ) : (
        <>
          <input {...line} value={words} />
          <input type="hidden" name={field} value={value} />
        </>
      )}
    </div>
  )
}

function PlaceFields({ wizard }: { wizard: Wizard }) {
  const open = (['city', 'state', 'country', 'pincode'] as const).filter((field) => !(field in wizard.filled))
  return (
    <>
      {!wizard.filled.address && <TableField {...wizard.details.field('address')} />}
      {open.length > 0 && (
        <Pair>
          {open.map((field) => (
            <TextField key={field} {...wizard.details.field(field)} />
          ))}
        </Pair>
      )}
    </>
  )
}

/** Two short fields side by side if there is room. */
function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-8 sm:grid-cols-2 sm:gap-5">{children}</div>
}
