import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { todayInIndia } from '#contract/dates.ts'
import { fieldErrors } from '#contract/errors.ts'
import { latinDigits } from '#contract/fields/field.ts'
import {
  missingToPublish,
  type VacancyContent,
  type VacancyField,
  vacancyContent,
  vacancyFieldNames,
  vacancyFields,
  type VacancyFieldName,
} from '#contract/fields/vacancy.ts'
import { conflictWords } from '#web/features/staff/record/words.ts'
import { optionNames } from '#contract/messages/staff-vacancies.ts'
import { vacancyWords } from './words.ts'
import { vacancyStateNames } from '#web/features/staff/words.ts'
import { vacancyDetail, type VacancyDetail } from '#contract/schemas/vacancies.ts'
import { isMadeHere } from '#web/features/staff/calls.ts'
import { useVersion } from '#web/features/staff/conflict.tsx'
import { CallError, useSelf } from '#web/features/staff/session.ts'
import { markFields, withBadDates } from '#web/lib/form.ts'
import { forget, readStored, store } from '#web/lib/tab-storage.ts'

/** A vacancy as its form has it: of a number that is none, what was typed. */
export type Typed = VacancyContent
/** What was typed and is not saved, and the vacancy over which it was typed; null where it is a new one. */
const draftSchema = z.object({
  base: z.nullable(vacancyDetail),
  typed: z.custom<Typed>((kept) => z.record(z.enum(vacancyFieldNames), z.unknown()).safeParse(kept).success),
})

/** What the table says of a field. */
export function fieldOf(name: VacancyFieldName): VacancyField {
  return vacancyFields[name]
}

/** The number that was typed, in whichever digits; what is none stays as it was typed, which no schema accepts. */
export function numberOf(typed: unknown): unknown {
  if (typeof typed !== 'string') return typed
  const digits = latinDigits(typed).replaceAll(/[\s,]/g, '')
  if (digits === '') return null
  return /^\d{1,15}$/.test(digits) ? Number(digits) : typed
}

