import { useEffect, useState } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import type { CareerApplication } from '#contract/schemas/careers.ts'
import { todayInIndia } from '#contract/dates.ts'
import { careerHints } from '#contract/messages/careers.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'

interface WrittenFieldsProps {
  register: UseFormRegister<CareerApplication>
  errors: FieldErrors<CareerApplication>
}

/** The part of the form that is typed. */
export function WrittenFields({ register, errors }: WrittenFieldsProps) {
  const today = useToday()
  return (
    <>
      <TextField
        label="Full name *"
        autoComplete="name"
        aria-required
        error={errors.full_name?.message}
        {...register('full_name')}
      />
      <TextField
        label="Email *"
        type="email"
        inputMode="email"
        autoComplete="email"
        aria-required
        hint={careerHints.email}
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label="Phone Number *"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        aria-required
        hint={careerHints.phone}
        error={errors.phone?.message}
        {...register('phone')}
      />
      <TextField
        label="Date of birth *"
        type="date"
        max={today}
        autoComplete="bday"
        aria-required
        error={errors.date_of_birth?.message}
        {...register('date_of_birth')}
      />
      <TextArea
        label="Address"
        rows={3}
        autoComplete="street-address"
        error={errors.address?.message}
        {...register('address')}
      />
    </>
  )
}

/** The day in India, known in the browser only: the page was built on an earlier one. */
function useToday(): string | undefined {
  const [today, setToday] = useState<string>()
  useEffect(() => setToday(todayInIndia()), [])
  return today
}
