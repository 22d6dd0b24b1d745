import type { ReactNode } from 'react'
import { inWords } from '#contract/messages/languages.ts'
import { identityHints, executiveForm, genderNames } from '#messages/identity.ts'
import type { DetailField } from '#web/features/onboarding/details.ts'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { language } from '#web/lib/language.ts'
import { SelectField, TableField, TextField } from '#web/ui/field.tsx'
import { PhotoField } from './photo-field.tsx'

const genders = Object.entries(genderNames)

/** A field of step 1; what the record filled in is locked. */
export function detailField({ details, filled }: Wizard, field: DetailField) {
  return { ...details.field(field), lock: field in filled ? identityHints.lock : undefined }
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
        <TextField {...detailField(wizard, 'name')} />
        <TextField {...detailField(wizard, 'email')} />
        <Pair>
          <SelectField
            choices={genders}
            placeholder={executiveForm.choose}
            chosen={wizard.filled.gender}
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
  if (!dob) return <TableField {...detailField(wizard, 'dob')} />
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
      <TableField {...detailField(wizard, 'address')} />
      <Pair>
        <TextField {...detailField(wizard, 'city')} />
        <TextField {...detailField(wizard, 'state')} />
      </Pair>
      <Pair>
        <TextField {...detailField(wizard, 'country')} />
        <TextField {...detailField(wizard, 'pincode')} />
      </Pair>
    </>
  )
}

/** Two short fields beside each other where there is room. */
function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-8 sm:grid-cols-2 sm:gap-5">{children}</div>
}
