import { useId, useState } from 'react'
import { vacancyFieldNames, type VacancyFieldName } from '#contract/fields/vacancy.ts'
import { optionNames } from '#contract/messages/staff-vacancies.ts'
import { vacancyWords } from './words.ts'
import { languages } from '#contract/messages/languages.ts'
import { ErrorLine, Hint, Select, TextArea, TextField, tied } from '#web/ui/field.tsx'
import { type Errors, fieldOf, type Typed, type Value } from './draft.ts'

interface FieldsProps {
  typed: Typed
  errors: Errors
  /** What each field lacks for publishing, which is no error yet. */
  missing: Errors
  set(name: VacancyFieldName, value: Value): void
}

const translated = vacancyFieldNames.filter((name) => (fieldOf(name).lang ?? 'en') !== 'en')

/** The fields of the table, in its order; those in other languages than English are folded. */
export function VacancyFields(fields: FieldsProps) {
  const [isOpen, setOpen] = useState(translated.some((name) => fields.typed[name] !== ''))
  const isWrong = translated.some((name) => fields.errors[name])
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

function OneField({ name, typed, errors, missing, set }: FieldsProps & { name: VacancyFieldName }) {
  const {
    label,
    input,
    lang,
    hint: said = input.as === 'text' ? vacancyWords.descriptionHint : undefined,
  } = fieldOf(name)
  const [value, error, needed] = [typed[name], errors[name], missing[name]]
  const hint =
    [said, !error && needed && vacancyWords.needed(needed)].filter(Boolean).join(' · ') || undefined
  const words = { label, hint, error }
  const text = {
    ...words,
    name,
    lang: lang && languages[lang].tag,
    value: String(value),
    autoComplete: 'off',
  }
  const isWide = lang !== undefined
  function take({ currentTarget }: { currentTarget: { value: string } }) {
    set(name, currentTarget.value)
  }
  return (
    <div className={isWide ? 'col-span-full' : 'min-w-0'}>
      {input.as === 'text' && <TextArea {...text} rows={DESCRIPTION_ROWS} onChange={take} />}
      {input.as === 'line' && <TextField {...text} onChange={take} />}
      {input.as === 'number' && <TextField {...text} inputMode="numeric" onChange={take} />}
      {input.as === 'day' && <TextField {...text} type="date" onChange={take} />}
      {input.as === 'choice' && (
        <Select
          {...words}
          name={name}
          value={String(value)}
          choices={[
            ['', vacancyWords.choose],
            ...input.options.map((option) => [option, nameOf(option)] as const),
          ]}
          onChange={take}
        />
      )}
      {input.as === 'check' && (
        <Check {...words} isChecked={value === true} onChange={(isChecked) => set(name, isChecked)} />
      )}
      {input.as === 'choices' && (
        <Checks
          {...words}
          options={input.options}
          chosen={Array.isArray(value) ? value : []}
          onChange={(chosen) => set(name, chosen)}
        />
      )}
    </div>
  )
}

function nameOf(option: string): string {
  return (optionNames as Partial<Record<string, string>>)[option] ?? option
}

interface Words {
  label: string
  hint: string | undefined
  error: string | undefined
}

interface CheckProps extends Words {
  isChecked: boolean
  onChange(isChecked: boolean): void
}

const box = 'size-5 shrink-0 accent-accent'

function Check({ label, isChecked, onChange, ...words }: CheckProps) {
  const id = useId()
  return (
    <div data-field>
      <label className="inline-flex min-h-10 max-w-full items-center gap-2 font-semibold">
        <input
          type="checkbox"
          className={box}
          checked={isChecked}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          {...tied(id, { ...words, lock: undefined })}
        />
        {label}
      </label>
      {words.hint && <Hint id={`${id}-hint`}>{words.hint}</Hint>}
      {words.error && <ErrorLine id={`${id}-error`}>{words.error}</ErrorLine>}
    </div>
  )
}

interface ChecksProps extends Words {
  options: readonly string[]
  chosen: readonly string[]
  onChange(chosen: string[]): void
}

function Checks({ label, options, chosen, onChange, ...words }: ChecksProps) {
  const id = useId()
  const { id: _, ...said } = tied(id, { ...words, lock: undefined })
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
      {words.hint && <Hint id={`${id}-hint`}>{words.hint}</Hint>}
      {options.map((option) => (
        <label key={option} className="mr-4 inline-flex min-h-10 max-w-full items-center gap-2">
          <input
            type="checkbox"
            className={box}
            aria-invalid={said['aria-invalid']}
            checked={chosen.includes(option)}
            onChange={({ currentTarget }) =>
              onChange(
                options.filter((one) => (one === option ? currentTarget.checked : chosen.includes(one))),
              )
            }
          />
          {nameOf(option)}
        </label>
      ))}
      {words.error && <ErrorLine id={`${id}-error`}>{words.error}</ErrorLine>}
    </fieldset>
  )
}
