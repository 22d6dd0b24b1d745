import { useEffect, useRef, useState } from 'react'
import { type ResolverResult, useForm, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { fieldErrors, type FieldError } from '#contract/errors.ts'
import { type Field, type FormFields, isOptional, namesOf, shapeOf } from '#contract/fields/field.ts'
import { useAsPosted } from './posted-form.ts'
import { wordsOf } from './sentences.ts'
import { forget, readStored, readTexts, store, storeTexts, type Texts } from './tab-storage.ts'

type NameOf<Table extends FormFields> = keyof Table & string
/** What is sent of a table's fields. */
export type Sent<Table extends FormFields> = { [Name in keyof Table]: z.output<Table[Name]['schema']> }

/** `any` and `options`: where one of a few may be chosen. */
interface FieldWords {
  label: string
  hint?: string
  any?: string
  options?: Readonly<Record<string, string>>
}

export interface FieldsOptions<Table extends FormFields> {
  fields: Table
  /** The form's words, under the name that the dictionary has for them. */
  words: Readonly<Record<string, Readonly<Record<NameOf<NoInfer<Table>>, FieldWords>>>>
  /** What the form begins with; without it, what stands in the page: typed before this code ran, or kept by the browser. */
  defaultValues?: Record<NameOf<NoInfer<Table>>, string>
  /** Where what is typed is kept over a refresh. */
  draft?: FieldsDraft
}

/** Where this tab keeps what is typed into fields. */
interface FieldsDraft {
  read(): Texts | undefined
  keep(typed: Texts): void
  /** What is on record, over which what was typed is filled in. */
  over?: Texts
}

/** The fields of a table as a form: checked when it is sent, and then again while somebody corrects them. */
export function useFields<Table extends FormFields>(options: FieldsOptions<Table>) {
  const { fields, words, defaultValues, draft } = options
  const element = useRef<HTMLFormElement>(null)
  const [schema] = useState(() => z.object(shapeOf(fields)))
  const form = useForm<Record<string, string>>({
    ...(defaultValues && { defaultValues }),
    resolver: (values) => resolved(schema.safeParse(withBadDates(values, element.current)), words),
  })
  const names = namesOf(fields)
  const [said] = Object.values(words)
  const asPosted = import.meta.env.SSR ? useAsPosted() : undefined
  useEffect(() => fillIn(form, names, draft?.read(), draft?.over), [])

  return {
    // The library tells no names from a type that is still open.
    form: form as unknown as UseFormReturn<Record<NameOf<Table>, string>>,
    element,
    names,
    /** The properties of a field's control, its label and its message among them. */
    field: (name: NameOf<Table>): FieldProps => ({
      ...(fields[name] as Field).input,
      options: (fields[name] as Field).input?.options && said?.[name],
      label: said?.[name].label ?? '',
      hint: said?.[name].hint,
      error: form.formState.errors[name]?.message,
      'aria-required': isOptional(fields[name] as Field) ? undefined : true,
      ...form.register(name),
      min: (fields[name] as Field).input?.min,
      ...(import.meta.env.SSR && asPosted?.(name)),
    }),
    /** Takes over what is in the page. */
    read: (page: HTMLFormElement) => readPage(form, page, names),
    /** What is sent of the fields if all are right; otherwise each says what is wrong, and the first has the focus. */
    async check(): Promise<Sent<Table> | undefined> {
      let right: unknown
      await form.handleSubmit((values) => void (right = values))()
      return right as Sent<Table> | undefined
    },
    mark: (errors: FieldError[], takesFocus = true) =>
      markFields(form, errors, { fields: names, takesFocus }),
    fill: (texts: Partial<Texts> | undefined) => fillIn(form, names, texts),
    keepDraft() {
      if (element.current) draft?.keep(valuesIn(element.current, names))
    },
  }
}

export interface FieldProps
  extends Omit<NonNullable<Field['input']>, 'options'>, Omit<UseFormRegisterReturn, 'min'> {
  options: Pick<FieldWords, 'any' | 'options'> | undefined
  label: string
  hint: string | undefined
  error: string | undefined
  'aria-required': true | undefined
}

/** What react-hook-form gives for a form of texts. */
interface TextForm<Name extends string> {
  getValues(field: Name): string | undefined
  setValue(field: Name, value: string): void
  setError(field: Name, error: { message: string }, options: { shouldFocus: boolean }): void
}

/** What a schema says of a form's fields, as the form takes it; `groups` have the sentences that it names. */
export function resolved(
  read: z.core.util.SafeParseResult<object>,
  groups: object,
): ResolverResult<Record<string, string>> {
  if (read.success) return { values: { ...read.data }, errors: {} }
  const errors = fieldErrors(read.error.issues).map(({ field, message }) => [
    field,
    { type: 'check', message: wordsOf(message, groups) },
  ])
  return { values: {}, errors: Object.fromEntries(errors) }
}

/**
 * A browser reports a date that is half typed, or that no calendar has, as empty. Such a date is invalid, not missing: it is
 * replaced by one that no schema accepts.
 */
function withBadDates<Values extends object>(values: Values, form: HTMLFormElement | null): Values {
  const bad = [...(form?.querySelectorAll<HTMLInputElement>('[type="date"]') ?? [])].filter(
    ({ validity }) => validity.badInput,
  )
  return { ...values, ...Object.fromEntries(bad.map(({ name }) => [name, '?'])) }
}

/** What is in the page: some browsers and programs fill fields in without an event. */
export function valuesIn<Name extends string>(
  element: HTMLFormElement,
  fields: readonly Name[],
): Record<Name, string> {
  const read = new FormData(element)
  const values = fields.map((field) => [field, String(read.get(field) ?? '')])
  return Object.fromEntries(values) as Record<Name, string>
}

/** Copies what is in the page into the form's state, where a browser sent no event. */
function readPage<Name extends string>(
  form: TextForm<Name>,
  element: HTMLFormElement,
  fields: readonly Name[],
): void {
  const values = valuesIn(element, fields)
  for (const field of fields) {
    // Setting a date again that is typed in part would empty it.
    if (values[field] !== form.getValues(field)) form.setValue(field, values[field])
  }
}

/**
 * Fills in what stands empty, or as it is on record. What stands in a field otherwise is newer: typed before this code ran, or
 * kept by the browser itself.
 */
export function fillIn<Name extends string>(
  form: TextForm<Name>,
  fields: readonly Name[],
  texts: Partial<Texts> = {},
  over: Partial<Texts> = {},
): void {
  for (const field of fields) {
    const [text, stands] = [texts[field], form.getValues(field) ?? '']
    // Setting a date again that is typed in part would empty it.
    if (text !== undefined && text !== stands && stands === (over[field] ?? '')) form.setValue(field, text)
  }
}

/** Keeps all that is typed, under a key. */
export function draftAt(key: string): FieldsDraft {
  return { read: () => readTexts(key), keep: (typed) => storeTexts(key, typed) }
}

/**
 * What somebody made and has not sent: it stays in the tab until it is sent or given up, which is undefined. `begin` makes of
 * what was kept what is gone on with.
 */
export function useDraft<Made>(
  key: string,
  schema: { parse(value: unknown): Made },
  begin: (kept: Made | undefined) => Made | undefined = (kept) => kept,
) {
  const read = () => begin(readStored(key, schema))
  const [draft, setDraft] = useState(read)
  function keep(made: Made | undefined): void {
    setDraft(made)
    if (made === undefined) forget(key)
    else store(key, made)
  }
  return { draft, keep, readAgain: () => setDraft(read) }
}

interface Marking<Name extends string> {
  /** In the order they stand on the page. */
  fields: readonly Name[]
  takesFocus?: boolean
}

/** Puts the server's sentences under their fields, and the focus to the first of them; answers whether there was one. */
export function markFields<Name extends string>(
  form: TextForm<Name>,
  errors: FieldError[],
  { fields, takesFocus = true }: Marking<Name>,
): boolean {
  let isMarked = false
  for (const field of fields) {
    const message = errors.find((error) => error.field === field)?.message
    if (!message) continue
    form.setError(field, { message }, { shouldFocus: takesFocus && !isMarked })
    isMarked = true
  }
  return isMarked
}
