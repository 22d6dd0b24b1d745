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

/** A vacancy as its form holds it: in the place of a number there may be a text that is none. */
export type Typed = VacancyContent
/** What was typed and is not saved, with the vacancy at that time; null for a new one. */
const draftSchema = z.object({
  base: z.nullable(vacancyDetail),
  typed: z.custom<Typed>((kept) => z.record(z.enum(vacancyFieldNames), z.unknown()).safeParse(kept).success),
})

/** What the table says of a field. */
export function fieldOf(name: VacancyFieldName): VacancyField {
  return vacancyFields[name]
}

/** Returns the number that was typed, in digits of any script; a text that is no number stays, since no schema accepts it. */
export function numberOf(typed: unknown): unknown {
  if (typeof typed !== 'string') return typed
  const digits = latinDigits(typed).replaceAll(/[\s,]/g, '')
  if (digits === '') return null
  return /^\d{1,15}$/.test(digits) ? Number(digits) : typed
}

/** Returns the typed vacancy; a wrong field keeps its text, or is empty. */
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

/** Returns what changed between two readings of a vacancy, one sentence each. */
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
 * The form of a vacancy. What is typed stays in the tab, for the person who typed it, until it is saved or dropped; all
 * other fields are current. `begin` is the first content of a new vacancy.
 */
export function useVacancyForm(
  vacancy: VacancyDetail | null,
  place: string,
  begin: Partial<VacancyContent> = {},
) {
  const self = useSelf()
  const keyOf = (of: string) => `desk-vacancy-${self.id}-${of}`
  const key = keyOf(place)
  const [kept] = useState(() => readStored(key, draftSchema))
  const [blank] = useState(() => vacancyContent.parse(begin))
  const stored = vacancy?.content ?? blank
  const followed = useRef(kept?.base?.content ?? stored)
  const element = useRef<HTMLFormElement>(null)
  /** Whether the next check includes what publishing needs. */
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
  /** Sets fields to other values. A field that has its value already is left, since that would empty a partly typed day. */
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
  }, [typed, isChanged, version.seen?.version])
  return {
    ...version,
    ...{ form, element, typed, isChanged },
    /** Returns what is typed if it is right; otherwise shows the errors and focuses the first wrong field. */
    async check(isToBeWhole: boolean): Promise<VacancyContent | undefined> {
      mustBeWhole.current = isToBeWhole
      let right: VacancyContent | undefined
      await form.handleSubmit((content) => void (right = content))()
      // The form shows what is sent.
      if (right) set(right)
      return right
    },
    /** Removes or restores the permission after a change of employer. */
    permit: () => vacancy && set(permittedFor(stored, typed, form.getValues())),
    /** Returns whether a permission was typed for another employer than the stored one, so it was given anew. */
    isAgreedAnew: (content: VacancyContent) =>
      vacancy !== null && content.agreed && isOtherEmployer(stored, content),
    /** Shows the errors of a refusal at their fields, and throws it again. */
    mark(error: unknown): never {
      const refused = error instanceof CallError ? error.failure.errors : []
      // A change has the fields below `content`.
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
    /** Leaves what was typed after a new vacancy was sent as a draft of the stored one. */
    handOver(made: VacancyDetail, sent: VacancyContent) {
      forget(key)
      const now = form.getValues()
      if (vacancyFieldNames.some((name) => !isSame(now[name], sent[name])))
        store(keyOf(made.reference), { base: made, typed: now })
    },
  }
}

export type VacancyForm = ReturnType<typeof useVacancyForm>

/** Fields whose change may need another permission of the employer. */
export const asksAnew: readonly VacancyFieldName[] = ['employer', 'confidential']
const permission = ['agreed', 'agreed_by', 'agreed_on', 'agreed_to_show'] as const

function isOtherEmployer(before: VacancyContent, now: VacancyContent): boolean {
  return before.employer !== now.employer || (before.confidential && !now.confidential)
}

/** Returns the fields of the permission: empty for another employer, and the stored ones again for the stored employer. */
export function permittedFor(before: VacancyContent, was: Typed, typed: Typed): Partial<Typed> {
  const isOther = isOtherEmployer(before, typed)
  if (!isOther && !isOtherEmployer(before, was)) return {}
  const source = isOther ? vacancyContent.parse({}) : before
  return Object.fromEntries(permission.map((name) => [name, source[name]]))
}
