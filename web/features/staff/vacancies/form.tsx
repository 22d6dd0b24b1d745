import { useId, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { vacancyFieldNames, type VacancyFieldName } from '#contract/fields/vacancy.ts'
import { optionNames } from '#contract/messages/staff-vacancies.ts'
import { vacancyWords } from './words.ts'
import { languages } from '#contract/messages/languages.ts'
import { ErrorLine, Hint, Select, TextArea, TextField, tied } from '#web/ui/field.tsx'
import { asksAnew, fieldOf, numberOf, type VacancyForm } from './draft.ts'

interface FieldsProps {
  vacancy: VacancyForm
  /** What each field lacks for publishing, which is no error yet. */
  missing: Partial<Record<VacancyFieldName, string>>
}

const translated = vacancyFieldNames.filter((name) => (fieldOf(name).lang ?? 'en') !== 'en')

/** The fields of the table, in its order; those in other languages than English are folded. */
export function VacancyFields(fields: FieldsProps) {
  const { form } = fields.vacancy
  const [isOpen, setOpen] = useState(translated.some((name) => form.getValues(name) !== ''))
  const isWrong = translated.some((name) => form.formState.errors[name])
  const [title, description, ...rest] = vacancyFieldNames.filter((name) => !translated.includes(name))
  return (
    <div className="fill-[13rem] gap-x-4 gap-y-4 wrap-anywhere">
      {[title, description].map((name) => name && <OneField key={name} name={name} {...fields} />)}
      <details
        className="col-span-full"
        open={isOpen || isWrong}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="min-h-10 cursor-pointer py-2 font-semibold">
          {vacancyWords.otherLanguages}
        </summary>
        <div className="stack">
          {translated.map((name) => (
            <OneField key={name} name={name} {...fields} />
          ))}
        </div>
      </details>
      {rest.map((name) => (
        <OneField key={name} name={name} {...fields} />
      ))}
    </div>
  )
}

const DESCRIPTION_ROWS = 10

function OneField({ name, vacancy: { form, permit }, missing }: FieldsProps & { name: VacancyFieldName }) {
  const {
    label,
    input,
    lang,
    hint: said = input.as === 'text' ? vacancyWords.descriptionHint : undefined,
  } = fieldOf(name)
  const [error, needed] = [form.formState.errors[name]?.message, missing[name]]
  const hint =
    [said, !error && needed && vacancyWords.needed(needed)].filter(Boolean).join(' · ') || undefined
  const field = {
    ...{ label, hint, error },
    ...form.register(name, {
      ...(input.as === 'number' && { setValueAs: numberOf }),
      ...(asksAnew.includes(name) && { onChange: permit }),
    }),
  }
  const text = { ...field, lang: lang && languages[lang].tag, autoComplete: 'off' }
  return (
    <div className={lang === undefined ? 'min-w-0' : 'col-span-full'}>
      {input.as === 'text' && <TextArea {...text} rows={DESCRIPTION_ROWS} />}
      {input.as === 'line' && <TextField {...text} />}
      {input.as === 'number' && <TextField {...text} inputMode="numeric" />}
      {input.as === 'day' && <TextField {...text} type="date" />}
      {input.as === 'choice' && (
        <Select
          {...field}
          choices={[
            ['', vacancyWords.choose],
            ...input.options.map((option) => [option, nameOf(option)] as const),
          ]}
        />
      )}
      {input.as === 'check' && <Check {...field} />}
      {input.as === 'choices' && <Checks {...field} options={input.options} />}
    </div>
  )
}

function nameOf(option: string): string {
  return (optionNames as Partial<Record<string, string>>)[option] ?? option
}

interface CheckProps extends UseFormRegisterReturn {
  label: string
  hint: string | undefined
  error: string | undefined
}

const box = 'size-5 shrink-0 accent-accent'

function Check({ label, hint, error, ...input }: CheckProps) {
  const id = useId()
  return (
    <div data-field>
      <label className="inline-flex min-h-10 max-w-full items-center gap-2 font-semibold">
        <input type="checkbox" className={box} {...input} {...tied(id, { hint, error, lock: undefined })} />
        {label}
      </label>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </div>
  )
}

/** Checkboxes of which any may be chosen. */
function Checks({ label, hint, error, options, ...input }: CheckProps & { options: readonly string[] }) {
  const id = useId()
  const { id: _, ...said } = tied(id, { hint, error, lock: undefined })
  return (
    <fieldset
      data-field
      className="min-w-0"
      aria-labelledby={`${id}-label`}
      aria-describedby={said['aria-describedby']}
    >
      <legend id={`${id}-label`} className="font-semibold">
        {label}
      </legend>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {options.map((option) => (
        <label key={option} className="mr-4 inline-flex min-h-10 max-w-full items-center gap-2">
          <input
            type="checkbox"
            className={box}
            aria-invalid={said['aria-invalid']}
            value={option}
            {...input}
          />
          {nameOf(option)}
        </label>
      ))}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </fieldset>
  )
}
