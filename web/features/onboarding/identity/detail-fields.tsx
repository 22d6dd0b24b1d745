import type { ReactNode } from 'react'
import { inWords } from '#contract/messages/languages.ts'
import { identityHints, executiveForm, genderNames } from '#messages/identity.ts'
import type { DetailField } from '#web/features/onboarding/details.ts'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { fieldOf } from '#web/lib/focus.ts'
import { language } from '#web/lib/language.ts'
import { BirthField } from '#web/ui/birth-field.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { PhotoField } from './photo-field.tsx'

const genders = Object.entries(genderNames)

/** A field of step 1; what the record filled in is locked. */
export function detailField({ form, filled }: Wizard, field: DetailField) {
  return { ...fieldOf(form, field), lock: field in filled ? identityHints.lock : undefined }
}

interface DetailFieldsProps {
  wizard: Wizard
  /** The phone with its badge and button, which has its place between these. */
  phone: ReactNode
}

/** Who the executive is. What the Aadhaar record filled in is locked. */
export function DetailFields({ wizard, phone }: DetailFieldsProps) {
  const isAnyLocked = Object.keys(wizard.filled).length > 0
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="text-subhead font-semibold">{identityHints.heading}</legend>
      <p className="mt-2 text-quiet">{isAnyLocked ? identityHints.locks : identityHints.all}</p>
      <div className="mt-6 grid grid-cols-1 gap-8">
        <PhotoField photo={wizard.photo} />
        <TextField label={executiveForm.name.label} autoComplete="name" {...detailField(wizard, 'name')} />
        <TextField
          label={executiveForm.email.label}
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={executiveForm.email.hint}
          {...detailField(wizard, 'email')}
        />
        <Pair>
          <SelectField
            label={executiveForm.gender.label}
            choices={genders}
            placeholder={executiveForm.choose}
            chosen={wizard.filled.gender}
            autoComplete="sex"
            {...detailField(wizard, 'gender')}
          />
          <BirthDay wizard={wizard} />
        </Pair>
        {phone}
        <PlaceFields wizard={wizard} />
      </div>
    </fieldset>
  )
}

/** From the record it is written out and locked. */
function BirthDay({ wizard }: { wizard: Wizard }) {
  const { dob } = wizard.filled
  if (!dob) return <BirthField label={executiveForm.dob.label} {...detailField(wizard, 'dob')} />
  return (
    <div>
      <TextField label={executiveForm.dob.label} lock={identityHints.lock} value={inWords(dob, language)} />
      <input type="hidden" name="dob" value={dob} />
    </div>
  )
}

function PlaceFields({ wizard }: { wizard: Wizard }) {
  return (
    <>
      <TextArea
        label={executiveForm.address.label}
        rows={3}
        autoComplete="street-address"
        {...detailField(wizard, 'address')}
      />
      <Pair>
        <TextField
          label={executiveForm.city.label}
          autoComplete="address-level2"
          {...detailField(wizard, 'city')}
        />
        <TextField
          label={executiveForm.state.label}
          autoComplete="address-level1"
          {...detailField(wizard, 'state')}
        />
      </Pair>
      <Pair>
        <TextField
          label={executiveForm.country.label}
          autoComplete="country-name"
          {...detailField(wizard, 'country')}
        />
        <TextField
          label={executiveForm.pincode.label}
          inputMode="numeric"
          autoComplete="postal-code"
          {...detailField(wizard, 'pincode')}
        />
      </Pair>
    </>
  )
}

/** Two short fields beside each other where there is room. */
function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-8 sm:grid-cols-2 sm:gap-5">{children}</div>
}