/** What is typed of a vacancy as far as it is right: a field that is wrong has its text still, or nothing. */
export function contentOf(typed: Typed): VacancyContent {
  const empty = vacancyContent.parse({})
  const content = vacancyFieldNames.map((name) => {
    const { success, data } = fieldOf(name).schema.safeParse(typed[name])
    return [name, success ? data : typeof empty[name] === 'string' ? typed[name] : empty[name]]
  })
  return Object.fromEntries(content) as VacancyContent
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const SHOWN_CHARACTERS = 80

/** Returns a short text for a field's value. */
function valueWords(held: VacancyContent[VacancyFieldName]): string {
  if (typeof held === 'boolean') return held ? vacancyWords.yes : vacancyWords.no
  const names: Partial<Record<string, string>> = optionNames
  const text = Array.isArray(held) ? held.map((one) => names[one]).join(', ') : String(held ?? '')
  const words = names[text] ?? text
  if (words.length > SHOWN_CHARACTERS) return `${words.slice(0, SHOWN_CHARACTERS)}…`
  return words || vacancyWords.empty
}

/** What changed between two readings of a vacancy, a sentence each. */
export function changesBetween(before: VacancyDetail, now: VacancyDetail): string[] {
  const { changedField } = conflictWords
  const states = [before, now].map(({ state }) => vacancyStateNames[state])
  const [then = '', since = ''] = states
  return [
    ...(then === since ? [] : [changedField(vacancyWords.columns.state, then, since)]),
    ...vacancyFieldNames.flatMap((name) => {
      const [was, is] = [before.content[name], now.content[name]]
      if (isSame(was, is)) return []
      return [changedField(fieldOf(name).label, valueWords(was), valueWords(is))]
    }),
  ]
}

function theirsBetween(before: VacancyDetail, now: VacancyDetail): string[] {
  return isMadeHere(before, now) ? [] : changesBetween(before, now)
}

/**
 * The form of a vacancy. What is typed stays in the tab, for whoever typed it, until it is saved or dropped; every other field
 * follows the vacancy as it is now. A new one begins with some of its content.
 */
export function useVacancyForm(
  vacancy: VacancyDetail | null,
  place: string,
  begin: Partial<VacancyContent> = {},
) {
  const key = `desk-vacancy-${useSelf().id}-${place}`
  const [kept] = useState(() => readStored(key, draftSchema))
  const [blank] = useState(() => vacancyContent.parse(begin))
  const stored = vacancy?.content ?? blank
  const followed = useRef(kept?.base?.content ?? stored)
  const element = useRef<HTMLFormElement>(null)
  /** Whether what publishing needs has to be there. */
  const mustBeWhole = useRef(false)
  const form = useForm<Typed>({
    defaultValues: kept?.typed ?? stored,
    resolver(values) {
      const read = vacancyContent.safeParse(withBadDates(values, element.current))
      const missing = mustBeWhole.current ? missingToPublish(contentOf(values), todayInIndia()) : []
      const wrong = [...missing, ...(read.success ? [] : fieldErrors(read.error.issues))]
      if (read.success && wrong.length === 0) return { values: read.data, errors: {} }
      const errors = wrong.map(({ field, message }) => [field, { type: 'check', message }])
      return { values: {}, errors: Object.fromEntries(errors) }
    },
  })
  const typed = useWatch({ control: form.control }) as Typed
  const isChanged = vacancyFieldNames.some((name) => !isSame(typed[name], stored[name]))
  const version = useVersion(vacancy, isChanged, theirsBetween, kept ? kept.base : vacancy)
  /** Sets some fields; one that has its value already is left, since a day that is half typed would be emptied. */
  function set(values: Partial<Typed>) {
    for (const name of vacancyFieldNames)
      if (name in values && !isSame(form.getValues(name), values[name]))
        form.setValue(name, values[name] ?? null)
  }
  useEffect(() => {
    const { current: before } = followed
    followed.current = stored
    const names = vacancyFieldNames.filter((name) => isSame(form.getValues(name), before[name]))
    set(Object.fromEntries(names.map((name) => [name, stored[name]])))
  }, [vacancy?.version])
  useEffect(() => {
    if (isChanged) store(key, { base: version.seen, typed })
    else forget(key)
  }, [typed, isChanged])
  return {
    ...version,
    ...{ form, element, typed, isChanged },
    /** What is typed, if it is right: otherwise each field says what is wrong, and the first has the focus. */
    async check(isToBeWhole: boolean): Promise<VacancyContent | undefined> {
      mustBeWhole.current = isToBeWhole
      let right: VacancyContent | undefined
      await form.handleSubmit((content) => void (right = content))()
      // What is sent is what stands there.
      if (right) set(right)
      return right
    },
    /** After a change of employer: the permission, if it is another's. */
    permit: () => vacancy && set(permittedFor(stored, typed, form.getValues())),
    /** Whether a permission stands in what is typed for another employer than the one that is stored: it was given anew. */
    isAgreedAnew: (content: VacancyContent) =>
      vacancy !== null && content.agreed && isOtherEmployer(stored, content),
    /** Refusals of fields stand at these. */
    mark(error: unknown): never {
      const refused = error instanceof CallError ? error.failure.errors : []
      // The call of a change has the fields below `content`.
      const errors = refused.map(({ field, message }) => ({
        field: field.replace(/^content\./, '').split('.')[0] ?? '',
        message,
      }))
      markFields(form, errors, { fields: vacancyFieldNames })
      throw error
    },
    drop() {
      set(stored)
      form.clearErrors()
    },
    forget: () => forget(key),
  }
}

export type VacancyForm = ReturnType<typeof useVacancyForm>

/** Fields whose change may need another permission of the employer. */
export const asksAnew: readonly VacancyFieldName[] = ['employer', 'confidential']
const permission = ['agreed', 'agreed_by', 'agreed_on', 'agreed_to_show'] as const

function isOtherEmployer(before: VacancyContent, now: VacancyContent): boolean {
  return before.employer !== now.employer || (before.confidential && !now.confidential)
}

/** The fields of a permission: empty once what is typed is for another employer; as stored again once it is not. */
export function permittedFor(before: VacancyContent, was: Typed, typed: Typed): Partial<Typed> {
  const isOther = isOtherEmployer(before, typed)
  if (!isOther && !isOtherEmployer(before, was)) return {}
  const source = isOther ? vacancyContent.parse({}) : before
  return Object.fromEntries(permission.map((name) => [name, source[name]]))
}
