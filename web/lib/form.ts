import { useEffect, useRef, useState } from 'react'
import { type ResolverResult, useForm, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { fieldErrors, type FieldError } from '#contract/errors.ts'
import { type Field, type FormFields, isOptional, namesOf, shapeOf } from '#contract/fields/field.ts'
import { useAsPosted } from './posted-form.ts'
import { wordsOf } from './sentences.ts'
import { forget, readStored, readTexts, store, storeTexts, type Texts } from './tab-storage.ts'

type NameOf<Table extends FormFields> = keyof Table & string
/** The values that a table's fields send. */
export type Sent<Table extends FormFields> = { [Name in keyof Table]: z.output<Table[Name]['schema']> }

/** `any` and `options` belong to a field with choices. */
interface FieldWords {
  label: string
  hint?: string
  any?: string
  options?: Readonly<Record<string, string>>
}

export interface FieldsOptions<Table extends FormFields> {
  fields: Table
  /** The form's words, under their name in the dictionary. */
  words: Readonly<Record<string, Readonly<Record<NameOf<NoInfer<Table>>, FieldWords>>>>
  /** The initial values; without them, those in the page: typed before this code ran, or kept by the browser. */
  defaultValues?: Record<NameOf<NoInfer<Table>>, string>
  /** Keeps what is typed over a refresh. */
  draft?: FieldsDraft
}

/** Where this tab keeps what is typed. */
interface FieldsDraft {
  read(): Texts | undefined
  keep(typed: Texts): void
  /** The values on record, which the draft replaces. */
  over?: Texts
}

/** The fields of a table as a form: checked when it is sent, and again while somebody corrects them. */
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
    // The library cannot infer names from an open type.
    form: form as unknown as UseFormReturn<Record<NameOf<Table>, string>>,
    element,
    names,
    /** Returns the properties of a field's control, with its label and its message. */
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
    /** Reads what is in the page. */
    read: (page: HTMLFormElement) => readPage(form, page, names),
    /** Returns the values to send if all are right; otherwise marks each wrong field and focuses the first. */
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

/** react-hook-form's form of texts. */
interface TextForm<Name extends string> {
  getValues(field: Name): string | undefined
  setValue(field: Name, value: string): void
  setError(field: Name, error: { message: string }, options: { shouldFocus: boolean }): void
}

/** Converts a schema's result for the form; `groups` contain the sentences that it names. */
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
 * Browsers report partly typed and impossible dates as empty. Such a date is invalid, not missing, so it is replaced
 * by one that no schema accepts.
 */
export function withBadDates<Values extends object>(values: Values, form: HTMLFormElement | null): Values {
  const bad = [...(form?.querySelectorAll<HTMLInputElement>('[type="date"]') ?? [])].filter(
    ({ validity }) => validity.badInput,
  )
  return { ...values, ...Object.fromEntries(bad.map(({ name }) => [name, '?'])) }
}

/** Returns what is in the page, since some browsers and programs fill fields in without an event. */
export function valuesIn<Name extends string>(
  element: HTMLFormElement,
  fields: readonly Name[],
): Record<Name, string> {
  const read = new FormData(element)
  const values = fields.map((field) => [field, String(read.get(field) ?? '')])
  return Object.fromEntries(values) as Record<Name, string>
}

/** Copies what is in the page into the form's state if a browser sent no event. */
function readPage<Name extends string>(
  form: TextForm<Name>,
  element: HTMLFormElement,
  fields: readonly Name[],
): void {
  const values = valuesIn(element, fields)
  for (const field of fields) {
    // Setting a partly typed date again would empty it.
    if (values[field] !== form.getValues(field)) form.setValue(field, values[field])
  }
}

/**
 * Fills in fields that are empty or as on record. Other texts are newer: typed before this code ran, or kept by the
 * browser.
 */
export function fillIn<Name extends string>(
  form: TextForm<Name>,
  fields: readonly Name[],
  texts: Partial<Texts> = {},
  over: Partial<Texts> = {},
): void {
  for (const field of fields) {
    const [text, stands] = [texts[field], form.getValues(field) ?? '']
    // Setting a partly typed date again would empty it.
    if (text !== undefined && text !== stands && stands === (over[field] ?? '')) form.setValue(field, text)
  }
}

/** Keeps everything that is typed, under a key. */
export function draftAt(key: string): FieldsDraft {
  return { read: () => readTexts(key), keep: (typed) => storeTexts(key, typed) }
}

/** A draft that stays in the tab until it is sent or discarded (undefined). `begin` converts the stored draft. */
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
  /** In the order of the page. */
  fields: readonly Name[]
  takesFocus?: boolean
}

/** Shows the server's sentences at their fields and focuses the first; returns whether there was one. */
export function markFields<Name extends string>(
  form: Pick<TextForm<Name>, 'setError'>,
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
